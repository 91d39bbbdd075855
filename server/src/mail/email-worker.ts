import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock, dayMs, minuteMs, secondMs } from '#clock.ts'
import { type Database, rows } from '#database/database.ts'
import { outbox, users } from '#database/schema.ts'
import { Counts } from '#metrics/counts.ts'
import { every, type Schedule } from '#schedule/every.ts'
import { explainSendError } from './explain-send-error.ts'
import type { Transport } from './transport.ts'

export type EmailWorkerOptions = {
  database: Database
  clock: Clock
  log: Logger
  /** If null, emails are stored but not sent. */
  transport: Transport | null
  domain: string
  counts?: Counts
}

type DueEmail = {
  id: string
  kind: string | null
  toAddress: string
  subject: string
  text: string
  html: string
  createdAt: Date
  attempts: number
}

// If a worker crashes, any worker can send its emails after this time.
const leaseMs = 2 * minuteMs
const firstRetryMs = 5 * secondMs
const longestRetryMs = 15 * minuteMs
const givesUpAfterMs = 3 * dayMs
const idleMs = 30 * secondMs
const batchSize = 10

/** All attempts to send one email have the same Message-ID, by which recipients can recognize duplicates. */
export class EmailWorker {
  readonly #options: EmailWorkerOptions
  readonly #counts: Counts
  readonly #schedule: Schedule

  constructor(options: EmailWorkerOptions) {
    this.#options = options
    this.#counts = options.counts ?? new Counts()
    this.#schedule = every(
      () => this.#pauseMs(),
      () => this.#sendDue(),
      {
        first: 'on-demand',
        onError: error => options.log.warn({ error }, 'the email worker could not read or update the outbox'),
      },
    )
  }

  wake(): void {
    this.#schedule.runNow()
  }

  async stop(): Promise<void> {
    await this.#schedule.stop()
    this.#options.transport?.close()
  }

  async #sendDue(): Promise<void> {
    const due = await this.#claim()
    await Promise.all(due.map(email => this.#deliver(email)))
    if (due.length === batchSize) this.wake()
  }

  async #claim(): Promise<DueEmail[]> {
    const { database, clock } = this.#options
    const now = clock.now()
    const claimed = await rows<Omit<DueEmail, 'createdAt'> & { createdAt: string | Date }>(
      database,
      sql`
        update outbox set attempts = attempts + 1, next_attempt_at = ${addMs(now, leaseMs).toISOString()}
        where id in (
          select id from outbox
          where sent_at is null and failed_at is null and next_attempt_at <= ${now.toISOString()}
          order by next_attempt_at limit ${batchSize} for update skip locked
        )
        returning id, kind, to_address as "toAddress", subject, text, html, created_at as "createdAt", attempts`,
    )
    return claimed.map(email => ({ ...email, createdAt: new Date(email.createdAt) }))
  }

  async #deliver(email: DueEmail): Promise<void> {
    const { transport, database, clock, domain, log } = this.#options
    if (!transport) {
      await database.update(outbox).set({ sentAt: clock.now() }).where(eq(outbox.id, email.id))
      return
    }
    try {
      const { toAddress: to, subject, text, html, createdAt: date } = email
      await transport.send({ to, subject, text, html, date, messageId: `<${email.id}@${domain}>` })
      await database
        .update(outbox)
        .set({ sentAt: clock.now(), text: '', html: '' })
        .where(eq(outbox.id, email.id))
      this.#counts.emailsSent++
    } catch (error) {
      const lastError = asReason(error)
      const now = clock.now()
      const { fault, advice } = explainSendError(error)
      const isFinal = fault === 'email' || now.getTime() - email.createdAt.getTime() > givesUpAfterMs
      this.#counts[isFinal ? 'emailsGivenUp' : 'emailsPutOff']++
      log.warn(
        {
          email: email.id,
          kind: email.kind,
          userId: await this.#userWith(email.toAddress),
          domain: email.toAddress.slice(email.toAddress.lastIndexOf('@') + 1),
          attempt: email.attempts,
          reason: withoutAddresses(lastError),
        },
        `${isFinal ? 'an email was given up' : 'an email could not be sent and will be tried again'}${advice ? `: ${advice}` : ''}`,
      )
      await database
        .update(outbox)
        .set(
          isFinal
            ? { failedAt: now, lastError, text: '', html: '' }
            : { nextAttemptAt: addMs(now, retryMs(email.attempts)), lastError },
        )
        .where(eq(outbox.id, email.id))
    }
  }

  async #userWith(email: string): Promise<string | undefined> {
    const [user] = await this.#options.database
      .select({ uid: users.uid })
      .from(users)
      .where(eq(users.email, email))
      .catch(() => [])
    return user?.uid
  }

  /** Returns at least half a second. Returns at most `idleMs`, because another process may queue an email. */
  async #pauseMs(): Promise<number> {
    const { database, clock } = this.#options
    const [next] = await database
      .select({ at: sql<string | null>`min(${outbox.nextAttemptAt})` })
      .from(outbox)
      .where(and(isNull(outbox.sentAt), isNull(outbox.failedAt)))
      .catch(() => [])
    if (!next?.at) return idleMs
    return Math.min(idleMs, Math.max(secondMs / 2, new Date(next.at).getTime() - clock.now().getTime()))
  }
}

const longestReason = 500

// A mail server may answer with many lines, and with characters that PostgreSQL cannot store or that change a terminal.
function asReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text
    .slice(0, 10_000)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestReason)
    .toWellFormed()
}

// Mail servers often repeat the recipient's address in their responses. Addresses must not be logged.
function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
}

function retryMs(attempts: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (0.8 + Math.random() * 0.4)
}
