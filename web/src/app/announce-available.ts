import appTexts from 'texts:app'
import availabilityTexts from 'texts:availability'
import type { FulfilledMessage } from '@grouplight/contract/live.ts'
import type { QueryClient } from '@tanstack/react-query'
import { groupQuery } from '#features/group/group-queries.ts'
import { knownGroup } from '#features/group/group-store.ts'
import { isHeard } from '#features/ringing/group-ringing.ts'
import { lightUp } from '#ui/light-up.ts'
import { isWaiting, replaceToast, showToast } from '#ui/toast.ts'

/** Shows a toast that a member is available now. If the member is not known, the whole group is fetched if that was not done. */
export async function announceAvailable(queryClient: QueryClient, groupId: string, userId: string) {
  const known = knownGroup(queryClient, groupId)
  const nameIn = (group = known) => group?.members.find(member => member.userId === userId)?.displayName
  const group = nameIn() ? known : await queryClient.ensureQueryData(groupQuery(groupId)).catch(() => known)
  if (!group) return
  lightUp(groupId, userId)
  const name = nameIn(group) || appTexts.user
  const who = burstsOf(queryClient).get(groupId)
  if (who && !who.has(userId)) who.add(userId)
  else showAvailable(burstsOf(queryClient), { groupId, group: group.name, userId, name })
}

/** For each group, who has become available since its last toast, for a second, or until that toast has a place on the screen. */
type Bursts = Map<string, Set<string>>

const bursts = new WeakMap<QueryClient, Bursts>()
const burstMs = 1_000

function burstsOf(queryClient: QueryClient): Bursts {
  const known = bursts.get(queryClient) ?? new Map()
  bursts.set(queryClient, known)
  return known
}

type Available = { groupId: string; group: string; userId: string; name: string }

function showAvailable(running: Bursts, { groupId, userId, ...values }: Available): void {
  const who = new Set([userId])
  running.set(groupId, who)
  let id = showToast('success', availabilityTexts.nowAvailable(values))
  let shown = who.size
  setTimeout(collect, burstMs)

  function collect() {
    if (who.size > shown)
      id = replaceToast(id, availabilityTexts.moreNowAvailable({ ...values, count: who.size - 1 }))
    shown = who.size
    if (isWaiting(id)) setTimeout(collect, burstMs)
    else if (running.get(groupId) === who) running.delete(groupId)
  }
}

/**
 * Shows a toast about a fulfilled watch. If the watch waited for a member of whom the user hears, the live message about the
 * toggle causes the toast instead.
 */
export async function announceFulfilled(queryClient: QueryClient, [, groupId, by]: FulfilledMessage) {
  if (typeof by === 'string') {
    if (!isHeard(queryClient, groupId, by)) await announceAvailable(queryClient, groupId, by)
    return
  }
  const known = knownGroup(queryClient, groupId)
  const group = known ?? (await queryClient.ensureQueryData(groupQuery(groupId)).catch(() => undefined))
  if (group) showToast('success', availabilityTexts.othersNowAvailable({ count: by, group: group.name }))
}
