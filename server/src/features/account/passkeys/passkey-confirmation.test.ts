import { describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { type Authenticator, addPasskey, type WrongValues } from '#testing/authenticator.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { TestUser } from '#testing/test-user.ts'

const app = useTestApp()

const refused = { status: 401, body: { code: 'passkey-refused' } }
const newUser = async (name: string): Promise<[TestUser, Authenticator]> => {
  const user = await app.signUp(name)
  return [user, await addPasskey(user)]
}

describe('a confirmation by passkey', () => {
  test('allows the user to start adding a passkey in the session of the confirmation, and in no other session', async () => {
    const [ana, authenticator] = await newUser('Ana')
    const elsewhere = await ana.onAnotherDevice()
    app.clock.advance(10 * minuteMs)
    const { options } = await ana.ok(api.startPasskeySignIn)
    await ana.ok(api.confirmByPasskey, { body: { response: authenticator.use(options) } })
    await ana.ok(api.startAddingPasskey)
    expect((await elsewhere.call(api.startAddingPasskey)).status).toBe(403)
  })

  test('is refused with the passkey of another user, and without user verification', async () => {
    const [[ana, authenticator], [ben, bens]] = [await newUser('Ana'), await newUser('Ben')]
    app.clock.advance(10 * minuteMs)
    const confirm = async (by: Authenticator, wrongs?: WrongValues) => {
      const { options } = await ana.ok(api.startPasskeySignIn)
      return ana.call(api.confirmByPasskey, { body: { response: by.use(options, wrongs) } })
    }
    expect(await confirm(bens)).toMatchObject(refused)
    expect(await confirm(bens, { userHandle: authenticator.userHandle })).toMatchObject(refused)
    expect(await confirm(authenticator, { userVerified: false })).toMatchObject(refused)
    for (const user of [ana, ben]) expect((await user.call(api.startAddingPasskey)).status).toBe(403)
  })
})
