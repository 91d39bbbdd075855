import { hashPassword } from '#features/account/passwords.ts'
import { hostCookie } from '#features/account/session-cookie.ts'
import { sessionLifeMs } from '#features/account/sessions.ts'
import { addMs } from '#platform/clock.ts'
import { sessions, users } from '#platform/database/schema.ts'
import { hashToken, newId, newToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'
import { testPassword } from './test-user.ts'

export type Identity = { name: string; email: string }
export type SignedIn = { userId: string; cookie: string; device: string }

let passwordHash: Promise<string> | undefined

/**
 * Stores users who are verified and signed in, each in a known browser, and returns their ids and cookies. The tests of sign-up and
 * sign-in in `account/` go through HTTP and email instead.
 */
export async function insertUsers(
  { database, clock, secret, config }: Pick<Services, 'database' | 'clock' | 'secret' | 'config'>,
  people: Identity[],
): Promise<SignedIn[]> {
  passwordHash ??= hashPassword(testPassword)
  const [now, hash] = [clock.now(), await passwordHash]
  const inserted = people.map(identity => ({ ...identity, uid: newId(), token: newToken() }))
  await database.insert(users).values(
    inserted.map(({ uid, email, name }) => ({
      ...{ uid, email, displayName: name, passwordHash: hash },
      ...{ createdAt: now, emailVerifiedAt: now, hasSignedIn: true },
    })),
  )
  await database.insert(sessions).values(
    inserted.map(({ uid, token }) => ({
      ...{ tokenHash: hashToken(secret, token), userId: uid },
      ...{ createdAt: now, expiresAt: addMs(now, sessionLifeMs), confirmedAt: now },
    })),
  )
  const nameOf = (cookie: string) => hostCookie(config.appUrl, cookie).name
  return inserted.map(({ uid, email, token }) => {
    const browserId = newToken()
    const signature = hashToken(secret, `device ${browserId} ${email}`).toString('base64url')
    return {
      userId: uid,
      cookie: `${nameOf('grouplight')}=${token}`,
      device: `${nameOf('grouplight-device')}=${browserId}.${signature}`,
    }
  })
}
