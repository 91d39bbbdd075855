import { createHmac } from 'node:crypto'
import { secondMs } from '#clock.ts'

/** Signs as Standard Webhooks defines. `id` must be the same in every attempt, but `now` must be the time of the attempt. */
export function signatureHeaders(
  secret: string,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const seconds = Math.floor(now.getTime() / secondMs)
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': `v1,${signature}` }
}
