import { displayName, parseEmail } from '@grouplight/contract/account.ts'
import { commit } from '#platform/database/commit.ts'
import { invalidInput, Problem } from '#platform/problem.ts'
import type { Services } from '#services.ts'
import { createAccount, listSignUps, lockSignUps, newestInviteLinkOf } from './sign-ups.ts'

/** Creates a verified account without a password. REGISTRATION and ALLOWED_EMAIL_DOMAINS do not restrict the operator. */
export async function addAccount(
  services: Services,
  typed: { email: string; name?: string | undefined },
): Promise<{ userId: string; email: string }> {
  const email = parseEmail(typed.email)
  if (email === null)
    throw new Problem('invalid-email', { message: `“${typed.email}” is not an email address.` })
  const name = displayName.safeParse(typed.name ?? 'User')
  if (!name.success) throw invalidInput(name.error.issues[0])
  return commit(services, async transaction => {
    await lockSignUps(transaction, email)
    const inviteLinkId = newestInviteLinkOf(await listSignUps(transaction, email))
    const account = { email, displayName: name.data, passwordHash: null, inviteLinkId }
    const userId = await createAccount(transaction, services, account)
    if (userId === null) throw new Problem('invalid-input', { message: `${email} has an account already.` })
    return { userId, email }
  })
}
