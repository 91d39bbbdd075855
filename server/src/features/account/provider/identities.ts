import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { linkedEmail, unlinkedEmail } from '#features/account/security-emails.ts'
import type { ProviderSettings } from '#platform/config/config.ts'
import { commit } from '#platform/database/commit.ts'
import type { Queryable } from '#platform/database/database.ts'
import { identities, users } from '#platform/database/schema.ts'
import type { Recipient } from '#platform/mail/email-texts.ts'
import { queueEmail } from '#platform/mail/queue-email.ts'
import { Problem } from '#platform/problem.ts'
import type { Services, UnitOfWork } from '#services.ts'
import type { ProviderUser } from './provider-client.ts'
import { ProviderRefusal } from './provider-refusal.ts'

type Identity = Pick<ProviderUser, 'issuer' | 'subject'>
type Linked = { uid: string; email: string; disabledAt: Date | null }

export async function findLinkedAccount(on: Queryable, identity: Identity): Promise<Linked | undefined> {
  const [linked] = await on
    .select({ uid: users.uid, email: users.email, disabledAt: users.disabledAt })
    .from(identities)
    .innerJoin(users, eq(users.uid, identities.userId))
    .where(isIdentity(identity))
  return linked
}

/** Returns a condition on the table `users`. */
export function isLinkedWith(identity: Identity): SQL {
  return sql`exists (select 1 from ${identities} where ${and(isIdentity(identity), eq(identities.userId, users.uid))})`
}

/**
 * Also sends an email to `emailTo`. Sends none if `emailTo` is null or the identity was already linked. Throws a ProviderRefusal
 * if the identity belongs to another user, or if the user has another identity of the provider.
 */
export async function linkIdentity(
  transaction: UnitOfWork,
  { clock, config, site }: Services,
  { issuer, subject, userId, emailTo }: Identity & { userId: string; emailTo: Recipient | null },
): Promise<void> {
  const linked = await transaction
    .insert(identities)
    .values({ issuer, subject, userId, linkedAt: clock.now() })
    .onConflictDoNothing()
    .returning({ userId: identities.userId })
  if (linked.length === 0) {
    const found = await findLinkedAccount(transaction, { issuer, subject })
    if (found?.uid !== userId) throw new ProviderRefusal('linked-elsewhere', 'one of them is linked already')
  } else if (emailTo !== null)
    await queueEmail(transaction, linkedEmail(site, emailTo, providerName(config)), clock.now())
}

/**
 * Unlinks all identities, and sends an email if there were any. Throws 'password-missing' if the user has no password, because
 * there may be no other way to sign in.
 */
export async function unlinkIdentities(services: Services, { userId }: { userId: string }): Promise<void> {
  const { clock, config, site, log } = services
  await commit(services, async transaction => {
    const [user] = await transaction
      .select({ email: users.email, language: users.language })
      .from(users)
      .where(and(eq(users.uid, userId), isNotNull(users.passwordHash)))
      .for('no key update')
    if (!user) throw new Problem('password-missing')
    const unlinked = await transaction
      .delete(identities)
      .where(eq(identities.userId, userId))
      .returning({ issuer: identities.issuer })
    if (unlinked.length > 0)
      await queueEmail(transaction, unlinkedEmail(site, user, providerName(config)), clock.now())
  })
  log.info({ userId }, 'unlinked from the provider')
}

export async function findSignInMethods(
  { database, config }: Pick<Services, 'database' | 'config'>,
  { userId }: { userId: string },
): Promise<{ hasPassword: boolean; linkedAt: Date | null }> {
  const [found] = await database
    .select({ hasPassword: isNotNull(users.passwordHash), linkedAt: identities.linkedAt })
    .from(users)
    .leftJoin(identities, and(eq(identities.userId, users.uid), isOf(config.provider)))
    .where(eq(users.uid, userId))
  return { hasPassword: found?.hasPassword === true, linkedAt: found?.linkedAt ?? null }
}

function providerName({ provider }: Services['config']): string {
  return provider?.name ?? 'the sign-in provider'
}

function isIdentity({ issuer, subject }: Identity): SQL | undefined {
  return and(eq(identities.issuer, issuer), eq(identities.subject, subject))
}

function isOf(provider: ProviderSettings | undefined): SQL {
  return eq(identities.issuer, provider?.issuer ?? '')
}
