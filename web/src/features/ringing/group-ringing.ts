import ringingTexts from 'texts:ringing'
import type { GroupRinging } from '@grouplight/contract/ringing.ts'
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { problemText } from '#api/problem-text.ts'
import { showToast } from '#ui/toast.ts'
import { ringingQuery } from './ringing-queries.ts'

export function useRinging(groupId: string): GroupRinging {
  return findIn(useQuery(ringingQuery).data, groupId)
}

export function ringingIn(queryClient: QueryClient, groupId: string): GroupRinging {
  return findIn(queryClient.getQueryData(ringingQuery.queryKey), groupId)
}

export function isHeard(queryClient: QueryClient, groupId: string, memberId: string): boolean {
  const { rule, follows } = ringingIn(queryClient, groupId)
  return rule === 'all' || (rule === 'followed' && follows.includes(memberId))
}

export function isRingingStale(queryClient: QueryClient): boolean {
  const state = queryClient.getQueryState(ringingQuery.queryKey)
  return state?.isInvalidated === true || state?.fetchStatus === 'fetching'
}

/** Sends the changes in a group one after the other. `pending` is the latest change while it is unanswered, else null. */
export function useRingingChange<Change>(groupId: string, send: (change: Change) => Promise<GroupRinging>) {
  const { mutate, variables, isPending } = useMutation({
    scope: { id: `ringing ${groupId}` },
    mutationFn: send,
    onSuccess: (changed, _change, _, { client }) =>
      client.setQueryData(ringingQuery.queryKey, all =>
        all?.filter(ringing => ringing.groupId !== groupId).concat(changed),
      ),
    onError: error => showToast('error', ringingTexts['rule.notChanged']({ why: problemText(error) })),
  })
  return { change: mutate, pending: isPending ? variables : null }
}

function findIn(all: GroupRinging[] | undefined, groupId: string): GroupRinging {
  return all?.find(ringing => ringing.groupId === groupId) ?? { groupId, rule: 'all', follows: [] }
}
