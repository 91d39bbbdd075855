import availabilityDialogTexts from 'texts:availability-dialogs'
import { setAvailabilityInGroups } from '@grouplight/contract/availability.ts'
import { type QueryClient, useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { useAccount } from '#features/account/account-queries.ts'
import { groupsQuery } from '#features/group/group-queries.ts'
import { knownGroup, learnOwnAvailability } from '#features/group/group-store.ts'
import { showToast } from '#ui/toast.ts'
import { showUndoToast } from '#ui/undo-toast.tsx'
import type { End } from './end-choices.ts'
import { replacePending } from './set-availability.ts'
import { type OwnState, undoInGroups } from './undo-in-groups.ts'

/** Without `groupIds`, the change concerns all groups of the user. */
type ChangeInGroups = End & { status: boolean; groupIds?: string[] }

export function useSetInGroups(onDone: () => void) {
  const { uid } = useAccount()
  return useMutation({
    mutationFn: (change: ChangeInGroups, { client }) =>
      replacePending(client, change.groupIds, () => call(setAvailabilityInGroups, { body: change })),
    onMutate: (_, { client }) => ownStates(client, uid),
    onSuccess: ({ changed }, { groupIds }, before, { client }) => {
      for (const answer of changed) learnOwnAvailability(client, answer)
      const message = groupIds
        ? availabilityDialogTexts.availableInGroups({ count: groupIds.length })
        : availabilityDialogTexts.nowUnavailable
      onDone()
      if (changed.length === 0) showToast('success', message)
      else showUndoToast(message, () => void undoInGroups(client, changed, before))
    },
  })
}

/** Returns the name and the user's own entry of each listed group, by group id. */
function ownStates(queryClient: QueryClient, userId: string): Map<string, OwnState> {
  const groups = queryClient.getQueryData(groupsQuery.queryKey) ?? []
  return new Map(
    groups.flatMap(({ id, name }) => {
      const own = knownGroup(queryClient, id)?.members.find(member => member.userId === userId)
      return own ? [[id, { name, own }] as const] : []
    }),
  )
}
