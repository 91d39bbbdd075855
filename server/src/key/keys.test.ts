import type { Key } from '@grouplight/contract/key.ts'
import { describe, expect, test } from 'vitest'
import { addMs, dayMs, minuteMs } from '#clock.ts'
import { api } from '#testing/api.ts'
import type { Person, Reply } from '#testing/person.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

type NewKey = { maySwitch?: boolean; groupIds?: string[]; days?: 30 | 90 | 365 | null }

async function newKey(who: Person, input: NewKey = {}): Promise<{ key: Key; token: string }> {
  return who.ok(api.createKey, { body: { name: 'Lamp', maySwitch: false, ...input } })
}

const by = (token: string, headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, cookie: '', ...headers },
})

function setStatus(who: Person, groupId: string, token: string, status: boolean): Promise<Reply> {
  const params = { groupId, userId: who.userId }
  return who.call(api.setAvailability, { params, body: { status }, ...by(token) })
}

const inShort = ({ status, body }: Reply) =>
  status < 400 ? status : `${status} ${(body as { code: string }).code}`

describe('a key', () => {
  test('is shown once, and its user gets an email', async () => {
    const { key, token } = await newKey(ana, { maySwitch: true, days: 30 })
    expect(token).toMatch(/^gl_[0-9A-Za-z]{36}$/)
    const { keys: listed } = await ana.ok(api.listKeys)
    expect(listed[0]).toEqual(key)
    expect(JSON.stringify(listed)).not.toContain(token.slice(3, 20))
    expect(key).toMatchObject({
      ...{ name: 'Lamp', maySwitch: true, groupIds: null, lastUsedOn: null, lastFour: token.slice(-4) },
      expiresAt: addMs(new Date(key.createdAt), 30 * dayMs).toISOString(),
    })
    const [email] = (await app.emailsTo(ana)).filter(({ subject }) => subject.startsWith('A key was made'))
    expect(email?.text).toContain('Lamp')
    expect(email?.text).not.toContain(token)
    expect((await ben.ok(api.listKeys)).keys).toEqual([])
  })

  test('sees what its user sees, and only what it may see', async () => {
    const [one, other] = [(await app.groupOf(ana, ben)).id, (await app.groupOf(ana)).id]
    const { token } = await newKey(ana)
    const { body } = await ana.call(api.listGroups, by(token))
    expect(body).toEqual(await ana.ok(api.listGroups))
    const narrow = (await newKey(ana, { groupIds: [one] })).token
    const { body: seen } = await ana.call(api.listGroups, by(narrow))
    expect((seen as { groups: { id: string }[] }).groups.map(({ id }) => id)).toEqual([one])
    expect((await ana.call(api.readGroup, { params: { groupId: one }, ...by(narrow) })).body).toEqual(
      await ana.ok(api.readGroup, { params: { groupId: one } }),
    )
    expect(inShort(await ana.call(api.readGroup, { params: { groupId: other }, ...by(narrow) }))).toBe(
      '404 group-not-found',
    )
  })

  test('switches its user, who is signed in somewhere', async () => {
    const { id } = await app.groupOf(ana, ben)
    const { token } = await newKey(ana, { maySwitch: true })
    const screen = await ben.open()
    expect((await setStatus(ana, id, token, false)).body).toMatchObject({ status: false })
    await screen.next(([name]) => name === 't')
    expect((await setStatus(ana, id, token, true)).body).toMatchObject({ status: true })
    screen.close()
  })

  test('cannot make a user available who is signed out everywhere', async () => {
    const eve = await app.signUp('Eve')
    const { id } = await app.groupOf(eve)
    const { token } = await newKey(eve, { maySwitch: true })
    await eve.ok(api.signOut)
    expect(inShort(await setStatus(eve, id, token, true))).toBe('409 signed-out')
    expect((await setStatus(eve, id, token, false)).body).toMatchObject({ status: false })
  })

  test('ends at its time', async () => {
    const eve = await app.signUp('Eve')
    const { token } = await newKey(eve, { days: 30 })
    app.clock.advance(30 * dayMs - minuteMs)
    expect(inShort(await eve.call(api.listGroups, by(token)))).toBe(200)
    app.clock.advance(minuteMs)
    expect(inShort(await eve.call(api.listGroups, by(token)))).toBe('401 unauthenticated')
  })
})
