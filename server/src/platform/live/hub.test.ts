import type { LiveMessage } from '@grouplight/contract/live.ts'
import { describe, expect, test } from 'vitest'
import type { Connection, LiveSocket } from './connections.ts'
import { Hub } from './hub.ts'

const message: LiveMessage = ['group.changed', 'red', 2]

describe('a message on a topic', () => {
  test('goes to every connection that follows the topic, and to no other connection', async () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben', 'eve')
    const [here, there, bens, eves] = screens
    await follow(hub, { ana: ['red'], ben: ['red'], eve: ['blue'] })
    hub.receive(['publish', 'red', message])
    for (const screen of [here, there, bens]) expect(screen?.frames).toEqual([JSON.stringify(message)])
    expect(eves?.frames).toEqual([])
  })

  test('does not reach users who no longer follow the topic', async () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben')
    await follow(hub, { ana: ['red', 'blue'], ben: ['red', 'blue'] })
    hub.receive(['unfollow', 'ana', 'red'])
    hub.receive(['publish', 'red', message])
    expect(screens.map(({ frames }) => frames.length)).toEqual([0, 0, 1])
    hub.receive(['publish', 'blue', message])
    expect(screens.map(({ frames }) => frames.length)).toEqual([1, 1, 2])
  })

  test('reaches no connection once the topic is dissolved', async () => {
    const { hub, screens } = hubWith('ana', 'ben')
    await follow(hub, { ana: ['red'], ben: ['red'] })
    hub.receive(['dissolve', 'red'])
    hub.receive(['publish', 'red', message])
    expect(screens.map(({ frames }) => frames)).toEqual([[], []])
    expect(screens.map(({ connection }) => connection.topics.size)).toEqual([0, 0])
  })

  test('does not reach a closed connection or a new connection whose topics are not loaded yet', async () => {
    const { hub, screens } = hubWith('ana', 'ana')
    await follow(hub, { ana: ['red'] })
    hub.disconnect(screens[0]?.connection as Connection)
    const { frames } = connect(hub, 'ana')
    hub.receive(['publish', 'red', message])
    expect([screens[0]?.frames.length, screens[1]?.frames.length, frames.length]).toEqual([0, 1, 0])
  })
})

describe('a message to a user', () => {
  test('reaches all connections of the user, and no others', () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben')
    hub.receive(['sendTo', 'ana', message])
    hub.receive(['sendTo', 'nobody', message])
    expect(screens.map(({ frames }) => frames.length)).toEqual([1, 1, 0])
  })
})

describe('a new connection', () => {
  test('follows the loaded topics', async () => {
    const { hub, screens } = hubWith('ana')
    await hub.followAll(screens[0]?.connection as Connection, async () => new Set(['red', 'blue']))
    for (const topic of ['red', 'blue', 'green']) hub.receive(['publish', topic, message])
    expect(screens[0]?.frames).toHaveLength(2)
  })

  test('a connection that is closed before its topics are loaded does not load them', async () => {
    const { hub, screens } = hubWith('ana')
    const connection = screens[0]?.connection as Connection
    hub.disconnect(connection)
    let loads = 0
    await hub.followAll(connection, async () => {
      loads++
      return new Set(['red'])
    })
    expect(loads).toBe(0)
  })

  test.each([
    ['left', (hub: Hub) => hub.receive(['unfollow', 'ana', 'red'])],
    ['deleted', (hub: Hub) => hub.receive(['dissolve', 'red'])],
  ])('does not follow a group that was %s while the topics were loaded', async (_, end) => {
    const { hub, screens } = hubWith('ana')
    let topics = ['red']
    await hub.followAll(screens[0]?.connection as Connection, async () => {
      const loaded = topics
      if (topics.length > 0) end(hub)
      topics = []
      return new Set(loaded)
    })
    hub.receive(['publish', 'red', message])
    expect(screens[0]?.frames).toEqual([])
  })

  test('a connection that is closed while its topics are loaded follows none of them', async () => {
    const { hub, screens } = hubWith('ana')
    const [ana] = screens
    await hub.followAll(ana?.connection as Connection, async () => {
      hub.disconnect(ana?.connection as Connection)
      return new Set(['red'])
    })
    hub.receive(['publish', 'red', message])
    expect([ana?.frames, ana?.connection.topics.size]).toEqual([[], 0])
  })
})

describe('reading again which topics users may follow', () => {
  test('adds missing topics, and removes extra topics', async () => {
    const { hub, screens } = hubWith('ana', 'ben')
    await follow(hub, { ana: ['red'] })
    await follow(hub, { ana: ['blue'] })
    for (const topic of ['red', 'blue']) hub.receive(['publish', topic, ['group.left', topic]])
    expect(screens.map(({ frames }) => frames)).toEqual([['["group.left","blue"]'], []])
  })

  test('leaves out what was left during the load', async () => {
    const { hub, screens } = hubWith('ana')
    await hub.followExactly(async () => {
      hub.receive(['unfollow', 'ana', 'red'])
      hub.receive(['dissolve', 'green'])
      return new Map([['ana', new Set(['red', 'green', 'blue'])]])
    })
    expect([...(screens[0]?.connection.topics ?? [])]).toEqual(['blue'])
  })

  test('runs one load after the other, so that an older load does not undo a newer load', async () => {
    const { hub, screens } = hubWith('ana')
    const slow = Promise.withResolvers<Map<string, Set<string>>>()
    const first = hub.followExactly(() => slow.promise)
    const second = follow(hub, { ana: ['blue'] })
    slow.resolve(new Map([['ana', new Set(['red'])]]))
    await Promise.all([first, second])
    expect([...(screens[0]?.connection.topics ?? [])]).toEqual(['blue'])
  })
})

describe('a “follow”', () => {
  const joined: LiveMessage = ['group.joined', 'red']

  test('does not make the user follow, but asks for the user’s topics', async () => {
    const { hub, screens } = hubWith('ana')
    let calls = 0
    hub.onStale(() => calls++)
    hub.receive(['follow', 'ana', 'red'])
    hub.receive(['follow', 'nobody', 'red'])
    expect(calls).toBe(1)
    const asked: string[][] = []
    const read = async (userIds: string[]) => {
      asked.push(userIds)
      return new Map([['ana', new Set(['blue'])]])
    }
    await hub.correctStale(read)
    await hub.correctStale(read)
    expect([asked, [...(screens[0]?.connection.topics ?? [])]]).toEqual([[['ana']], ['blue']])
  })

  test('holds back messages to the user until the topics are read', async () => {
    const { hub, screens } = hubWith('ana')
    hub.receive(['follow', 'ana', 'red'])
    hub.receive(['sendTo', 'ana', joined])
    expect(screens[0]?.frames).toEqual([])
    await hub.correctStale(async () => new Map([['ana', new Set(['red'])]]))
    hub.receive(['publish', 'red', message])
    expect(screens[0]?.frames).toEqual([joined, message].map(sent => JSON.stringify(sent)))
  })

  test('during a load makes the node load again before messages go on', async () => {
    const { hub, screens } = hubWith('ana')
    hub.receive(['follow', 'ana', 'red'])
    let loads = 0
    await hub.correctStale(async () => {
      loads++
      if (loads === 1) {
        hub.receive(['follow', 'ana', 'blue'])
        hub.receive(['sendTo', 'ana', joined])
      } else expect(screens[0]?.frames).toEqual([])
      return new Map([['ana', new Set(['red'])]])
    })
    expect([loads, screens[0]?.frames.length]).toEqual([2, 1])
  })

  test('is not forgotten if the load fails', async () => {
    const { hub, screens } = hubWith('ana')
    hub.receive(['follow', 'ana', 'red'])
    hub.receive(['sendTo', 'ana', joined])
    await expect(hub.correctStale(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    await hub.correctStale(async () => new Map([['ana', new Set(['red'])]]))
    expect(screens[0]?.frames).toEqual([JSON.stringify(joined)])
  })
})

test('a client whose topics were loaded while commands may have been missed fetches its data again', async () => {
  const { hub, screens } = hubWith('ana')
  await hub.followAll(screens[0]?.connection as Connection, async () => {
    hub.missCommands()
    return new Set(['red'])
  })
  await hub.correctStale(async () => new Map([['ana', new Set(['blue'])]]))
  expect(screens[0]?.frames).toEqual([expect.stringContaining('hello')])
  expect([...(screens[0]?.connection.topics ?? [])]).toEqual(['blue'])
})

describe('closing', () => {
  test('closing one session keeps the user’s other connections open', async () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben')
    await follow(hub, { ana: ['red'] })
    hub.receive(['close', 'ana', 4001, 'session 0'])
    hub.receive(['publish', 'red', message])
    hub.receive(['sendTo', 'ana', message])
    expect(screens.map(({ closed }) => closed)).toEqual([[4001], [], []])
    expect(screens.map(({ frames }) => frames.length)).toEqual([0, 2, 0])
    expect(hub.countOf('ana')).toBe(1)
  })

  test('closing all connections of a user, or of all users, leaves none of them open', () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben', 'cyd')
    hub.receive(['close', 'ana', 4001, null])
    expect(screens.map(({ closed }) => closed)).toEqual([[4001], [4001], [], []])
    hub.closeAll(1012)
    expect(screens.map(({ closed }) => closed)).toEqual([[4001], [4001], [1012], [1012]])
    expect(['ana', 'ben', 'cyd'].map(userId => hub.countOf(userId))).toEqual([0, 0, 0])
  })
})

function follow(hub: Hub, topics: Record<string, string[]>): Promise<void> {
  return hub.followExactly(
    async () => new Map(Object.entries(topics).map(([userId, ofUser]) => [userId, new Set(ofUser)])),
  )
}

type Screen = { frames: string[]; closed: number[]; connection: Connection }

function connect(hub: Hub, userId: string, session = 'session'): Screen {
  const frames: string[] = []
  const closed: number[] = []
  const socket: LiveSocket = {
    // The frames of short messages have a header of two bytes.
    queue: frame => frames.push(String(frame.subarray(2))),
    close: code => closed.push(code),
  }
  return { frames, closed, connection: hub.connect(userId, session, socket) }
}

function hubWith(...users: string[]): { hub: Hub; screens: Screen[] } {
  const hub = new Hub()
  return { hub, screens: users.map((userId, n) => connect(hub, userId, `session ${n}`)) }
}
