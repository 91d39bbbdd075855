import { eq, type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addMs, type Clock, minuteMs, secondMs } from '#platform/clock.ts'
import type { Counts } from '#platform/counts.ts'
import { type Database, rows } from '#platform/database/database.ts'
import { outbox, users } from '#platform/database/schema.ts'
import type { Channel, Claimed, Ending, Lane } from '#platform/outbox/channel.ts'
import type { SlotLimits } from '#platform/outbox/fair-slots.ts'
import { isLeased, takeDue } from '#platform/outbox/take-due.ts'
import { asReason, explainSendError, withoutAddresses } from './explain-send-error.ts'
import { isWaiting } from './queue-email.ts'
import { waitsAtMostMs } from './retention.ts'
import { mostConnections, type Transport } from './transport.ts'

type Options = {
  database: Database
  clock: Clock
  log: Logger
  /** If null, emails are stored but not sent. */
  transport: Transport | null
  domain: string
  counts: Counts
}

type DueEmail = Claimed & {
  id: string
  kind: string
  toAddress: string
  subject: string
  text: string
  html: string
  createdAt: Date
}

const firstRetryMs = 5 * secondMs
const longestRetryMs = 15 * minuteMs
// Invitations have slots of their own, so that no other email waits for them.
const slotsOfInvitations = { most: 2, mostOf: 1, mostOfSlow: 1 }
const slotsOfOthers = { most: mostConnections - slotsOfInvitations.most, mostOf: 2, mostOfSlow: 1 }

/** All attempts to send one email have the same Message-ID, by which recipients can recognize duplicates. */
export function emailChannel(options: Options): Channel<DueEmail> {
  return {
    name: 'email',
    leaseMs: 2 * minuteMs,
    lanes: [
      lane(options, slotsOfOthers, sql`inviter_id is null`, sql`split_part(to_address, '@', 2)`),
      lane(options, slotsOfInvitations, sql`inviter_id is not null`, sql`inviter_id`),
    ],
    waiting: sql`outbox where ${isWaiting}`,
    deliver: email => send(options, email),
    close: async () => options.transport?.close(),
  }
}

/** `owner` is who could hold up an email: the inviter, or for other emails the mail server of the recipient. */
function lane({ database }: Options, limits: SlotLimits, isOfLane: SQL, owner: SQL): Lane<DueEmail> {
  const due = { table: sql`outbox`, isWaiting: sql`${isWaiting} and ${isOfLane}`, owner }
  return {
    limits,
    async claim(free, lease) {
      const claimed = await rows<Omit<DueEmail, 'leasedUntil'>>(database)`
        ${takeDue(due, free, lease)}
        returning id, kind, to_address as "toAddress", ${owner} as owner, subject, text, html, created_at as "createdAt", attempts`
      return claimed.map(email => ({ ...email, createdAt: new Date(email.createdAt) }))
    },
  }
}

async function send(
  { transport, database, clock, domain, counts, log }: Options,
  email: DueEmail,
): Promise<Ending> {
  const { id, toAddress: to, subject, text, html, createdAt: date } = email
  const end = (changed: Partial<typeof outbox.$inferInsert>, condition = eq(outbox.id, id)) =>
    database.update(outbox).set(changed).where(condition)
  const emptied = { text: '', html: '' }
  if (!transport) {
    await end({ sentAt: clock.now() })
    return { hasResponded: true }
  }
  const error = await transport.send({ to, subject, text, html, date, messageId: `<${id}@${domain}>` }).then(
    () => null,
    (reason: Error & { responseCode?: number }) => reason,
  )
  const now = clock.now()
  if (!error) {
    await end({ sentAt: now, ...emptied })
    counts.emailsSent++
    return { hasResponded: true }
  }
  const lastError = asReason(error.message)
  const { isRefused, advice } = explainSendError(error)
  const isFinal = isRefused || now.getTime() - date.getTime() > waitsAtMostMs
  counts[isFinal ? 'emailsGivenUp' : 'emailsPutOff']++
  log.warn(
    {
      email: id,
      kind: email.kind,
      userId: await userWith(database, to),
      domain: to.slice(to.lastIndexOf('@') + 1),
      attempt: email.attempts,
      reason: withoutAddresses(lastError),
    },
    `${isFinal ? 'an email was given up' : 'an email could not be sent and will be tried again'}${advice ? `: ${advice}` : ''}`,
  )
  const nextAttemptAt = isFinal ? undefined : addMs(now, retryMs(email.attempts))
  await end(
    nextAttemptAt ? { nextAttemptAt, lastError } : { failedAt: now, lastError, ...emptied },
    isLeased(outbox, email),
  )
  return { hasResponded: error.responseCode !== undefined, nextAttemptAt }
}

async function userWith(database: Database, email: string): Promise<string | undefined> {
  const [user] = await database
    .select({ uid: users.uid })
    .from(users)
    .where(eq(users.email, email))
    .catch(() => [])
  return user?.uid
}

function retryMs(attempts: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 2 ** (attempts - 1)) * (0.8 + Math.random() * 0.4)
}
