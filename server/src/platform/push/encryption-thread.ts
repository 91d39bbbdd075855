import { parentPort } from 'node:worker_threads'
import webPush from 'web-push'
import { hourMs } from '#platform/clock.ts'
import { RecentMap } from '#platform/recent-map.ts'
import type { EncryptionRequest, EncryptionResponse } from './encryption.ts'

/** Holds the VAPID signatures by push service, push key and contact. A signature is valid for 12 hours, but used for only one. */
// If PUSH_SERVICES allows all subdomains of a domain, users can name any number of origins. Signatures could fill the memory.
const signatures = new RecentMap<string, { headers: Record<string, string>; madeAt: number }>(1_000)
const signatureKeptMs = hourMs

// `node:crypto` throws errors and catches them itself. Collecting their stack traces would take a fifth of the thread's time.
Error.stackTraceLimit = 0

parentPort?.on('message', ({ id, ...request }: EncryptionRequest & { id: number }) => {
  parentPort?.postMessage({ id, ...encrypt(request) })
})

function encrypt({ device, payload, ttl, urgency, topic, ...signer }: EncryptionRequest): EncryptionResponse {
  const { endpoint, p256dh, auth } = device
  try {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      headers: signatureFor(new URL(endpoint).origin, signer),
      TTL: ttl,
      urgency,
      topic,
    })
    // If `body` is a part of a larger buffer, the whole buffer would be copied to the main thread.
    return { headers: headers as Record<string, string>, body: new Uint8Array(body) }
  } catch (error) {
    return { failure: (error as Error).name }
  }
}

function signatureFor(
  origin: string,
  { keys, contact }: Pick<EncryptionRequest, 'keys' | 'contact'>,
): Record<string, string> {
  const key = [origin, keys.publicKey, contact].join(' ')
  const known = signatures.get(key)
  if (known && performance.now() < known.madeAt + signatureKeptMs) return known.headers
  const { publicKey, privateKey } = keys
  const { Authorization } = webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm')
  const headers = { Authorization }
  signatures.set(key, { headers, madeAt: performance.now() })
  return headers
}
