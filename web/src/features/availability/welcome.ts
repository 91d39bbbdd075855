import availabilityTexts from 'texts:availability'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#features/account/account-queries.ts'
import { showUndoToast } from '#ui/undo-toast.tsx'
import { addPending, setAvailabilityMutation } from './set-availability.ts'

/** Says that the user has joined the group as Available, which one tap changes. */
export function welcome(client: QueryClient, groupId: string): void {
  showUndoToast(availabilityTexts.joined, becomeUnavailable, availabilityTexts.notAvailable)

  function becomeUnavailable() {
    const userId = client.getQueryData(sessionQuery.queryKey)?.uid
    if (userId === undefined) return
    const change = { status: false, tappedAt: Date.now() }
    const changing = new MutationObserver(client, setAvailabilityMutation(client, groupId, userId))
    // The mutation itself shows why the change was refused.
    void changing.mutate(addPending(client, groupId, userId, change)).catch(() => {})
  }
}
