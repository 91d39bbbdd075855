import { api } from './api.ts'
import { TestUser } from './test-user.ts'

/** `mailbox` is the path of the development mailbox. */
export type SiteWithMailbox = { url: string; mailbox: string }

export type Writers = {
  /** Writes until the server has ended. Throws if the server refuses a write. */
  write(): Promise<void>
  answers(): number
  /**
   * Describes each confirmed write that is missing, and any unexpected groups. The server must have been restarted. This function
   * must be called after every `write`, because the next `write` continues from the state that the function has read.
   */
  findLost(): Promise<string[]>
}

/**
 * Signs up Ana and `creatorCount` other users. In `write`, Ana toggles, and the others take turns to create and delete groups. A user
 * can create only 120 groups in an hour, so long tests need several creators.
 */
export async function signUpWriters(site: SiteWithMailbox, creatorCount: number): Promise<Writers> {
  const ana = await signUp(site, 'Ana')
  const creators: TestUser[] = []
  while (creators.length < creatorCount) creators.push(await signUp(site, `Ben${creators.length}`))
  const { id: groupId, version } = await ana.ok(api.createGroup, { body: { name: 'Mountain Rescue' } })
  const toggled = { version, status: true, answers: 0 }
  const groups = { there: [] as Created[], gone: [] as string[], inDoubt: '', created: 0, answers: 0 }

  const toggle = async () => {
    const answer = await ana.ok(api.setAvailability, {
      params: { groupId, userId: ana.userId },
      body: { status: !toggled.status },
    })
    Object.assign(toggled, { version: answer.version, status: answer.status })
    toggled.answers++
  }

  const changeGroups = async () => {
    groups.inDoubt = ''
    const creator = creators[groups.created++ % creators.length] as TestUser
    const { id } = await creator.ok(api.createGroup, { body: { name: 'Night Watch' } })
    groups.there.push({ id, creator })
    groups.answers++
    while (groups.there.length >= 10) {
      const oldest = groups.there[0] as Created
      groups.inDoubt = oldest.id
      await oldest.creator.ok(api.deleteGroup, { params: { groupId: oldest.id } })
      groups.gone.push(oldest.id)
      groups.there.shift()
      groups.answers++
    }
  }

  return {
    async write() {
      await Promise.all([untilServerIsGone(toggle), untilServerIsGone(changeGroups)])
    },
    answers: () => toggled.answers + groups.answers,
    async findLost() {
      const lost: string[] = []
      const { version, availableCount } = await ana.ok(api.readGroup, { params: { groupId } })
      // The last toggle may be stored although its response was lost. Then the group has the next version.
      const oneMore = version === toggled.version + 1
      if (version !== toggled.version && !oneMore)
        lost.push(`toggle to version ${toggled.version}: the group has ${version}`)
      if ((availableCount === 1) !== (toggled.status !== oneMore))
        lost.push(`the toggle to version ${version}`)
      Object.assign(toggled, { version, status: availableCount === 1 })

      const found: (Created & { created: string })[] = []
      for (const creator of creators)
        for (const { id, created } of (await creator.ok(api.listGroups)).groups)
          found.push({ id, created, creator })
      const isFound = (id: string) => found.some(group => group.id === id)
      const kept = groups.there.filter(({ id }) => id !== groups.inDoubt)
      lost.push(...kept.filter(({ id }) => !isFound(id)).map(({ id }) => `group ${id}`))
      lost.push(...groups.gone.filter(isFound).map(id => `the deletion of group ${id}`))
      // One more group can come from a write whose response was lost.
      if (found.length - kept.length > 1)
        lost.push(`${found.length - kept.length} groups that were never acknowledged`)
      groups.there = found.sort((one, other) => one.created.localeCompare(other.created))
      return lost
    },
  }
}

type Created = { id: string; creator: TestUser }

async function untilServerIsGone(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write()
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

/** Signs up a user, verifies the address by the email in the development mailbox, and signs the user in. */
export async function signUp({ url, mailbox }: SiteWithMailbox, name: string): Promise<TestUser> {
  const user = new TestUser(url, { name, email: `${name.toLowerCase()}@example.org` })
  await user.register()
  const [, sentEmail] =
    String((await user.request('GET', mailbox)).body).match(/href="(\/mailbox\/[\w-]+\/\w+)"/) ?? []
  const { body } = await user.request('GET', `${sentEmail}/html`)
  await user.verify(String(body).match(/oobCode=([\w-]+)/)?.[1] ?? '')
  await user.signIn()
  return user
}
