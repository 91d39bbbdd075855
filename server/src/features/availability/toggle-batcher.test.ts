import { setImmediate as oneTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Counts } from '#platform/counts.ts'
import type { Services } from '#services.ts'
import { createStatusNoticeCounter } from './refuse-changes.ts'
import type { StatusRow } from './status-statement.ts'
import { createToggleBatcher, type Toggle } from './toggle-batcher.ts'

describe('concurrent toggles', () => {
  test('toggles of one turn of the event loop share a batch, and toggles during the commit share the next batch', async () => {
    const { batcher, commits, isCommitting } = createBatcher()
    const first = ['a', 'b'].map(userId => batcher.submit(toggleOf('g', userId)))
    await oneTurn()
    expect(isCommitting()).toBe(true)
    const later = ['c', 'd', 'e'].map(userId => batcher.submit(toggleOf('g', userId)))
    await Promise.all([...first, ...later])
    expect(commits.map(toggles => toggles.map(({ userId }) => userId).join(''))).toEqual(['ab', 'cde'])
  })

  test('a toggle just after a commit is in the same batch as the toggles that arrived during the commit', async () => {
    const { batcher, commits } = createBatcher()
    const first = batcher.submit(toggleOf('g', 'a'))
    await oneTurn()
    const second = batcher.submit(toggleOf('g', 'b'))
    const third = first.then(() => batcher.submit(toggleOf('g', 'c')))
    await Promise.all([second, third])
    expect(commits.map(toggles => toggles.map(({ userId }) => userId).join(''))).toEqual(['a', 'bc'])
  })

  test('several toggles of one membership are committed in separate batches, in the order of their arrival', async () => {
    const { batcher, commits } = createBatcher()
    const values = [true, false, true]
    await Promise.all(values.map(status => batcher.submit({ ...toggleOf('g', 'a'), status })))
    expect(commits.map(([toggle]) => toggle?.status)).toEqual(values)
  })

  test('a toggle fails if the commit of its batch fails, and later toggles succeed', async () => {
    const { batcher, failNext } = createBatcher()
    failNext()
    await expect(batcher.submit(toggleOf('g', 'a'))).rejects.toThrow('away')
    await expect(batcher.submit(toggleOf('g', 'a'))).resolves.toMatchObject({ changed: true })
  })
})

function toggleOf(groupId: string, userId: string): Toggle {
  return { session: '', groupId, userId, status: true }
}

/** The fake database accepts every toggle, and assigns the notice ids in the order of the group ids. */
function createBatcher() {
  const commits: Toggle[][] = []
  let notice = 0
  let isAway = false
  let running = 0

  async function prepared(_: unknown, values: unknown[]): Promise<StatusRow[]> {
    running++
    await new Promise(resolve => setTimeout(resolve, 20))
    running--
    if (isAway) {
      isAway = false
      throw new Error('The database is away')
    }
    const toggles: Toggle[] = JSON.parse(String(values[0]))
    commits.push(toggles)
    const first = notice
    notice += toggles.length
    const groupIdAt = (at: number) => toggles[at]?.groupId ?? ''
    const positions = toggles.map((_, at) => at).sort((a, b) => (groupIdAt(a) < groupIdAt(b) ? -1 : 1))
    return toggles.map(({ userId }, at) => ({
      ...{ position: at + 1, userId, emailVerified: true, needsRenewal: false, changed: true },
      ...{ status: true, sinceMs: 0, untilMs: null, note: null, version: 1 },
      ...{
        changesSinceMs: null,
        isRefused: false,
        isWatched: false,
        needsTransaction: false,
        oldNoticeId: null,
      },
      noticeId: first + 1 + positions.indexOf(at),
      command: null,
      isTold: true,
    }))
  }

  const batcher = createToggleBatcher({
    database: { prepared },
    clock: { now: () => new Date(0) },
    counts: new Counts(),
    statusNoticeCounter: createStatusNoticeCounter({ now: () => new Date(0) }),
    config: { limits: { changesPerMinute: 60 } },
    bus: null,
    hub: { changeOutside: () => {} },
    ringer: { wake: () => {} },
    changeDetector: { wake: () => {} },
  } as unknown as Services)
  return { batcher, commits, failNext: () => (isAway = true), isCommitting: () => running > 0 }
}
