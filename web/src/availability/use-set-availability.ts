import { setAvailability } from '@grouplight/contract/availability.ts'
import type { Group } from '@grouplight/contract/group.ts'
import { type QueryClient, useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount } from '#account/account-queries.ts'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { groupQuery } from '#group/group-queries.ts'
import { withAvailability } from '#group/recent-toggles.ts'
import { currentConnection, soonOrLive } from '#live/connection-state.ts'
import { t } from '#texts/texts.ts'
import { showToast } from '#ui/toast.ts'
import { applyAnswer } from './apply-toggled.ts'

const pauseMs = 3_000
const patienceMs = 10 * 60_000

/** What I want to be; an object of its own for each tap, so that the last one can be told from the others. */
type Wish = { status: boolean }

/**
 * Gives a function that asks for my availability in a group. One request is under way at a time; of the wishes
 * made meanwhile only the last is sent; while there is no server, it waits.
 */
export function useSetAvailability(groupId: string): (wish: Wish) => void {
  const { uid: userId } = useAccount()
  const { mutate } = useMutation({
    mutationKey: wishKey(groupId),
    scope: { id: wishKey(groupId).join() },
    mutationFn: (wish: Wish, { client }) =>
      patiently(
        () => call(setAvailability, { params: { groupId, userId }, body: wish }),
        () => isLastWish(client, groupId, wish),
      ),
    onSuccess: (answer, _wish, _, { client }) => answer && applyAnswer(client, answer),
    onError: (error, wish, _, { client }) => {
      if (isLastWish(client, groupId, wish)) showToast('error', t.availability.notChanged(problemText(error)))
    },
  })
  return mutate
}

/** The group whose page is open, my pending wish granted; read by who shows its members, not by the whole page. */
export function useShownGroup(groupId: string): Group | undefined {
  const { data: group } = useQuery(groupQuery(groupId))
  return useOptimisticGroup(groupId, group)
}

/** The group as it is once my pending wish is granted: what every screen shows while the server is asked. */
export function useOptimisticGroup<Held extends Group | undefined>(
  groupId: string,
  group: Held,
): Group | Held {
  const { uid: userId } = useAccount()
  const pending = useMutationState({
    filters: { mutationKey: wishKey(groupId), status: 'pending' },
    select: ({ state }) => ({ wish: state.variables as Wish, at: state.submittedAt }),
  }).at(-1)
  return useMemo(() => {
    const mine = group?.members.find(member => member.userId === userId)
    if (!group || !pending || mine?.status === pending.wish.status) return group
    return withAvailability(group, { userId, status: pending.wish.status, sinceMs: pending.at })
  }, [group, userId, pending])
}

/** Without a server the wish waits until it is back, as long as it is the last one; then it is sent, once. */
async function patiently<Answer>(
  send: () => Promise<Answer>,
  isStillWanted: () => boolean,
): Promise<Answer | null> {
  const givesUpAt = Date.now() + patienceMs
  for (let isFirst = true; isStillWanted(); isFirst = false) {
    try {
      return await send()
    } catch (error) {
      if (!isServerAway(error) || Date.now() > givesUpAt) throw error
      if (isFirst) showToast('info', t.availability.waits)
      await soonOrLive(pauseMs)
    }
  }
  return null
}

/** A request that fails while everything else is live is a failure, and told as one. */
function isServerAway(error: unknown): boolean {
  const code = problemCode(error)
  return (code === 'unreachable' || code === 'unavailable') && currentConnection().status !== 'live'
}

function wishKey(groupId: string) {
  return ['availability', groupId]
}

function isLastWish(queryClient: QueryClient, groupId: string, wish: Wish) {
  const pending = queryClient.getMutationCache().findAll({ mutationKey: wishKey(groupId), status: 'pending' })
  return pending.at(-1)?.state.variables === wish
}
