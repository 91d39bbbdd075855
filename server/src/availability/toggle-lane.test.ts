import type { LiveMessage } from '@grouplight/contract/live.ts'
import { describe, expect, test } from 'vitest'
import type { Services } from '#services.ts'
import { createToggleLane, type Toggle } from './toggle-lane.ts'
import type { ToggleRow } from './toggle-statement.ts'

describe('toggles that meet', () => {
  test('are committed together while one commit is under way, without a timer', async () => {
    const { lane, commits } = laneOver()
    await Promise.all(['a', 'b', 'c', 'd'].map(userId => lane.submit(wish('g', userId))))
    expect(commits.map(toggles => toggles.map(({ userId }) => userId).join(''))).toEqual(['a', 'bcd'])
  })

  test('of one member follow each other, one in each commit', async () => {
    const { lane, commits } = laneOver()
    const values = [true, false, true]
    await Promise.all(values.map(available => lane.submit({ groupId: 'g', userId: 'a', available })))
    expect(commits.map(([toggle]) => toggle?.available)).toEqual(values)
  })

  test('are told as one message for each group, with growing notice numbers from message to message', async () => {
    const { lane, published } = laneOver()
    const toggles = [wish('first', 'z'), wish('h', 'b'), wish('g', 'd'), wish('h', 'a'), wish('g', 'c')]
    await Promise.all(toggles.map(toggle => lane.submit(toggle)))
    const batch = published.slice(1)
    expect(batch.map(([name, groupId]) => [name, groupId])).toEqual([
      ['t', 'g'],
      ['t', 'h'],
    ])
    const numbers = batch.flatMap(message => (message[0] === 't' ? Object.values(message[4]) : []))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  test('are all refused when their commit fails, and the lane goes on', async () => {
    const { lane, failNext } = laneOver()
    failNext()
    await expect(lane.submit(wish('g', 'a'))).rejects.toThrow('away')
    await expect(lane.submit(wish('g', 'a'))).resolves.toMatchObject({ available: true })
  })
})

function wish(groupId: string, userId: string): Toggle {
  return { groupId, userId, available: true }
}

/** A lane over a database that grants every wish, numbers notices group by group, and answers rows in no useful order. */
function laneOver() {
  const commits: Toggle[][] = []
  const published: LiveMessage[] = []
  let notice = 0
  let isAway = false

  async function prepared(_: unknown, values: unknown[]): Promise<ToggleRow[]> {
    await new Promise(resolve => setImmediate(resolve))
    if (isAway) {
      isAway = false
      throw new Error('The database is away')
    }
    const [groupIds, userIds, wishes] = values as [string[], string[], boolean[]]
    const toggles = groupIds.map((groupId, at) => ({
      groupId,
      userId: userIds[at] ?? '',
      available: wishes[at] ?? false,
    }))
    commits.push(toggles)
    const granted = toggles
      .toSorted((a, b) => (a.groupId < b.groupId ? -1 : 1))
      .map(toggle => ({ ...toggle, sinceMs: 0, version: 2, changed: true, noticeId: ++notice }))
    return granted.reverse()
  }

  const lane = createToggleLane({
    database: { prepared },
    clock: { now: () => new Date(0) },
    hub: { publish: (_topic: string, message: LiveMessage) => published.push(message) },
  } as unknown as Services)
  return { lane, commits, published, failNext: () => (isAway = true) }
}
