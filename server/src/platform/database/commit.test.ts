import { describe, expect, test } from 'vitest'
import { type AfterCommit, type Committing, commit, commitStatement } from './commit.ts'

describe('effects of a transaction', () => {
  test('effects are carried out after the commit, in the order of recording, and the same function only once', async () => {
    const { services, happened } = start()
    const wake = ({ say }: typeof services) => say('wake')
    const answer = await commit(services, async transaction => {
      transaction.afterCommit(({ say }) => say('first'))
      transaction.afterCommit(wake)
      await Promise.resolve()
      transaction.afterCommit(wake)
      transaction.afterCommit(({ say }) => say('last'))
      happened.push('the work is done')
      return 'answer'
    })
    expect(answer).toBe('answer')
    expect(happened).toEqual(['the work is done', 'committed', 'first', 'wake', 'last'])
  })

  test('what must happen directly before the commit is done after the work, once, and can record effects', async () => {
    const { services, happened } = start()
    await commit(services, async transaction => {
      const last = async () => {
        happened.push('last statement')
        transaction.afterCommit(({ say }) => say('told'))
      }
      transaction.beforeCommit(last)
      transaction.beforeCommit(last)
      await Promise.resolve()
      happened.push('the work is done')
    })
    expect(happened).toEqual(['the work is done', 'last statement', 'committed', 'told'])
  })

  test('effects are not carried out after a rollback', async () => {
    const { services, happened } = start()
    const failing = commit(services, async transaction => {
      transaction.afterCommit(({ say }) => say('told'))
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(happened).toEqual(['rolled back'])
  })

  test('effects are not carried out when the commit fails', async () => {
    const { services, happened } = start({ commitFails: true })
    const failing = commit(services, async transaction => transaction.afterCommit(({ say }) => say('told')))
    await expect(failing).rejects.toThrow('the connection was lost')
    expect(happened).toEqual([])
  })

  test('an effect that fails is logged and does not prevent the other effects', async () => {
    const { services, happened, logged } = start()
    const answer = commit(services, async transaction => {
      transaction.afterCommit(() => {
        throw new Error('the socket is gone')
      })
      transaction.afterCommit(({ say }) => say('told'))
      return 'answer'
    })
    expect(await answer).toBe('answer')
    expect(happened).toEqual(['committed', 'told'])
    expect(logged).toEqual(['an effect of a committed change failed'])
  })

  test('no effect can be recorded after the transaction has ended', async () => {
    const { services, happened } = start()
    let late: Committing<typeof services> | undefined
    await commit(services, async transaction => {
      late = transaction
    })
    expect(() => late?.afterCommit(({ say }) => say('told'))).toThrow('already ended')
    expect(() => late?.beforeCommit(async () => {})).toThrow('already ended')
    expect(happened).toEqual(['committed'])
  })
})

test('the effects of a single statement are carried out after its commit', async () => {
  const { services, happened } = start()
  let late: AfterCommit<typeof services> | undefined
  await commitStatement(services, async effects => {
    late = effects
    effects.afterCommit(({ say }) => say('told'))
    await Promise.resolve()
    happened.push('the statement is committed')
  })
  expect(happened).toEqual(['the statement is committed', 'told'])
  expect(() => late?.afterCommit(() => {})).toThrow('already ended')
})

function start({ commitFails = false } = {}) {
  const happened: string[] = []
  const logged: string[] = []
  const database = {
    async transaction<Result>(work: (transaction: object) => Promise<Result>): Promise<Result> {
      const result = await work({}).catch(error => {
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
    log: { error: (_: unknown, line: string) => logged.push(line) },
  } as unknown as Parameters<typeof commit>[0]
  return { services: { ...services, say: (word: string) => happened.push(word) }, happened, logged }
}
