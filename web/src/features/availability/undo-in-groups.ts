import appTexts from 'texts:app'
import availabilityDialogTexts from 'texts:availability-dialogs'
import { type Availability, undoAvailability } from '@grouplight/contract/availability.ts'
import type { Member } from '@grouplight/contract/group.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { knownGroup, learnOwnAvailability } from '#features/group/group-store.ts'
import { locale } from '#texts/language.ts'
import { showToast } from '#ui/toast.ts'

export type OwnState = { name: string; own: Member }

/**
 * `changed` contains the availabilities after the change that is undone. `before` contains the name of each group and the user's own
 * entry in it before that change, by group id. The server leaves a group alone if the availability there has changed since.
 */
export async function undoInGroups(
  queryClient: QueryClient,
  changed: Availability[],
  before: ReadonlyMap<string, OwnState>,
): Promise<void> {
  const groups = changed.flatMap(({ groupId, status, until, note, lastUpdated }) => {
    const own = before.get(groupId)?.own
    return own ? [{ groupId, changed: { status, until, note, lastUpdated }, before: stateOf(own) }] : []
  })
  try {
    const { restored } =
      groups.length > 0 ? await call(undoAvailability, { body: { groups } }) : { restored: [] }
    for (const answer of restored) learnOwnAvailability(queryClient, answer)
    const leftAlone = changed.filter(({ groupId }) => !restored.some(answer => answer.groupId === groupId))
    if (leftAlone.length === 0) return void showToast('success', appTexts.undone)
    const names = leftAlone.flatMap(
      ({ groupId }) => before.get(groupId)?.name ?? knownGroup(queryClient, groupId)?.name ?? [],
    )
    const sentence =
      restored.length > 0 ? availabilityDialogTexts.undoneExcept : availabilityDialogTexts.nothingUndone
    showToast('info', sentence({ groups: new Intl.ListFormat(locale).format(names) }))
  } catch (error) {
    showToast('error', problemText(error))
  }
}

function stateOf({ status, until, note }: Member) {
  return { status, until: until ?? null, note: note ?? null }
}
