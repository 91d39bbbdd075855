import pino, { type Logger } from 'pino'
import { onTestFinished } from 'vitest'
import { Counts } from '#platform/counts.ts'
import { emailChannel } from '#platform/mail/email-channel.ts'
import type { Transport } from '#platform/mail/transport.ts'
import { OutboxWorker } from '#platform/outbox/outbox-worker.ts'
import type { Services } from '#services.ts'
import type { TestApp } from './test-app.ts'

/** Services with an email worker of their own, which sends by `transport`. The worker of the app would take some of its emails. */
export async function withEmailWorker(
  { services }: TestApp,
  transport: Transport | null,
  { domain = 'example.org', log = pino({ level: 'silent' }) }: { domain?: string; log?: Logger } = {},
): Promise<Services> {
  await services.workers.email.stop()
  const channel = emailChannel({ ...services, counts: new Counts(), transport, domain, log })
  const email = new OutboxWorker(channel, { ...services, log })
  await email.start()
  onTestFinished(() => email.stop())
  return { ...services, workers: { ...services.workers, email } }
}
