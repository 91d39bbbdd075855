import { commit } from '#platform/database/commit.ts'
import { passkeys } from '#platform/database/schema.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import type { Caller, Services } from '#services.ts'
import { requireConfirmation } from '../confirmation.ts'
import { passkeyRemovedEmail } from '../security-emails.ts'
import { ownPasskey, passkeyNotFound } from './passkeys.ts'

/** A user may remove the last passkey, because the provider or a password reset still lets the user in. */
export async function removePasskey(
  services: Services,
  caller: Caller,
  { passkeyId }: { passkeyId: string },
): Promise<void> {
  const { clock, site, log } = services
  const { userId } = caller
  await commit(services, async transaction => {
    await requireConfirmation({ database: transaction, clock }, caller)
    const [removed] = await transaction
      .delete(passkeys)
      .where(ownPasskey({ userId, passkeyId }))
      .returning({ name: passkeys.name })
    if (!removed) throw passkeyNotFound()
    await queueEmail(transaction, passkeyRemovedEmail(site, caller, removed.name), clock.now())
  })
  log.info({ userId }, 'a passkey was removed')
}
