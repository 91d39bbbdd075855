import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { attempts } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { Authenticator, addPasskey } from '#testing/authenticator.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const [ana] = app.users('Ana')

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const longest = 16_384
const nested = (opening: number[], depth: number) =>
  base64url(Buffer.concat([Buffer.from(Array(depth).fill(opening).flat()), Buffer.of(0)]))

// Wrong values for fields with CBOR. The tests also send them as the signature and the user handle.
const cbor: Record<string, string> = {
  nothing: '',
  'no CBOR': base64url(Buffer.alloc(200, 0xff)),
  'nested lists': nested([0x81], 12_000),
  'nested maps': nested([0xa1, 0x00], 6_000),
  'nested tags': nested([0xc1], 12_000),
  'a list that promises 2^64 elements': base64url(Buffer.of(0x9b, ...Buffer.alloc(8, 0xff))),
  'a text that promises 2^32 bytes': base64url(Buffer.of(0x7a, ...Buffer.alloc(4, 0xff))),
  'a map without the fields': base64url(Buffer.of(0xa0)),
  'a number': base64url(Buffer.of(0x18, 0x2a)),
  'an endless list': base64url(Buffer.alloc(1_000, 0x9f)),
  'random bytes': base64url(randomBytes(12_000)),
}
const json: Record<string, string> = {
  nothing: '',
  null: base64url('null'),
  'a list': base64url('[]'),
  'a text': base64url('"challenge"'),
  'no JSON': base64url('{'),
  'an object as the challenge': base64url('{"challenge":{"length":1}}'),
  'nested lists': base64url(`${'['.repeat(6_000)}${']'.repeat(6_000)}`),
  'a prototype': base64url('{"__proto__":{"challenge":"x"}}'),
  'invalid UTF-8': base64url(Buffer.alloc(100, 0xc0)),
}
// Valid authenticator data has at least 37 bytes: the hash of the host name, the flags and the counter.
const withFlags = (flags: number, ...rest: Uint8Array[]) =>
  base64url(Buffer.concat([Buffer.alloc(32), Buffer.of(flags, 0, 0, 0, 0), ...rest]))
const authenticatorData: Record<string, string> = {
  ...cbor,
  '36 bytes': base64url(Buffer.alloc(36)),
  'extensions that are missing': withFlags(0x85),
  'nested extensions': withFlags(0x85, Buffer.alloc(12_000, 0x81)),
  'a credential that is missing': withFlags(0x45),
  'a credential id that is longer than the data': withFlags(0x45, Buffer.alloc(16), Buffer.of(0xff, 0xff)),
}

beforeEach(async () => {
  await app.database.delete(attempts)
})

async function tryUsing(authenticator: Authenticator, wrong: Record<string, unknown>): Promise<number> {
  const browser = app.guest()
  const { options } = await browser.ok(api.startPasskeySignIn)
  const right = authenticator.use(options)
  const response = { ...right, response: { ...right.response, ...wrong } }
  return (await browser.request('POST', '/api/session/passkey', { response })).status
}

async function tryAdding(wrong: Record<string, unknown>): Promise<number> {
  const { options } = await ana.ok(api.startAddingPasskey)
  const right = new Authenticator(app.url).create(options)
  const response = { ...right, response: { ...right.response, ...wrong } }
  return (await ana.request('POST', '/api/account/passkeys', { name: 'Phone', response })).status
}

const fields = { clientDataJSON: json, authenticatorData, signature: cbor, userHandle: cbor }
describe.each(Object.entries(fields))('the use of a passkey with an invalid %s', (field, values) => {
  test('is refused', async () => {
    const authenticator = await addPasskey(ana)
    for (const [what, value] of Object.entries(values)) {
      const isTooLong = field === 'userHandle' && value.length > 86
      expect([what, await tryUsing(authenticator, { [field]: value })]).toEqual([what, isTooLong ? 400 : 401])
    }
    for (const value of [null, 7, ['x'], {}, 'a b', 'x=', 'ä', 'x'.repeat(longest + 1)])
      expect(await tryUsing(authenticator, { [field]: value })).toBe(400)
  })
})

describe.each(Object.entries({ clientDataJSON: json, attestationObject: cbor }))(
  'a new passkey with an invalid %s',
  (field, values) => {
    test('is refused', async () => {
      for (const [what, value] of Object.entries(values))
        expect([what, await tryAdding({ [field]: value })]).toEqual([what, 401])
      await app.database.delete(attempts)
      for (const value of [null, 7, ['x'], {}, 'a b', 'x=', 'ä', 'x'.repeat(longest + 1)])
        expect(await tryAdding({ [field]: value })).toBe(400)
    })
  },
)

test('the transports of a new passkey must be missing or a list of at most ten short words', async () => {
  for (const transports of ['usb', [7], [['usb']], ['x'.repeat(21)], ['<b>'], Array(11).fill('usb')])
    expect(await tryAdding({ transports })).toBe(400)
  expect(await tryAdding({ transports: ['usb', 'smart-card'] })).toBe(200)
  expect(await tryAdding({ transports: undefined })).toBe(200)
})

test('a sign-in is refused, without a logged error, if the type, an id or the shape of its response is wrong', async () => {
  const authenticator = await addPasskey(ana)
  const browser = app.guest()
  const another = base64url(randomBytes(32))
  const wrongs: [Record<string, unknown>, number][] = [
    [{ rawId: another }, 401],
    [{ id: another }, 401],
    [{ id: another, rawId: another }, 401],
    [{ id: '', rawId: '' }, 401],
    [{ type: 'password' }, 400],
    [{ id: 'x'.repeat(1_365) }, 400],
    [{ response: [] }, 400],
  ]
  for (const [wrong, status] of wrongs) {
    const { options } = await browser.ok(api.startPasskeySignIn)
    const response = { ...authenticator.use(options), ...wrong }
    expect((await browser.request('POST', '/api/session/passkey', { response })).status).toBe(status)
  }
  expect(app.logged.filter(line => JSON.parse(line).level >= 50)).toEqual([])
})
