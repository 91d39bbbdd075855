import availabilityTexts from 'texts:availability'
import { MutationObserver, type QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#features/account/account-queries.ts'
import { offerFirstSteps } from '#features/ringing/ring-offer-storage.ts'
import { showUndoToast } from '#ui/undo-toast.tsx'
import { addPending, setAvailabilityMutation } from './set-availability.ts'

/** Says that the user has joined the group as Available, which one tap changes. The page of the group shows the first steps. */
export function welcome(client: QueryClient, groupId: string): void {
  const userId = client.getQueryData(sessionQuery.queryKey)?.uid
  if (userId === undefined) return
  offerFirstSteps(userId)
  showUndoToast(availabilityTexts.joined, () => becomeUnavailable(userId), availabilityTexts.notAvailable)

  function becomeUnavailable(userId: string) {
    const change = { status: false, tappedAt: Date.now() }
    const changing = new MutationObserver(client, setAvailabilityMutation(client, groupId, userId))
    // The mutation itself shows why the change was refused.
    void changing.mutate(addPending(client, groupId, userId, change)).catch(() => {})
  }
}
