import { rows } from '#platform/database/database.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { setStatusByServer } from './set-status.ts'

/** Makes the user Unavailable in all groups. */
export async function becomeUnavailable(
  transaction: UnitOfWork,
  services: Pick<Services, 'clock' | 'availabilityListener'>,
  userId: string,
): Promise<void> {
  const available = await rows<{ groupId: string }>(transaction)`
    select group_id as "groupId" from memberships where user_id = ${userId} and status`
  const changes = available.map(({ groupId }) => ({ groupId, userId, status: false }))
  await setStatusByServer(transaction, services, changes, services.clock.now())
}
