import { notify } from '#features/notification/notify.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { runAll } from '#platform/jobs/every.ts'
import { sendTo } from '#platform/live/tell.ts'
import { dropPushes } from '#platform/push/drop-pushes.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { lockGroup } from './membership.ts'

type Side = 'short' | 'enough'
type Alert = { side: Side; covered: number; needed: number }

// The alerts of further groups wait for the next run, so that they do not delay the other work of the job.
const groupsAtOnce = 100

export async function sendCoverageAlerts(services: Services): Promise<void> {
  const due = await rows<{ id: string }>(services.database)`
    select id from groups
    where needed is not null and coverage_due_at <= ${services.clock.now().toISOString()}
    order by coverage_due_at limit ${groupsAtOnce}`
  await runAll(
    due.map(
      ({ id }) =>
        () =>
          commit(services, transaction => sendIfDue(transaction, services, id)),
    ),
  )
}

async function sendIfDue(transaction: UnitOfWork, { clock }: Services, groupId: string): Promise<void> {
  const group = await lockGroup(transaction, groupId)
  if (!group) return
  const now = clock.now().toISOString()
  // A due time exists only while the side differs from `coverage_alerted`, so the new side is the opposite of `coverage_alerted`.
  const [alert] = await rows<Alert>(transaction)`
    update groups set coverage_due_at = null,
      coverage_alerted = case coverage_alerted when 'enough' then 'short' else 'enough' end,
      short_alerted_at = case coverage_alerted when 'enough' then ${now}::timestamptz else short_alerted_at end,
      enough_alerted_at = case coverage_alerted when 'enough' then enough_alerted_at else ${now}::timestamptz end
    where id = ${groupId} and coverage_due_at <= ${now}
    returning coverage_alerted as side, covered, needed`
  if (!alert) return
  const { side, covered, needed } = alert
  await markOtherAlertsRead(transaction, groupId, side)
  const recipients = await recipientsOf(transaction, groupId, side)
  await notify(transaction, clock, { kind: `admin.${side}`, recipients, group, count: covered, needed })
}

async function recipientsOf(transaction: UnitOfWork, groupId: string, side: Side): Promise<string[]> {
  const found = await rows<{ userId: string }>(transaction)`
    select m.user_id as "userId" from memberships m join groups g on g.id = m.group_id
    where g.id = ${groupId} and (
      m.coverage_alerts in (${side}, 'both')
      or m.coverage_alerts is null and m.user_id = g.created_by and ${side} = 'short'
    )
    order by m.user_id`
  return found.map(({ userId }) => userId)
}

/** If the newest alert has another side, marks it as read and drops its pushes and deliveries. Earlier ones are already read. */
export async function markOtherAlertsRead(
  transaction: UnitOfWork,
  groupId: string,
  side: Side | null,
): Promise<void> {
  const readers = await rows<{ userId: string }>(transaction)`
    update notifications set read = true
    where not read and notice_id = (
      select id from (
        select id, action from notices
        where related_group_id = ${groupId} and action in ('short', 'enough') order by id desc limit 1
      ) last
      where action is distinct from ${side}
    )
    returning user_id as "userId"`
  if (readers.length === 0) return
  const userIds = readers.map(({ userId }) => userId)
  await dropPushes(transaction, { userIds, groupId, kinds: ['admin.short', 'admin.enough'] })
  for (const userId of userIds) sendTo(transaction, userId, ['notifications.changed'])
}
