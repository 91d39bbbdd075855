import type { Call } from '@grouplight/contract/call.ts'
import { describe, expect, inject, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { attempts } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { checkInvariants } from '#testing/model/invariants.ts'
import { useTestApp } from '#testing/test-app.ts'

const rounds = Number(process.env.ROUNDS ?? 30)
const app = useTestApp({ LIMIT_REQUESTS_PER_SECOND: '100000' })
const answerers = 20
const needed = 2

describe.each([1, inject('postgresUrl') === null ? 0 : 2].filter(Boolean))('on %i node(s)', nodes => {
  test('of twenty who answer at once, exactly as many can as are needed, and the asker is told once', {
    timeout: 60_000 + rounds * 5_000,
  }, async () => {
    const other = nodes === 2 ? await app.anotherNode() : undefined
    const asker = await app.signUp('Ana')
    const users = await Promise.all(Array.from({ length: answerers }, (_, n) => app.signUp(`Ben ${n}`)))
    const { id: groupId } = await app.groupOf(asker, ...users)
    await asker.ok(api.setAskers, { params: { groupId }, body: { askers: 'admins' } })
    app.clock.advance(hourMs)
    for (let round = 0; round < rounds; round++) {
      await app.database.delete(attempts)
      const body = { text: 'Fire drill', needed, forMinutes: 60 }
      const { id: callId } = await asker.ok(api.openCall, { params: { groupId }, body })
      const answers = await Promise.all(
        users.map((user, n) =>
          (other && n % 2 ? user.at(other.address) : user).call(api.answerCall, {
            params: { callId },
            body: { can: true },
          }),
        ),
      )
      const accepted = answers.filter(({ status }) => status === 200)
      const late = answers.filter(({ body }) => (body as { code?: string }).code === 'call-closed')
      expect([accepted.length, late.length]).toEqual([needed, answerers - needed])
      expect(accepted.map(({ body }) => (body as Call).count).sort()).toEqual([1, 2])
      const { calls = [] } = await asker.ok(api.readGroup, { params: { groupId } })
      expect(calls.find(({ id }) => id === callId)).toMatchObject({ outcome: 'found', count: needed })
      const found = await rows(app.database)`
        select 1 from notices join notifications on notice_id = id where call_id = ${callId} and action = 'found'`
      expect(found).toHaveLength(1)
    }
    await checkInvariants(app.database)
    process.stdout.write(
      `${rounds} rounds of ${answerers} answers at once on ${nodes} node(s): ${needed} each\n`,
    )
  })
})
