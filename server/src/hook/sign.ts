import { createHmac } from 'node:crypto'
import { secondMs } from '#clock.ts'

/**
 * Returns the headers with which Standard Webhooks signs a message. `id` must be the same in every attempt to send the message.
 * `now` must be the time of the attempt, because receivers refuse old signatures. `secret` must be from `newHookSecret`.
 */
export function signatureHeaders(
  secret: string,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const seconds = Math.floor(now.getTime() / secondMs)
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': `v1,${signature}` }
}
