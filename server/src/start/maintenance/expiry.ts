import { takeOverDays } from '@grouplight/contract/group.ts'
import { expireSessions } from '#features/account/sign-out.ts'
import { actOnDue } from '#features/availability/act-on-due.ts'
import { sendDuePrompts } from '#features/availability/prompts.ts'
import { endDueCalls } from '#features/call/end-call.ts'
import { takeOverDue } from '#features/group/admins/take-over-request.ts'
import { sendCoverageAlerts } from '#features/group/send-coverage-alerts.ts'
import { expireInvitations } from '#features/invitation/pending.ts'
import { rows } from '#platform/database/database.ts'
import { runAll } from '#platform/jobs/every.ts'
import type { Services } from '#services.ts'

export async function endExpired(services: Services): Promise<void> {
  const steps = [
    expireSessions,
    expireInvitations,
    actOnDue,
    sendCoverageAlerts,
    sendDuePrompts,
    endDueCalls,
    takeOverDue,
  ]
  await runAll(steps.map(step => () => step(services)))
}

export async function nextExpiry({ database }: Services): Promise<Date | null> {
  const [next] = await rows<{ at: string | Date | null }>(database)`
    select least(
      (select min(expires_at) from sessions),
      (select min(expires_at) from invitations where status = 'pending'),
      (select min(due_at) from memberships),
      (select min(coverage_due_at) from groups where needed is not null),
      (select min(due_at) from prompts),
      (select min(ends_at) from calls where closed_at is null),
      (select min(take_over_asked_at) + make_interval(days => ${takeOverDays}) from memberships where take_over_asked_at is not null)
    ) as at`
  return next?.at ? new Date(next.at) : null
}
