import { expect, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

test('a group in which nobody may ask around has the same answers and live messages as if calls did not exist', async () => {
  const { id: groupId } = await app.groupOf(ana, ben)
  const params = { groupId, userId: ana.userId }
  const screen = await ben.open()
  const seen = async () => {
    await screen.settled()
    screen.clear()
    for (const status of [false, true]) await ana.ok(api.setAvailability, { params, body: { status } })
    const paths = ['/api/dashboard', '/api/groups', `/api/groups/${groupId}`]
    const answers = await Promise.all(paths.map(path => ben.request('GET', path)))
    const texts = [...answers.map(({ body }) => body), await screen.settled()]
    // Versions and times differ from one reading to the next.
    return texts.map(text => JSON.stringify(text).replace(/(?<=[:,])\d+|"[\d-]{10}T[\d:.]{8,}Z"/g, '0'))
  }
  const before = await seen()
  const member = (id: string, name: string) =>
    `{"userId":"${id}","displayName":"${name}","status":true,"lastUpdated":0}`
  expect(before.slice(2)).toEqual([
    `{"id":"${groupId}","name":"Mountain Rescue","description":"Night shift","createdBy":"${ana.userId}","version":0,"memberCount":0,"availableCount":0,"offeredTo":null,"created":0,"members":[${member(ben.userId, 'Ben')},${member(ana.userId, 'Ana')}]}`,
    JSON.stringify(Array(2).fill(['t', groupId, 0, 0, { [ana.userId]: 0 }])),
  ])

  await ana.ok(api.setAskers, { params, body: { askers: 'members' } })
  app.clock.advance(hourMs)
  const question = { text: 'Fire drill', needed: 1, forMinutes: 60 }
  const { id: callId } = await ana.ok(api.openCall, { params, body: question })
  for (const answer of (await seen()).slice(0, 3)) expect(answer).toContain('Fire drill')
  await ana.ok(api.withdrawCall, { params: { callId } })
  await ana.ok(api.setAskers, { params, body: { askers: null } })
  expect(await seen()).toEqual(before)
})
