import type { LiveMessage } from '@grouplight/contract/live.ts'
import { describe, expect, test } from 'vitest'
import type { Connection, Following, LiveSocket } from './connections.ts'
import { Hub } from './hub.ts'

const message: LiveMessage = ['group.changed', 'red', 2]

describe('a message on a topic', () => {
  test('goes to every connection that follows the topic, and to no other connection', () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben', 'eve')
    const [here, there, bens, eves] = screens
    hub.tell(['follow', 'ana', 'red'])
    hub.tell(['follow', 'ben', 'red'])
    hub.tell(['follow', 'eve', 'blue'])
    hub.tell(['publish', 'red', message])
    for (const screen of [here, there, bens]) expect(screen?.frames).toEqual([JSON.stringify(message)])
    expect(eves?.frames).toEqual([])
  })

  test('does not reach users who no longer follow the topic', () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben')
    for (const userId of ['ana', 'ben'])
      for (const topic of ['red', 'blue']) hub.tell(['follow', userId, topic])
    hub.tell(['unfollow', 'ana', 'red'])
    hub.tell(['publish', 'red', message])
    expect(screens.map(({ frames }) => frames.length)).toEqual([0, 0, 1])
    hub.tell(['publish', 'blue', message])
    expect(screens.map(({ frames }) => frames.length)).toEqual([1, 1, 2])
  })

  test('reaches no connection once the topic is dissolved', () => {
    const { hub, screens } = hubWith('ana', 'ben')
    for (const userId of ['ana', 'ben']) hub.tell(['follow', userId, 'red'])
    hub.tell(['dissolve', 'red'])
    hub.tell(['publish', 'red', message])
    expect(screens.map(({ frames }) => frames)).toEqual([[], []])
    expect(screens.map(({ connection }) => connection.topics.size)).toEqual([0, 0])
  })

  test('does not reach a closed connection or a new connection whose topics are not loaded yet', () => {
    const { hub, screens } = hubWith('ana', 'ana')
    hub.tell(['follow', 'ana', 'red'])
    hub.disconnect(screens[0]?.connection as Connection)
    const { frames } = connect(hub, 'ana')
    hub.tell(['publish', 'red', message])
    expect([screens[0]?.frames.length, screens[1]?.frames.length, frames.length]).toEqual([0, 1, 0])
  })
})

describe('a message to a user', () => {
  test('reaches all connections of the user, and no others', () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben')
    hub.tell(['sendTo', 'ana', 1, [message]])
    hub.tell(['sendTo', 'nobody', 1, [message]])
    expect(screens.map(({ frames }) => frames.length)).toEqual([1, 1, 0])
  })
})

describe('a new connection', () => {
  test('follows the loaded topics', async () => {
    const { hub, screens } = hubWith('ana')
    await hub.followAll(screens[0]?.connection as Connection, async () => following('red', 'blue'))
    for (const topic of ['red', 'blue', 'green']) hub.tell(['publish', topic, message])
    expect(screens[0]?.frames).toHaveLength(2)
  })

  test('loads its topics once, and applies each follow and unfollow of its user that happens during the load', async () => {
    const { hub, screens } = hubWith('ana')
    const [ana] = screens
    let loads = 0
    await hub.followAll(ana?.connection as Connection, async () => {
      loads++
      hub.tell(['unfollow', 'ana', 'red'])
      hub.tell(['follow', 'ana', 'green'])
      hub.tell(['follow', 'ana', 'yellow'])
      hub.tell(['unfollow', 'ana', 'yellow'])
      hub.tell(['unfollow', 'ana', 'blue'])
      hub.tell(['follow', 'ana', 'blue'])
      return following('red', 'blue')
    })
    for (const topic of ['red', 'blue', 'green', 'yellow'])
      hub.tell(['publish', topic, ['group.left', topic]])
    expect(ana?.frames).toEqual(['["group.left","blue"]', '["group.left","green"]'])
    expect(loads).toBe(1)
  })

  test('a connection that is closed before its topics are loaded does not load them', async () => {
    const { hub, screens } = hubWith('ana')
    const connection = screens[0]?.connection as Connection
    hub.disconnect(connection)
    let loads = 0
    await hub.followAll(connection, async () => {
      loads++
      return following('red')
    })
    expect(loads).toBe(0)
  })

  test.each([
    ['left', (hub: Hub) => hub.tell(['unfollow', 'ana', 'red'])],
    ['deleted', (hub: Hub) => hub.tell(['dissolve', 'red'])],
  ])('does not follow a group that was %s while the topics were loaded', async (_, end) => {
    const { hub, screens } = hubWith('ana')
    let topics = ['red']
    await hub.followAll(screens[0]?.connection as Connection, async () => {
      const loaded = topics
      if (topics.length > 0) end(hub)
      topics = []
      return following(...loaded)
    })
    hub.tell(['publish', 'red', message])
    expect(screens[0]?.frames).toEqual([])
  })

  test('a connection that is closed while its topics are loaded follows none of them', async () => {
    const { hub, screens } = hubWith('ana')
    const [ana] = screens
    await hub.followAll(ana?.connection as Connection, async () => {
      hub.disconnect(ana?.connection as Connection)
      return following('red')
    })
    hub.tell(['publish', 'red', message])
    expect([ana?.frames, ana?.connection.topics.size]).toEqual([[], 0])
  })
})

describe('correcting the topics that users follow', () => {
  const truth = (...topics: string[]) => new Map([['ana', following(...topics)]])

  test('adds missing topics, removes extra topics, and returns the users whose topics were wrong', async () => {
    const { hub, screens } = hubWith('ana', 'ben')
    hub.tell(['follow', 'ana', 'red'])
    expect(await hub.followExactly(async () => truth('blue'))).toMatchObject({ corrected: ['ana'] })
    expect(await hub.followExactly(async () => truth('blue'))).toMatchObject({ corrected: [] })
    for (const topic of ['red', 'blue']) hub.tell(['publish', topic, ['group.left', topic]])
    expect(screens.map(({ frames }) => frames)).toEqual([['["group.left","blue"]'], []])
  })

  test('loads the topics once, and keeps changes made during the load', async () => {
    const { hub, screens } = hubWith('ana')
    hub.tell(['follow', 'ana', 'red'])
    let loads = 0
    const { corrected } = await hub.followExactly(async () => {
      loads++
      hub.tell(['unfollow', 'ana', 'red'])
      hub.tell(['dissolve', 'green'])
      hub.tell(['follow', 'ana', 'blue'])
      return truth('red', 'green')
    })
    expect([corrected, loads]).toEqual([[], 1])
    expect([...(screens[0]?.connection.topics ?? [])]).toEqual(['blue'])
  })

  test('runs one load after the other, so that an older load does not undo a newer load', async () => {
    const { hub, screens } = hubWith('ana')
    const slow = Promise.withResolvers<Map<string, Following>>()
    const first = hub.followExactly(() => slow.promise)
    const second = hub.followExactly(async () => truth('blue'))
    slow.resolve(truth('red'))
    await Promise.all([first, second])
    expect([...(screens[0]?.connection.topics ?? [])]).toEqual(['blue'])
  })
})

describe('messages that the bus has lost', () => {
  const truth = (version: number) => new Map([['ana', { version: 0, topics: new Map([['red', version]]) }]])

  test('count as missed for each user who already followed the topic, but only once', async () => {
    const { hub, screens } = hubWith('ana', 'ana')
    hub.tell(['follow', 'ana', 'red'])
    const { loaded } = await hub.followExactly(async () => truth(2))
    expect(hub.takeMissed(loaded)).toEqual(new Set(['ana']))
    expect(hub.takeMissed(loaded)).toEqual(new Set())
    hub.tell(['follow', 'ana', 'blue'])
    await hub.followAll(screens[1]?.connection as Connection, async () => following('red', 'blue'))
    expect(hub.takeMissed(new Map([['ana', following('blue')]]))).toEqual(new Set(['ana']))
  })

  test('do not count as missed if they were sent before the topic was followed', async () => {
    const { hub, screens } = hubWith('ana')
    await hub.followAll(screens[0]?.connection as Connection, async () => following('red'))
    expect(hub.takeMissed(truth(1))).toEqual(new Set())
    const { loaded } = await hub.followExactly(async () => new Map([['ana', following('red', 'blue')]]))
    expect(hub.takeMissed(loaded)).toEqual(new Set())
    expect(hub.takeMissed(truth(2))).toEqual(new Set(['ana']))
  })
})

describe('a command from another node', () => {
  test('a “follow” is not carried out, but marks a connected user as stale', () => {
    const { hub, screens } = hubWith('ana')
    let calls = 0
    hub.onStale(() => calls++)
    hub.receive(['follow', 'ana', 'red'])
    hub.receive(['follow', 'nobody', 'red'])
    hub.tell(['publish', 'red', message])
    expect(screens[0]?.frames).toEqual([])
    expect([calls, hub.takeStale(10), hub.takeStale(10)]).toEqual([1, ['ana'], []])
  })

  test('an “unfollow” is carried out immediately, and marks the user as stale', () => {
    const { hub, screens } = hubWith('ana')
    hub.tell(['follow', 'ana', 'red'])
    hub.receive(['unfollow', 'ana', 'red'])
    hub.tell(['publish', 'red', message])
    expect(screens[0]?.frames).toEqual([])
    expect(hub.takeStale(10)).toEqual(['ana'])
  })

  test('a command about a user whose topics are being loaded marks the user as stale again', async () => {
    const { hub } = hubWith('ana')
    hub.receive(['follow', 'ana', 'red'])
    hub.takeStale(10)
    await hub.followExactly(async () => {
      hub.receive(['follow', 'ana', 'blue'])
      return new Map([['ana', following('red')]])
    })
    expect(hub.takeStale(10)).toEqual(['ana'])
  })
})

describe('closing', () => {
  test('closing one session keeps the user’s other connections open', () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben')
    hub.tell(['follow', 'ana', 'red'])
    hub.tell(['close', 'ana', 4001, 'session 0'])
    hub.tell(['publish', 'red', message])
    hub.tell(['sendTo', 'ana', 1, [message]])
    expect(screens.map(({ closed }) => closed)).toEqual([[4001], [], []])
    expect(screens.map(({ frames }) => frames.length)).toEqual([0, 2, 0])
    expect(hub.countOf('ana')).toBe(1)
  })

  test('closing all connections of a user, or of all users, leaves none of them open', () => {
    const { hub, screens } = hubWith('ana', 'ana', 'ben', 'cyd')
    hub.tell(['close', 'ana', 4001, null])
    expect(screens.map(({ closed }) => closed)).toEqual([[4001], [4001], [], []])
    hub.closeAll(1012)
    expect(screens.map(({ closed }) => closed)).toEqual([[4001], [4001], [1012], [1012]])
    expect(['ana', 'ben', 'cyd'].map(userId => hub.countOf(userId))).toEqual([0, 0, 0])
  })
})

function following(...topics: string[]): Following {
  return { version: 0, topics: new Map(topics.map(topic => [topic, 1])) }
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
