import { displayName, parseEmail } from '@grouplight/contract/account.ts'
import { commit } from '#platform/database/commit.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { createLink } from './create-link.ts'
import { findAddress } from './find-account.ts'
import { createAccount, listSignUps, lockSignUps, newestInviteLinkOf } from './sign-ups.ts'

type Added = { userId: string; email: string; link: { url: string; lifeMs: number } | null }

/**
 * Creates a verified account, and a link that sets its password unless users sign in with the provider only. REGISTRATION and
 * ALLOWED_EMAIL_DOMAINS do not restrict the operator.
 */
export async function addAccount(
  services: Services,
  typed: { email: string; name?: string | undefined },
): Promise<Added> {
  const email = parseEmail(typed.email)
  if (email === null)
    throw new Problem('invalid-email', { message: `“${typed.email}” is not an email address.` })
  const name = displayName.safeParse(typed.name ?? 'User')
  if (!name.success) throw invalidInput(name.error.issues[0])
  const userId = await commit(services, async transaction => {
    await lockSignUps(transaction, email)
    const inviteLinkId = newestInviteLinkOf(await listSignUps(transaction, email))
    const account = { email, displayName: name.data, passwordHash: null, inviteLinkId }
    const userId = await createAccount(transaction, services, account)
    if (userId === null) throw new Problem('invalid-input.has-account', { params: { email } })
    return userId
  })
  if (services.config.provider?.only) return { userId, email, link: null }
  const address = await findAddress(services.database, email)
  return { userId, email, link: await createLink(services, { purpose: 'reset', address }) }
}
