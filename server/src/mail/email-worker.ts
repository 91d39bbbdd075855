import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock, minuteMs, secondMs } from '#clock.ts'
import type { Database } from '#database/database.ts'
import { outbox, users } from '#database/schema.ts'
import { Counts } from '#metrics/counts.ts'
import { every, type Schedule } from '#schedule/every.ts'
import { FairSlots } from '#schedule/fair-slots.ts'
import { asReason, withoutAddresses } from './as-reason.ts'
import { claimEmails, type DueEmail, isWaiting, ownerOf } from './claim-emails.ts'
import { explainSendError } from './explain-send-error.ts'
import { waitsAtMostMs } from './retention.ts'
import { mostConnections, type Transport } from './transport.ts'

export type EmailWorkerOptions = {
  database: Database
  clock: Clock
  log: Logger
  /** If null, emails are stored but not sent. */
  transport: Transport | null
  domain: string
  counts?: Counts
}

const firstRetryMs = 5 * secondMs
const longestRetryMs = 15 * minuteMs
const idleMs = 30 * secondMs
// Invitations have slots of their own, so that no other email waits for them.
const slotsOfInvitations = { most: 2, mostOf: 1, mostOfSlow: 1 }
const slotsOfOthers = { most: mostConnections - slotsOfInvitations.most, mostOf: 2, mostOfSlow: 1 }

/** All attempts to send one email have the same Message-ID, by which recipients can recognize duplicates. */
export class EmailWorker {
  readonly #options: EmailWorkerOptions
  readonly #counts: Counts
  readonly #schedule: Schedule
  readonly #invitations = new FairSlots(slotsOfInvitations)
  readonly #others = new FairSlots(slotsOfOthers)
  readonly #inFlight = new Set<Promise<void>>()

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

  /** Resolves when the attempts in progress have ended. */
  async stop(): Promise<void> {
    await this.#schedule.stop()
    await Promise.all(this.#inFlight)
    this.#options.transport?.close()
  }

  async #sendDue(): Promise<void> {
    for (const slots of [this.#others, this.#invitations]) {
      const { room } = slots
      const claimed = await claimEmails(this.#options, slots, slots === this.#invitations)
      if (claimed.length > 0 && claimed.length === room) this.wake()
      for (const email of claimed) {
        const delivery = slots
          .run(ownerOf(email), () => this.#deliver(email))
          .catch(error => this.#options.log.warn({ error }, 'the email worker could not update the outbox'))
          .finally(() => {
            this.#inFlight.delete(delivery)
            this.wake()
          })
        this.#inFlight.add(delivery)
      }
    }
  }

  /** Returns whether the mail server has responded in time. */
  async #deliver(email: DueEmail): Promise<boolean> {
    const { transport, database, clock, domain, log } = this.#options
    if (!transport) {
      await database.update(outbox).set({ sentAt: clock.now() }).where(eq(outbox.id, email.id))
      return true
    }
    try {
      const { toAddress: to, subject, text, html, createdAt: date } = email
      await transport.send({ to, subject, text, html, date, messageId: `<${email.id}@${domain}>` })
      await database
        .update(outbox)
        .set({ sentAt: clock.now(), text: '', html: '' })
        .where(eq(outbox.id, email.id))
      this.#counts.emailsSent++
      return true
    } catch (error) {
      const lastError = asReason(error instanceof Error ? error.message : String(error))
      const now = clock.now()
      const { isRefused, advice } = explainSendError(error)
      const isFinal = isRefused || now.getTime() - email.createdAt.getTime() > waitsAtMostMs
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
        // If the attempt took longer than its lease, another attempt may have a lease by now.
        .where(and(eq(outbox.id, email.id), eq(outbox.nextAttemptAt, email.leasedUntil)))
      return (error as { responseCode?: number }).responseCode !== undefined
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
      .where(isWaiting)
      .catch(() => [])
    if (!next?.at) return idleMs
    return Math.min(idleMs, Math.max(secondMs / 2, new Date(next.at).getTime() - clock.now().getTime()))
  }
}

function retryMs(attempts: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (0.8 + Math.random() * 0.4)
}
