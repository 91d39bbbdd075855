import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { passkeys } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { Authenticator, addPasskey, signInByPasskey, type WrongValues } from '#testing/authenticator.ts'
import { useTestApp } from '#testing/test-app.ts'
import type { Reply, TestUser } from '#testing/test-user.ts'

const app = useTestApp({ APP_NAME: 'Ampel' })

const refused = { status: 401, body: { code: 'passkey-refused' } }
const confirmFirst = { status: 403, body: { code: 'confirm-first' } }

const newAuthenticator = () => new Authenticator(app.url)
const listed = async (user: TestUser) => (await user.ok(api.listPasskeys)).passkeys

async function tryAdding(user: TestUser, wrongs: WrongValues, by = newAuthenticator()): Promise<Reply> {
  const { options } = await user.ok(api.startAddingPasskey)
  return user.call(api.addPasskey, { body: { name: 'Phone', response: by.create(options, wrongs) } })
}

describe('a passkey', () => {
  test('can be added, used, renamed and removed, and an email is sent when it is added or removed', async () => {
    const ana = await app.signUp('Ana')
    expect(await listed(ana)).toEqual([])
    const authenticator = await addPasskey(ana)
    const [added] = await listed(ana)
    expect(added).toMatchObject({ name: 'Phone', lastUsedOn: null })
    expect((await signInByPasskey(app.guest(), authenticator)).status).toBe(200)
    const params = { passkeyId: added?.id ?? '' }
    await ana.ok(api.renamePasskey, { params, body: { name: 'Old phone' } })
    const lastUsedOn = app.clock.now().toISOString().slice(0, 10)
    expect(await listed(ana)).toEqual([{ ...added, name: 'Old phone', lastUsedOn }])
    await ana.ok(api.removePasskey, { params })
    expect(await listed(ana)).toEqual([])
    expect(await signInByPasskey(app.guest(), authenticator)).toMatchObject(refused)
    const subjects = (await app.emailsTo(ana)).map(({ subject }) => subject)
    expect(subjects).toContain('New passkey for your Ampel account. Was it you?')
    expect(subjects).toContain('A passkey was removed from your Ampel account. Was it you?')
  })

  test('can be added and removed only while a confirmation is valid, but can be renamed at any time', async () => {
    const ana = await app.signUp('Ana')
    const authenticator = newAuthenticator()
    const { options } = await ana.ok(api.startAddingPasskey)
    const body = { name: 'Phone', response: authenticator.create(options) }
    const added = await ana.ok(api.addPasskey, { body })
    const params = { passkeyId: added.id }
    app.clock.advance(10 * minuteMs)
    expect(await ana.call(api.startAddingPasskey)).toMatchObject(confirmFirst)
    expect(await ana.call(api.addPasskey, { body })).toMatchObject(confirmFirst)
    expect(await ana.call(api.removePasskey, { params })).toMatchObject(confirmFirst)
    await ana.ok(api.renamePasskey, { params, body: { name: 'Old phone' } })
    await ana.ok(api.confirmByPassword, { body: { password: ana.password } })
    await ana.ok(api.removePasskey, { params })
  })

  test('of another user cannot be added again', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { credentialId } = await addPasskey(ana)
    expect(await tryAdding(ben, {}, new Authenticator(app.url, credentialId))).toMatchObject(refused)
    expect([(await listed(ben)).length, (await listed(ana)).length]).toEqual([0, 1])
  })

  test('is refused if the user already has 20 passkeys, also if several are added at the same time', async () => {
    const ana = await app.signUp('Ana')
    for (let n = 0; n < 19; n++) await addPasskey(ana)
    const { options } = await ana.ok(api.startAddingPasskey)
    expect(options.excludeCredentials).toHaveLength(19)
    // After an hour, the limit of additions per hour does not refuse the additions below.
    app.clock.advance(60 * minuteMs)
    await ana.ok(api.confirmByPassword, { body: { password: ana.password } })
    const starts = await Promise.all([1, 2, 3].map(() => ana.ok(api.startAddingPasskey)))
    const outcomes = await Promise.all(
      starts.map(({ options }) =>
        ana.call(api.addPasskey, {
          body: { name: 'Phone', response: newAuthenticator().create(options, {}) },
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const tooMany = { status: 409, body: { code: 'too-many-passkeys' } }
    expect(await ana.call(api.startAddingPasskey)).toMatchObject(tooMany)
    expect(await listed(ana)).toHaveLength(20)
  })

  test('is deleted with its account', async () => {
    const ana = await app.signUp('Ana')
    const authenticator = await addPasskey(ana)
    await ana.ok(api.deleteAccount, { body: { password: ana.password } })
    expect(await app.database.$count(passkeys, eq(passkeys.userId, ana.userId))).toBe(0)
    expect(await signInByPasskey(app.guest(), authenticator)).toMatchObject(refused)
  })
})

describe('the options for a new passkey', () => {
  test('ask for a discoverable credential with user verification, and contain no credentials of other accounts', async () => {
    const ana = await app.signUp('Ana')
    const { options } = await ana.ok(api.startAddingPasskey)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Ampel' },
      user: { id: Buffer.from(ana.userId).toString('base64url'), name: ana.email, displayName: 'Ana' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
  })
})

describe('a new passkey is refused', () => {
  const [ana, ben] = app.users('Ana', 'Ben')
  const wrongs: Record<string, WrongValues> = {
    'of another origin': { origin: 'http://localhost:1' },
    'of another host name': { rpId: 'example.org' },
    'made in a frame of another site': { crossOrigin: true },
    'with a challenge that the server did not make': { challenge: randomBytes(54).toString('base64url') },
    'with an empty challenge': { challenge: '' },
    'with a response of the type webauthn.get': { type: 'webauthn.get' },
    'without user verification': { userVerified: false },
    'without user presence': { userPresent: false },
    'with a credential id that is too long': { credentialId: randomBytes(1_024) },
  }
  test.each(Object.entries(wrongs))('%s', async (_, wrong) => {
    const { status, body } = await tryAdding(ana, wrong)
    expect([status, (body as { code: string }).code]).toEqual(
      wrong.credentialId ? [400, 'invalid-input'] : [401, 'passkey-refused'],
    )
    expect(await listed(ana)).toEqual([])
  })

  test('if its challenge has expired, was already used, or was made for another session or purpose', async () => {
    const authenticator = newAuthenticator()
    const answer = (options: Record<string, unknown>) => ({
      body: { name: 'Phone', response: authenticator.create(options) },
    })
    const { options } = await ana.ok(api.startAddingPasskey)
    expect(await ben.call(api.addPasskey, answer(options))).toMatchObject(refused)
    const elsewhere = await ana.onAnotherDevice()
    expect(await elsewhere.call(api.addPasskey, answer(options))).toMatchObject(refused)
    const toSignIn = (await ana.ok(api.startPasskeySignIn)).options
    const forAnother = { ...options, challenge: toSignIn.challenge }
    expect(await ana.call(api.addPasskey, answer(forAnother))).toMatchObject(refused)
    app.clock.advance(5 * minuteMs)
    expect(await ana.call(api.addPasskey, answer(options))).toMatchObject(refused)
    const fresh = (await ana.ok(api.startAddingPasskey)).options
    const added = await ana.ok(api.addPasskey, answer(fresh))
    await ana.ok(api.removePasskey, { params: { passkeyId: added.id } })
    expect(await ana.call(api.addPasskey, answer(fresh))).toMatchObject(refused)
  })
})

// If the server read the attestation statement, a client could make the server fetch revocation lists from any address.
test('a new passkey is accepted even if its attestation statement is invalid, because the statement is not read', async () => {
  const statement = new Map<string, unknown>([
    ['alg', -7],
    ['sig', new Uint8Array(randomBytes(70))],
    ['x5c', [new Uint8Array(randomBytes(500))]],
  ])
  const ana = await app.signUp('Ana')
  const { status } = await tryAdding(ana, { attestation: { fmt: 'packed', statement } })
  expect([status, await listed(ana)]).toMatchObject([200, [{ name: 'Phone' }]])
})
