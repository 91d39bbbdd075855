import { closeCodes } from '@grouplight/contract/live.ts'
import { describe, expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { disableAccount, enableAccount } from './disable-account.ts'

const app = useTestApp()

describe('disabling an account', () => {
  test('ends its sessions and live connections and makes the user Unavailable', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const group = await app.groupOf(ana, ben)
    const phone = await ben.onAnotherDevice()
    const [anas, ...bens] = [await ana.open(), await ben.open(), await phone.open()]
    const notificationsBefore = await ana.ok(api.listNotifications)

    expect(await disableAccount(app.services, ben)).toBe(true)

    for (const screen of bens) expect(await screen.closed).toBe(closeCodes.sessionEnded)
    for (const device of [ben, phone]) expect(await device.ok(api.readSession)).toEqual({ account: null })
    const { members, version } = await ana.group(group.id)
    expect(members).toMatchObject([{ status: true }, { displayName: 'Ben', status: false }])
    expect((await anas.settled()).slice(1)).toEqual([
      ['t', group.id, version, expect.any(Number), { [ben.userId]: 0 }],
    ])
    expect(await ana.ok(api.listNotifications)).toEqual(notificationsBefore)
    expect(await ben.call(api.signIn, { body: { email: ben.email, password: ben.password } })).toMatchObject({
      status: 403,
      body: { code: 'user-disabled' },
    })
  })

  test('returns false the second time; after enabling, the old password works but the old sessions do not', async () => {
    const ben = await app.signUp('Ben')
    const old = ben.cookie
    expect(await enableAccount(app.services, ben)).toBe(false)
    expect(await disableAccount(app.services, ben)).toBe(true)
    expect(await disableAccount(app.services, ben)).toBe(false)
    expect(await enableAccount(app.services, ben)).toBe(true)
    ben.cookie = old
    expect(await ben.ok(api.readSession)).toEqual({ account: null })
    await ben.signIn()
    expect(await ben.ok(api.readSession)).toMatchObject({ account: { uid: ben.userId } })
  })

  test('leaves no session of a concurrent sign-in', async () => {
    for (let round = 1; round <= 5; round++) {
      const ben = await app.signUp('Ben')
      const signingIn = Array.from({ length: 4 }, () =>
        ben.call(api.signIn, { body: { email: ben.email, password: ben.password } }),
      )
      await disableAccount(app.services, ben)
      await Promise.all(signingIn)
      await enableAccount(app.services, ben)
      for (const answer of await Promise.all(signingIn)) {
        ben.cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
        expect(await ben.ok(api.readSession)).toEqual({ account: null })
      }
    }
  })
})
