import { api } from './api.ts'
import { Person } from './person.ts'

/** Two users who write as fast as the server responds, and check that no confirmed write is lost. */
export type Writers = {
  /** Writes until the server has ended. Throws if the server refuses a write. */
  write(): Promise<void>
  answers(): number
  /** Describes each confirmed write that is missing and each group that is there unexpectedly. Must follow every `write`. */
  findLost(): Promise<string[]>
}

/** Signs up Ana, who toggles, and Ben, who creates groups and deletes the oldest of ten groups. */
export async function signUpWriters(url: string): Promise<Writers> {
  const [ana, ben] = [await signUp(url, 'Ana'), await signUp(url, 'Ben')]
  const { id: groupId, version } = await ana.ok(api.createGroup, { body: { name: 'Mountain Rescue' } })
  const toggled = { version, status: true, answers: 0 }
  const groups = { there: [] as string[], gone: [] as string[], inDoubt: '', answers: 0 }

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
    groups.there.push((await ben.ok(api.createGroup, { body: { name: 'Night Watch' } })).id)
    groups.answers++
    while (groups.there.length >= 10) {
      const [oldest = ''] = groups.there
      groups.inDoubt = oldest
      await ben.ok(api.deleteGroup, { params: { groupId: oldest } })
      groups.gone.push(oldest)
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
      // The last toggle may be stored although its response was lost. A stored toggle must be complete and have the next version.
      const oneMore = version === toggled.version + 1
      if (version !== toggled.version && !oneMore)
        lost.push(`toggle to version ${toggled.version}: the group has ${version}`)
      if ((availableCount === 1) !== (toggled.status !== oneMore))
        lost.push(`the toggle to version ${version}`)
      Object.assign(toggled, { version, status: availableCount === 1 })

      const found = new Set((await ben.ok(api.listGroups)).groups.map(({ id }) => id))
      const kept = groups.there.filter(id => id !== groups.inDoubt)
      lost.push(...kept.filter(id => !found.has(id)).map(id => `group ${id}`))
      lost.push(...groups.gone.filter(id => found.has(id)).map(id => `the deletion of group ${id}`))
      if (found.size - kept.length > 1)
        lost.push(`${found.size - kept.length} groups that were never acknowledged`)
      groups.there = [...found].reverse()
      return lost
    },
  }
}

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

/** Signs up a user, and verifies the address with the code of the email in the development mailbox. */
export async function signUp(url: string, name: string): Promise<Person> {
  const person = new Person(url, { name, email: `${name.toLowerCase()}@example.org` })
  await person.register()
  const [, sentEmail] =
    String((await person.request('GET', '/mailbox')).body).match(/href="(\/mailbox\/\w+)"/) ?? []
  const { body } = await person.request('GET', `${sentEmail}/html`)
  await person.verify(String(body).match(/oobCode=([\w-]+)/)?.[1] ?? '')
  await person.signIn()
  return person
}
