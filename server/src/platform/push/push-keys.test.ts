import { expect, test } from 'vitest'
import { devices, site } from '#platform/database/schema.ts'
import { FakePushService } from '#testing/fake-push-service.ts'
import { useTestApp } from '#testing/test-app.ts'
import { loadOrCreatePushKeys, readPublicKey } from './push-keys.ts'

const service = await FakePushService.open()
const app = useTestApp({ PUSH_SERVICES: service.origin })

const load = (secret: string) => loadOrCreatePushKeys(app.database, secret)

test('the push keys stay the same after a restart, and the private key is stored encrypted', async () => {
  const { secret } = app.services
  const keys = await load(secret)
  expect(Buffer.from(keys.publicKey, 'base64url')).toHaveLength(65)
  expect(Buffer.from(keys.privateKey, 'base64url')).toHaveLength(32)
  await app.restart()
  expect(await load(secret)).toEqual(keys)
  expect(await readPublicKey(app.database, secret)).toBe(keys.publicKey)
  const [stored] = await app.database.select().from(site)
  expect(stored?.pushKey?.includes(Buffer.from(keys.privateKey, 'base64url'))).toBe(false)
})

test('nodes that start at the same time get the same push keys', async () => {
  await app.database.update(site).set({ pushKey: null })
  const found = await Promise.all(Array.from({ length: 5 }, () => load(app.services.secret)))
  expect(new Set(found.map(({ publicKey }) => publicKey)).size).toBe(1)
})

test('with another secret of the site, new push keys are created, and the devices are deleted', async () => {
  const { secret } = app.services
  const { publicKey } = await load(secret)
  await app.restart()
  await service.register(await app.signUp('Ana'), 'ana')
  await load(secret)
  expect(await app.database.$count(devices)).toBe(1)
  expect(await readPublicKey(app.database, 'another secret')).toBeNull()
  expect((await load('another secret')).publicKey).not.toBe(publicKey)
  expect(await app.database.$count(devices)).toBe(0)
})
