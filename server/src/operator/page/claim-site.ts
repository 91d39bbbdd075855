import { setOperator } from '#features/account/operators.ts'
import { addMs, hourMs } from '#platform/clock.ts'
import { site, users } from '#platform/database/schema.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken, isSame } from '#platform/tokens.ts'
import type { Services } from '#services.ts'

const claimLifeMs = 24 * hourMs

/**
 * Returns the address that makes whoever opens it first an operator, and null if the site has users already. Every start, on every node,
 * returns the same address until its time is over, because the token is made from this time. The database does not have it.
 */
export async function openClaim({ config, database, clock, secret }: Services): Promise<string | null> {
  if (!config.sitePage) return null
  const until = await database.transaction(async transaction => {
    const [found] = await transaction.select().from(site).for('update')
    const now = clock.now()
    if (found?.claimableUntil && found.claimableUntil > now) return found.claimableUntil
    if ((await transaction.select({ userId: users.uid }).from(users).limit(1)).length > 0) return null
    const claimableUntil = addMs(now, claimLifeMs)
    await transaction.update(site).set({ claimableUntil })
    return claimableUntil
  })
  return until && `${config.appUrl}/site#${tokenOf(secret, until).toString('base64url')}`
}

/** Throws 'link-not-usable' if the token is wrong, too old, or was used. */
export async function claimSite(
  services: Services,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  await setOperator(services, {
    userId,
    isOperator: true,
    async require(transaction) {
      const [found] = await transaction.select().from(site)
      const until = found?.claimableUntil
      const isUsable = until && until > services.clock.now()
      if (!isUsable || !isSame(tokenOf(services.secret, until), Buffer.from(token, 'base64url')))
        throw new Problem('link-not-usable')
    },
  })
  services.log.info({ operatorId: userId, action: 'claimSite', targetId: userId }, 'the operator’s page')
}

function tokenOf(secret: string, until: Date): Buffer {
  return hashToken(secret, `the first operator, until ${until.toISOString()}`)
}
