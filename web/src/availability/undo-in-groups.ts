import { type Availability, setAvailability } from '@grouplight/contract/availability.ts'
import type { Group, Member } from '@grouplight/contract/group.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { applyOwnChange } from '#group/group-cache.ts'
import { groupsQuery } from '#group/group-queries.ts'
import { availabilityTexts } from '#texts/availability/availability-texts.ts'
import { locale } from '#texts/language.ts'
import { t } from '#texts/texts.ts'
import { showToast } from '#ui/toast.ts'
import type { Change } from './change.ts'

/**
 * `changed` contains the availabilities after the change that is undone. `before` contains the user's own entry in each group before
 * that change, by group id. A group stays as it is if `before` lacks it, or if the availability in it has changed since.
 */
export async function undoInGroups(
  queryClient: QueryClient,
  changed: Availability[],
  before: ReadonlyMap<string, Member>,
): Promise<void> {
  const leftAlone: string[] = []
  const failed: string[] = []
  let failure: unknown
  let isRestored = false
  try {
    // The availability may have changed again, for example in another browser, and the live message about it may be lost.
    const groups = await queryClient.fetchQuery({ ...groupsQuery, staleTime: 0 })
    for (const change of changed) {
      const group = groups.find(({ id }) => id === change.groupId)
      const own = before.get(change.groupId)
      if (!group) continue
      if (!own || !isUnchanged(group, change)) {
        leftAlone.push(group.name)
        continue
      }
      try {
        await restore(queryClient, change, own)
        isRestored = true
      } catch (error) {
        failure = error
        failed.push(group.name)
      }
    }
  } catch (error) {
    return void showToast('error', problemText(error))
  }
  if (failed.length > 0)
    showToast('error', availabilityTexts.notUndone(listText(failed), problemText(failure)))
  if (leftAlone.length > 0) {
    const { undone, leftAlone: sentence } = availabilityTexts
    showToast('info', `${isRestored ? `${undone} ` : ''}${sentence(listText(leftAlone))}`)
  } else if (failed.length === 0 && isRestored) showToast('success', t.ui.undone)
}

async function restore(queryClient: QueryClient, { groupId, userId }: Availability, own: Member) {
  const body = changeBackTo(own, Date.now())
  applyOwnChange(queryClient, await call(setAvailability, { params: { groupId, userId }, body }))
}

/** Returns the change that restores an availability. If the end has passed, the change makes the member Unavailable. */
export function changeBackTo({ status, until, note }: Member, nowMs: number): Change {
  const isOver = until !== undefined && Date.parse(until) <= nowMs
  return status && !isOver ? { status, until: until ?? null, note } : { status: false }
}

/** Returns whether the member's availability in the group still equals the server's answer to an earlier change. */
export function isUnchanged(
  { members }: Group,
  { userId, status, lastUpdated, ...after }: Availability,
): boolean {
  const own = members.find(member => member.userId === userId)
  return (
    own?.status === status &&
    Date.parse(own.lastUpdated) === Date.parse(lastUpdated) &&
    (own.until ?? null) === (after.until ?? null) &&
    (own.note ?? null) === (after.note ?? null)
  )
}

function listText(names: string[]): string {
  return new Intl.ListFormat(locale).format(names)
}
