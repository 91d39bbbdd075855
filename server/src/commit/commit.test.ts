import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { Hub } from '#live/hub.ts'
import { commit, commitStatement, type UnitOfWork } from './commit.ts'

const [ana, ben] = ['ana', 'ben']

describe('effects of a transaction', () => {
  test('effects are carried out after the commit, once each and in the order of recording', async () => {
    const { services, happened } = start()
    const answer = await commit(services, async transaction => {
      transaction.publish('red', ['group.changed', 'red', 2])
      transaction.wakeEmailWorker()
      await Promise.resolve()
      transaction.unfollow(ben, 'red')
      transaction.follow(ana, 'red')
      transaction.close(ben, 4001, 'phone')
      transaction.dissolve('blue')
      happened.push('the work is done')
      return 'answer'
    })
    expect(answer).toBe('answer')
    expect(happened).toEqual([
      'the work is done',
      'committed',
      'publish red group.changed,red,2',
      'wake',
      'unfollow ben red',
      'follow ana red',
      'close ben 4001 phone',
      'dissolve blue',
    ])
  })

  test('effects are not carried out after a rollback', async () => {
    const { services, happened } = start()
    const failing = commit(services, async transaction => {
      transaction.sendTo(ana, ['notifications.changed'])
      transaction.wakeEmailWorker()
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(happened).toEqual(['rolled back'])
  })

  test('effects are not carried out when the commit fails', async () => {
    const { services, happened } = start({ commitFails: true })
    const failing = commit(services, async transaction => transaction.sendTo(ana, ['notifications.changed']))
    await expect(failing).rejects.toThrow('the connection was lost')
    expect(happened).toEqual([])
  })

  test('an effect that fails is logged and does not prevent the other effects', async () => {
    const { services, happened, logged } = start({ failing: ana })
    const answer = commit(services, async transaction => {
      transaction.sendTo(ana, ['notifications.changed'])
      transaction.sendTo(ben, ['notifications.changed'])
      return 'answer'
    })
    expect(await answer).toBe('answer')
    expect(happened).toEqual(['committed', 'sendTo ben 1 notifications.changed'])
    expect(logged).toEqual(['an effect of a committed change failed'])
  })

  test('after the other effects, a user gets all messages of a transaction together, with the user’s next version and without duplicates', async () => {
    const { services, happened } = start()
    await commit(services, async transaction => {
      for (const userId of [ana, ben, ana]) transaction.sendTo(userId, ['notifications.changed'])
      transaction.sendTo(ana, ['invitations.changed'])
      for (let n = 0; n < 2; n++) transaction.wakeEmailWorker()
    })
    await commit(services, async transaction => transaction.sendTo(ben, ['account.changed']))
    expect(happened).toEqual([
      'committed',
      'wake',
      'sendTo ana 1 notifications.changed,invitations.changed',
      'sendTo ben 1 notifications.changed',
      'committed',
      'sendTo ben 2 account.changed',
    ])
  })

  test('no effect can be recorded after the transaction has ended', async () => {
    const { services, happened } = start()
    let late: UnitOfWork | undefined
    await commit(services, async transaction => {
      late = transaction
    })
    expect(() => late?.sendTo(ana, ['notifications.changed'])).toThrow(TypeError)
    expect(() => late?.publish('red', ['group.changed', 'red', 2])).toThrow(TypeError)
    expect(happened).toEqual(['committed'])
  })
})

test('the effects of a single statement are carried out after its commit', async () => {
  const { services, happened } = start()
  await commitStatement(services, async effects => {
    effects.publish('red', ['group.changed', 'red', 2])
    await Promise.resolve()
    happened.push('the statement is committed')
  })
  expect(happened).toEqual(['the statement is committed', 'publish red group.changed,red,2'])
})

/** The hub throws for each command about the user `failing`. */
function start({ commitFails = false, failing = '' } = {}) {
  const happened: string[] = []
  const logged: string[] = []
  class RecordingHub extends Hub {
    override apply(command: Parameters<Hub['apply']>[0]): void {
      const [name, ...rest] = command
      if (rest[0] === failing) throw new Error('the socket is gone')
      happened.push([name, ...rest].join(' '))
    }
  }
  const versions = new Map<string, number>()
  // The only statement in these tests increases the versions of users.
  const execute = async (statement: SQL) => {
    const userIds = new PgDialect().sqlToQuery(statement).params as string[]
    for (const userId of userIds) versions.set(userId, (versions.get(userId) ?? 0) + 1)
    return { rows: userIds.map(userId => ({ userId, version: versions.get(userId) })) }
  }
  const database = {
    async transaction<Result>(work: (transaction: object) => Promise<Result>): Promise<Result> {
      const result = await work({ execute }).catch(error => {
        happened.push('rolled back')
        throw error
      })
      if (commitFails) throw new Error('the connection was lost')
      happened.push('committed')
      return result
    },
  }
  const services = {
    database,
    hub: new RecordingHub(),
    workers: { email: { wake: () => happened.push('wake') } },
    changeDetector: { wake: () => {} },
    log: { error: (_: unknown, line: string) => logged.push(line) },
  } as unknown as Parameters<typeof commit>[0]
  return { services, happened, logged }
}
