import { hashPassword } from '#features/account/passwords.ts'
import { createSession } from '#features/account/sessions.ts'
import { createAccount } from '#features/account/sign-ups.ts'
import { createGroup } from '#features/group/create-group.ts'
import { addMember } from '#features/group/membership.ts'
import { setNeeded } from '#features/group/set-needed.ts'
import { commit } from '#platform/database/commit.ts'
import { newToken } from '#platform/tokens.ts'
import type { Services } from '#services.ts'

export type DemoUser = { userId: string; name: string; token: string; groupIds: string[] }

const names = [
  'Ana Pavlova',
  'Ben Olsen',
  'Chidi Okafor',
  'Dilara Kaya',
  'Elif Demir',
  'Finn Berg',
  'Greta Lind',
  'Hugo Martín',
  'Ines Duarte',
  'Jonas Weber',
  'Kim Novak',
  'ليلى حدّاد',
]

/** The members are indexes of `names`. The first member is the creator. The creator and the members in `available` are Available. */
const groups = [
  {
    name: 'Mountain Rescue',
    description: 'Whoever is available answers the phone.',
    members: [0, 1, 2, 3, 4, 5, 6, 7],
    available: [2, 5],
    needed: 4,
  },
  {
    name: 'Sunday Football',
    description: 'Five make a game.',
    members: [1, 0, 5, 7, 8, 9, 10],
    available: [7, 8, 9, 10],
    needed: 5,
  },
  { name: 'Flat 4B', description: 'Who is at home?', members: [0, 1, 11], available: [] },
  { name: 'Thursday Chess', description: '', members: [3, 0, 1, 9, 11], available: [9] },
]

/** Creates users and groups in an empty database. People try the demo as `visitors`. `simulateMembers` acts as `members`. */
export async function createDemo(services: Services): Promise<{ visitors: DemoUser[]; members: DemoUser[] }> {
  // Nobody knows the password. All users are signed in already.
  const passwordHash = await hashPassword(newToken())
  const users: DemoUser[] = []
  for (const [number, name] of names.entries()) {
    const email = `user${number}@example.org`
    const account = { email, displayName: name, passwordHash, inviteLinkId: null }
    const userId = await commit(services, transaction => createAccount(transaction, services, account))
    if (!userId) throw new Error('The database of the demo must be empty.')
    users.push({
      userId,
      name,
      token: await createSession(services, { userId, browser: null, isConfirmed: true, isOperator: false }),
      groupIds: [],
    })
  }
  for (const { name, description, members, available, needed } of groups) {
    const [creator, ...others] = members.map(index => users[index] as DemoUser)
    const userId = creator?.userId ?? ''
    const groupId = await commit(services, async transaction => {
      const { id: groupId } = await createGroup(transaction, services, { userId, name, description })
      for (const other of others)
        await addMember(transaction, {
          groupId,
          userId: other.userId,
          now: services.clock.now(),
          isAvailable: available.some(index => users[index] === other),
        })
      return groupId
    })
    if (needed) await setNeeded(services, { userId, groupId, needed, zone: 'UTC' })
    for (const index of members) users[index]?.groupIds.push(groupId)
  }
  return { visitors: users.slice(0, 2), members: users.slice(2) }
}
