import { hashPassword } from '#features/account/passwords.ts'
import { openDatabase } from '#platform/database/open-database.ts'
import { groups, memberships, sessions, users } from '#platform/database/schema.ts'
import { hashToken, newId, newToken } from '#platform/tokens.ts'

export const password = 'the password of everybody'

export type SeededUser = { userId: string; token: string; groupIds: string[] }

export type Shape = { groups: number; membersPerGroup: number; groupsPerUser?: number }

export function emailOf(userId: string): string {
  return `${userId.toLowerCase()}@example.org`
}

/** Fills a new database with groups of signed-in, Unavailable users. Returns the users. */
export async function seed(
  database: { databaseUrl?: string; dataDir: string },
  secret: string,
  shape: Shape,
): Promise<SeededUser[]> {
  const { groups: groupCount, membersPerGroup, groupsPerUser = 1 } = shape
  const opened = await openDatabase(database, () => {})
  const now = new Date()
  const passwordHash = await hashPassword(password)
  const expiresAt = new Date(now.getTime() + 20 * 86_400_000)
  const seeded = Array.from({ length: Math.ceil((groupCount * membersPerGroup) / groupsPerUser) }, () => ({
    userId: newId(),
    token: newToken(),
    groupIds: [] as string[],
  }))
  const groupIds = Array.from({ length: groupCount }, () => newId())
  const members = groupIds.flatMap((groupId, g) =>
    Array.from({ length: membersPerGroup }, (_, m) => {
      const user = seeded[(g * membersPerGroup + m) % seeded.length] as SeededUser
      user.groupIds.push(groupId)
      return { groupId, userId: user.userId, status: false, lastUpdated: now, joinedAt: now }
    }),
  )
  await opened.database.transaction(async transaction => {
    const inChunks = async <Row>(rows: Row[], insert: (chunk: Row[]) => Promise<unknown>) => {
      for (let from = 0; from < rows.length; from += 1_000) await insert(rows.slice(from, from + 1_000))
    }
    await inChunks(seeded, chunk =>
      transaction.insert(users).values(
        chunk.map(({ userId }) => ({
          uid: userId,
          email: emailOf(userId),
          displayName: `Member ${userId}`,
          passwordHash,
          createdAt: now,
          emailVerifiedAt: now,
        })),
      ),
    )
    await inChunks(seeded, chunk =>
      transaction.insert(sessions).values(
        chunk.map(({ userId, token }) => ({
          tokenHash: hashToken(secret, token),
          userId,
          createdAt: now,
          expiresAt,
        })),
      ),
    )
    await inChunks(groupIds, chunk =>
      transaction.insert(groups).values(
        chunk.map(id => ({
          id,
          name: `Group ${id}`,
          description: '',
          createdBy: members[groupIds.indexOf(id) * membersPerGroup]?.userId ?? '',
          created: now,
        })),
      ),
    )
    await inChunks(members, chunk => transaction.insert(memberships).values(chunk))
  })
  await opened.close()
  return seeded
}
