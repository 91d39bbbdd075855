import { afterEach, expect, test } from 'vitest'
import { newSubscription } from '#testing/fake-push-service.ts'
import { Encryption, type EncryptionRequest } from './encryption.ts'

const encryption = new Encryption()
afterEach(() => encryption.close())

const request: EncryptionRequest = {
  device: newSubscription('https://push.example/secret'),
  payload: '{}',
  ttl: 60,
  urgency: 'high',
  topic: 'topic',
  keys: { publicKey: newSubscription('https://push.example/site').p256dh, privateKey: `${'A'.repeat(42)}Q` },
  contact: 'mailto:hello@example.org',
}

test('a signature is used for several pushes to one origin, and not for another origin', async () => {
  const signatureFor = async (endpoint: string) =>
    (await encryption.encrypt({ ...request, device: newSubscription(endpoint) })).headers.Authorization
  const first = await signatureFor('https://push.example/1')
  expect(first).toMatch(/^vapid t=/)
  expect(await signatureFor('https://push.example/2')).toBe(first)
  expect(await signatureFor('https://push.example:444/1')).not.toBe(first)
})

test('a push to a device with an unusable key is rejected, and the next push is encrypted', async () => {
  const device = { ...request.device, p256dh: `B${'A'.repeat(86)}` }
  await expect(encryption.encrypt({ ...request, device })).rejects.toThrow()
  expect((await encryption.encrypt(request)).body.length).toBeGreaterThan(0)
})

test('a push that waits for the thread is rejected when the thread ends, and the next push is encrypted in a new thread', async () => {
  const rejected = expect(encryption.encrypt(request)).rejects.toThrow('has ended')
  await encryption.close()
  await rejected
  expect((await encryption.encrypt(request)).body.length).toBeGreaterThan(0)
})

test('the buffer of an encrypted body contains only the body', async () => {
  const { body } = await encryption.encrypt(request)
  expect(body.buffer.byteLength).toBe(body.length)
})
