import { setImmediate as oneTurn } from 'node:timers/promises'
import type { LiveMessage } from '@grouplight/contract/live.ts'
import { describe, expect, test } from 'vitest'
import { Counts } from '#metrics/counts.ts'
import type { Services } from '#services.ts'
import { createToggleBatcher } from './toggle-batcher.ts'
import type { Toggle, ToggleOutcome } from './toggle-statement.ts'

describe('toggles that meet', () => {
  test('in one turn, or while a commit is under way, are committed together, without a timer', async () => {
    const { lane, commits, underWay } = laneOver()
    const first = ['a', 'b'].map(userId => lane.submit(wish('g', userId)))
    await oneTurn()
    expect(underWay()).toBe(true)
    const later = ['c', 'd', 'e'].map(userId => lane.submit(wish('g', userId)))
    await Promise.all([...first, ...later])
    expect(commits.map(toggles => toggles.map(({ userId }) => userId).join(''))).toEqual(['ab', 'cde'])
  })

  test('take those along who come while the last batch is being told', async () => {
    const { lane, commits } = laneOver()
    const first = lane.submit(wish('g', 'a'))
    await oneTurn()
    const second = lane.submit(wish('g', 'b'))
    const third = first.then(() => lane.submit(wish('g', 'c')))
    await Promise.all([second, third])
    expect(commits.map(toggles => toggles.map(({ userId }) => userId).join(''))).toEqual(['a', 'bc'])
  })

  test('of one member follow each other, one in each commit', async () => {
    const { lane, commits } = laneOver()
    const values = [true, false, true]
    await Promise.all(values.map(status => lane.submit({ ...wish('g', 'a'), status })))
    expect(commits.map(([toggle]) => toggle?.status)).toEqual(values)
  })

  test('are told as one message for each group, with growing notice numbers from message to message', async () => {
    const { lane, published } = laneOver()
    const toggles = [wish('h', 'b'), wish('g', 'd'), wish('h', 'a'), wish('g', 'c')]
    await Promise.all(toggles.map(toggle => lane.submit(toggle)))
    expect(published.map(([name, groupId]) => [name, groupId])).toEqual([
      ['t', 'g'],
      ['t', 'h'],
    ])
    const numbers = published.flatMap(message => (message[0] === 't' ? Object.values(message[4]) : []))
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  test('are all refused when their commit fails, and the lane goes on', async () => {
    const { lane, failNext } = laneOver()
    failNext()
    await expect(lane.submit(wish('g', 'a'))).rejects.toThrow('away')
    await expect(lane.submit(wish('g', 'a'))).resolves.toMatchObject({ changed: true })
  })
})

function wish(groupId: string, userId: string): Toggle {
  return { session: '', groupId, userId, status: true }
}

/** A lane over a database that grants every wish and numbers notices group by group. */
function laneOver() {
  const commits: Toggle[][] = []
  const published: LiveMessage[] = []
  let notice = 0
  let isAway = false
  let running = 0

  async function prepared(_: unknown, values: unknown[]): Promise<ToggleOutcome[]> {
    running++
    await new Promise(resolve => setTimeout(resolve, 20))
    running--
    if (isAway) {
      isAway = false
      throw new Error('The database is away')
    }
    const [sessions, groupIds, userIds, wishes] = values as [string[], string[], string[], boolean[]]
    const toggles = sessions.map((session, at) => ({
      session,
      groupId: groupIds[at] ?? '',
      userId: userIds[at] ?? '',
      status: wishes[at] ?? false,
    }))
    commits.push(toggles)
    const first = notice
    notice += toggles.length
    const places = toggles
      .map((_, at) => at)
      .sort((a, b) => ((groupIds[a] ?? '') < (groupIds[b] ?? '') ? -1 : 1))
    return toggles.map(({ userId }, at) => ({
      ...{ userId, emailVerified: true, needsRenewal: false, sinceMs: 0, version: 2, changed: true },
      noticeId: first + 1 + places.indexOf(at),
      retryAfterSeconds: null,
    }))
  }

  const lane = createToggleBatcher({
    database: { prepared },
    clock: { now: () => new Date(0) },
    counts: new Counts(),
    config: { limits: { changesPerMinute: 60 } },
    hub: { publish: (_topic: string, message: LiveMessage) => published.push(message) },
  } as unknown as Services)
  return { lane, commits, published, failNext: () => (isAway = true), underWay: () => running > 0 }
}
