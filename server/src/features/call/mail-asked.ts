import { isolated } from '@grouplight/locales/src/direction.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { limitCodeGuesses } from '#features/account/action-codes.ts'
import { addMs, dayMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import { rows } from '#platform/database/database.ts'
import { calls, groups, users } from '#platform/database/schema.ts'
import { onceASecond, type Wakeable } from '#platform/jobs/once-a-second.ts'
import { emailTexts } from '#platform/mail/email-texts.ts'
import { type Product, renderEmail } from '#platform/mail/layout.ts'
import { type Email, queueEmails } from '#platform/mail/queue-email.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, isSame } from '#platform/tokens.ts'
import type { Services, UnitOfWork } from '#services.ts'
import { type CallRow, unansweredOf } from './call-store.ts'

type Asked = { userId: string; email: string; language: Language }
type Mailed = { call: { id: string; text: string }; group: { id: string; name: string }; asker: string }

const emailsADay = 3

/** Mails those who are asked. After a crash, `mailUnmailed` finds the calls. */
export function createCallMailer(services: () => Services): Wakeable {
  return onceASecond(
    async callIds => {
      for (const callId of callIds) await mailAsked(services(), callId)
    },
    error => services().log.warn({ error }, 'emails about a question failed and will be tried again'),
  )
}

export async function mailUnmailed(services: Services): Promise<void> {
  const unmailed = services.database.select({ id: calls.id }).from(calls).where(isNotNull(calls.unmailed))
  for (const { id } of await unmailed) await mailAsked(services, id)
}

/**
 * Mails those who have neither answered nor a device that rings nor a hook. The email never answers: scanners follow links. Emails are
 * long, so they are not stored in the transaction of the question, which keeps its group locked.
 */
async function mailAsked(services: Services, callId: string): Promise<void> {
  const { clock, site, secret } = services
  await commit(services, async transaction => {
    // Answers must not wait for this lock.
    const [call] = await transaction
      .select()
      .from(calls)
      .where(and(eq(calls.id, callId), isNotNull(calls.unmailed)))
      .for('no key update')
    if (!call) return
    await transaction.update(calls).set({ unmailed: null }).where(eq(calls.id, callId))
    const [about] = await transaction
      .select({ group: groups.name, asker: users.displayName })
      .from(groups)
      .innerJoin(users, eq(users.uid, call.askerId))
      .where(eq(groups.id, call.groupId))
    if (call.closedAt || !about) return
    const group = { id: call.groupId, name: about.group }
    const emails = (await wantingEmail(transaction, services, call)).map(to =>
      callEmail(site, to, {
        call,
        group,
        asker: about.asker,
        stop: stopLink(site.appUrl, secret, to.userId),
      }),
    )
    await queueEmails(transaction, emails, clock.now())
  })
}

export function callEmail(
  product: Product,
  to: Pick<Asked, 'email' | 'language'>,
  { call, group, asker, stop }: Mailed & { stop: string },
): Email {
  const t = emailTexts(to.language)
  const names = { user: isolated(asker), group: isolated(group.name), text: isolated(call.text) }
  return renderEmail(
    {
      ...{ kind: 'call', to: to.email, language: to.language },
      subject: t('call.subject', { user: asker, group: group.name, text: call.text }),
      heading: t('call.heading', names),
      paragraphs: [t('call.body', names)],
      actions: [{ label: t('call.answer'), url: `${product.appUrl}/groups/${group.id}?call=${call.id}` }],
      smallPrint: t('call.smallPrint', { group: names.group }),
      smallLink: { label: t('call.stop'), url: stop },
    },
    product,
  )
}

/** Counts an email for each of them. Nobody gets more than three a day. */
function wantingEmail(
  transaction: UnitOfWork,
  { clock }: Pick<Services, 'clock'>,
  call: CallRow,
): Promise<Asked[]> {
  const now = clock.now()
  const endsAt = addMs(now, dayMs).toISOString()
  return rows<Asked>(transaction)`
    with wanting as (
      select u.uid, u.email, u.language from users u join ${unansweredOf(call)} asked on asked.user_id = u.uid
      where u.uid = any(${sql.param(call.unmailed)}::text[]) and u.mails_calls and u.email_verified_at is not null and u.disabled_at is null
        and not exists (select from devices d where d.user_id = u.uid and d.confirmed_at is not null)
        and not exists (select from hooks h where h.user_id = u.uid and h.tells_notifications and h.off_at is null)
    ), counted as (
      insert into attempts as a (key, count, ends_at)
      select 'call emails:' || uid, 1, ${endsAt}::timestamptz from wanting order by uid
      on conflict (key) do update set
        count = case when a.ends_at <= ${now.toISOString()} then 1 else a.count + 1 end,
        ends_at = case when a.ends_at <= ${now.toISOString()} then excluded.ends_at else a.ends_at end
      returning key, count
    )
    select w.uid as "userId", w.email, w.language from wanting w join counted c on c.key = 'call emails:' || w.uid
    where c.count <= ${emailsADay} order by w.uid`
}

/** The page whose button ends these emails. */
function stopLink(appUrl: string, secret: string, userId: string): string {
  return `${appUrl}/no-call-emails?token=${userId}.${signatureOf(secret, userId)}`
}

/** Throws the Problem 'invalid-action-code' if the token is not valid. Calls with invalid tokens are limited for each network. */
export async function stopCallEmails(
  services: Services,
  input: { token: string; ip: string },
): Promise<void> {
  const { secret, database } = services
  await limitCodeGuesses(services, input.ip, async () => {
    const [userId = '', signature = ''] = input.token.split('.')
    if (!isSame(Buffer.from(signature), Buffer.from(signatureOf(secret, userId))))
      throw new Problem('invalid-action-code.do-not-invite')
    await database.update(users).set({ mailsCalls: false }).where(eq(users.uid, userId))
  })
}

function signatureOf(secret: string, userId: string): string {
  return hashToken(secret, `no call emails to ${userId}`).toString('base64url')
}
