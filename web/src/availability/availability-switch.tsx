import { setAvailability } from '@grouplight/contract/availability.ts'
import type { Group } from '@grouplight/contract/group.ts'
import { type QueryClient, useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAccount } from '#account/account-queries.ts'
import { call, problemCode } from '#api/client.ts'
import { problemText } from '#api/problem-text.ts'
import { applyOwnChange, withAvailability } from '#group/group-cache.ts'
import { groupQuery } from '#group/group-queries.ts'
import { currentConnection, waitUntilLive } from '#live/connection-state.ts'
import { t } from '#texts/texts.ts'
import { Switch } from '#ui/switch.tsx'
import { showToast } from '#ui/toast.ts'

const retryPauseMs = 3_000
const retryForMs = 10 * 60_000

/** An object of its own for each tap, so that the latest can be recognised. */
type Change = { status: boolean }

type AvailabilitySwitchProps = { groupId: string; groupName: string; available: boolean }

/** My own switch in a group. `available` is what is shown, my pending change included. */
export function AvailabilitySwitch({ groupId, groupName, available }: AvailabilitySwitchProps) {
  const change = useSetAvailability(groupId)
  return (
    <Switch
      label={t.availability.availableIn(groupName)}
      checked={available}
      onChange={status => change({ status })}
    />
  )
}

/**
 * Returns a function that sets my availability in a group. One request is under way at a time; of the changes made
 * meanwhile only the latest is sent; while the server is unreachable, it waits.
 */
export function useSetAvailability(groupId: string): (change: Change) => void {
  const { uid: userId } = useAccount()
  const { mutate } = useMutation({
    mutationKey: mutationKey(groupId),
    scope: { id: mutationKey(groupId).join() },
    mutationFn: (change: Change, { client }) =>
      retryWhileOffline(
        () => call(setAvailability, { params: { groupId, userId }, body: change }),
        () => isLatest(client, groupId, change),
      ),
    onSuccess: (answer, _change, _, { client }) => answer && applyOwnChange(client, answer),
    onError: (error, change, _, { client }) => {
      if (isLatest(client, groupId, change)) showToast('error', t.availability.notChanged(problemText(error)))
    },
  })
  return mutate
}

/** The group of an open page with my pending change, for the parts that show members: the page itself is not rendered again. */
export function useGroup(groupId: string): Group | undefined {
  const { data: group } = useQuery(groupQuery(groupId))
  return useOptimisticGroup(groupId, group)
}

/** The group with my pending change, as every screen shows it while the server is asked. */
export function useOptimisticGroup<Cached extends Group | undefined>(
  groupId: string,
  group: Cached,
): Group | Cached {
  const { uid: userId } = useAccount()
  const pending = useMutationState({
    filters: { mutationKey: mutationKey(groupId), status: 'pending' },
    select: ({ state }) => ({ ...(state.variables as Change), sinceMs: state.submittedAt }),
  }).at(-1)
  return useMemo(() => {
    const mine = group?.members.find(member => member.userId === userId)
    if (!group || !pending || mine?.status === pending.status) return group
    return withAvailability(group, { userId, ...pending })
  }, [group, userId, pending])
}

async function retryWhileOffline<Answer>(
  send: () => Promise<Answer>,
  isStillLatest: () => boolean,
): Promise<Answer | null> {
  const givesUpAt = Date.now() + retryForMs
  for (let isFirst = true; isStillLatest(); isFirst = false) {
    try {
      return await send()
    } catch (error) {
      if (!isOffline(error) || Date.now() > givesUpAt) throw error
      if (isFirst) showToast('info', t.availability.waits)
      await waitUntilLive(retryPauseMs)
    }
  }
  return null
}

/** While the live connection works, a request that fails is a failure of its own and is reported. */
function isOffline(error: unknown): boolean {
  const code = problemCode(error)
  return (code === 'unreachable' || code === 'unavailable') && currentConnection().status !== 'live'
}

function mutationKey(groupId: string) {
  return ['availability', groupId]
}

function isLatest(queryClient: QueryClient, groupId: string, change: Change) {
  const filters = { mutationKey: mutationKey(groupId), status: 'pending' } as const
  return queryClient.getMutationCache().findAll(filters).at(-1)?.state.variables === change
}
