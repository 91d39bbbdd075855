import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { Person } from '../person.ts'
import type { TestApp } from '../test-app.ts'
import { checkInvariants } from './invariants.ts'
import { perform } from './perform.ts'
import { predict } from './predict.ts'
import { opening, people, type Script, stepsOf } from './script.ts'
import type { Answer, Step } from './step.ts'
import { fetchAll, type Shows, Tab } from './tab.ts'
import { type Shown, shownTo, sorted, type World } from './world.ts'

/** A device of somebody: their session there, and the tab that is open on it. */
type Device = { person: Person; tab: Tab | null }

export type Tally = { steps: number; bursts: number; messages: number; gaps: number; gapsInBursts: number }

/** Plays scripts against a real server, beside the model, and compares after every burst. */
export class Play {
  readonly tally: Tally = { steps: 0, bursts: 0, messages: 0, gaps: 0, gapsInBursts: 0 }
  readonly #test: TestApp
  readonly #devices: Device[][] = []
  #world: World = { people: [], groups: [], invitations: [], notifications: [] }

  constructor(test: TestApp) {
    this.#test = test
  }

  /** Everybody has an account and two devices. */
  async gather(): Promise<void> {
    for (const name of people) {
      const person = await this.#test.signUp(name)
      const devices = [person, new Person(person.url, person)]
      this.#devices.push(devices.map(person => ({ person, tab: null })))
    }
  }

  /** Plays one script from an empty stage. */
  async run(script: Script): Promise<void> {
    await this.#clear()
    for (const ideas of [...opening, ...script]) {
      const steps = stepsOf(ideas, this.#world)
      const answers = await Promise.all(steps.map(step => this.#do(step)))
      await this.#compare(steps, answers)
      this.tally.steps += steps.length
      this.tally.bursts++
    }
  }

  async #clear(): Promise<void> {
    const { database } = this.#test
    for (const { tab } of this.#devices.flat()) tab?.screen.close()
    await database.execute(
      sql`truncate groups, memberships, invitations, notices, notifications, attempts, letters`,
    )
    this.#world = { people: [], groups: [], invitations: [], notifications: [] }
    for (const [as, [{ person }]] of (this.#devices as [Device][]).entries()) {
      const { userId, email, name } = person
      await database.execute(sql`update users set display_name = ${name} where id = ${userId}`)
      await Promise.all([this.#open(as, 0), this.#open(as, 1)])
      this.#world.people.push({ userId, email, name, devices: [true, true] })
    }
  }

  /** Opens the tab of a device, signing in where there is no session (any more). */
  async #open(as: number, at: number): Promise<void> {
    const device = this.#device(as, at)
    device.tab?.screen.close()
    const { status } = await device.person.request('GET', '/api/groups')
    if (status === 401) await device.person.signIn()
    device.tab = await Tab.open(device.person)
  }

  #device(as: number, at: number): Device {
    return this.#devices[as]?.[at] as Device
  }

  async #do(step: Step): Promise<Answer> {
    switch (step.does) {
      case 'wait':
        this.#test.clock.advance(step.ms)
        await this.#test.sweep()
        return { status: 0, body: null }
      case 'reopen':
        await this.#open(step.as, step.device)
        return { status: 0, body: null }
      case 'sign in':
        await this.#open(step.as, step.device)
        return { status: 200, body: null }
      default:
        return perform(this.#device(step.as, step.device).person, step)
    }
  }

  /** The burst was as if its steps had come one after the other, and every open tab shows what is true. */
  async #compare(steps: Step[], answers: Answer[]): Promise<void> {
    const shows: (Shows | null)[] = []
    // Whatever opens a session prolongs it: both are used at least when much time has passed.
    const isLater = steps.some(({ does }) => does === 'wait')
    for (const [as, devices] of this.#devices.entries()) {
      const { devices: signedIn } = this.#world.people[as] as World['people'][number]
      let shown = null
      for (const [at, { person }] of devices.entries()) {
        if (shown && !isLater && signedIn[at]) continue
        const fresh = await fetchAll(person)
        if (fresh.name !== '') shown = fresh
      }
      shows.push(shown)
    }
    const nowMs = this.#test.clock.now().getTime()
    const real = shows.map(shown => shown && inTheWordsOfTheModel(shown))
    this.#world = this.#asIfInSomeOrder(steps, answers, nowMs, real)
    this.#learnIds(shows)
    await this.#compareTabs(shows, steps.length > 1)
    await checkInvariants(this.#test.database)
  }

  #asIfInSomeOrder(steps: Step[], answers: Answer[], nowMs: number, real: (Shown | null)[]): World {
    const played = (order: number[]) => {
      const world = structuredClone(this.#world)
      const statuses: number[] = []
      for (const at of order) statuses[at] = predict(world, steps[at] as Step, answers[at] as Answer, nowMs)
      const people = world.people.map(person =>
        person.devices.includes(true) ? shownTo(world, person, nowMs) : null,
      )
      return { world, outcome: { statuses, people } }
    }
    const outcome = { statuses: answers.map(({ status }) => status), people: real }
    const orders = permutations([...steps.keys()]).map(played)
    const fitting = orders.find(order => JSON.stringify(order.outcome) === JSON.stringify(outcome))
    if (fitting) return fitting.world
    const first = orders[0]?.outcome
    expect(outcome, `after ${JSON.stringify(steps)}`).toEqual(first)
    throw new Error('Two outcomes differ, but only in the order of their keys')
  }

  #learnIds(shows: (Shows | null)[]): void {
    for (const [as, shown] of shows.entries()) {
      if (!shown) continue
      const { userId } = this.#world.people[as] as World['people'][number]
      const others = this.#world.notifications.filter(notification => notification.userId !== userId)
      const mine = shown.list.map(({ id, message, read, createdAt }) => ({
        userId,
        id,
        message,
        read,
        createdMs: Date.parse(createdAt),
      }))
      this.#world.notifications = [...others, ...mine]
    }
  }

  async #compareTabs(shows: (Shows | null)[], isBurst: boolean): Promise<void> {
    for (const [as, devices] of this.#devices.entries()) {
      const { devices: signedIn } = this.#world.people[as] as World['people'][number]
      for (const [at, device] of devices.entries()) {
        const { tab } = device
        if (!tab) continue
        if (!signedIn[at]) {
          expect(await tab.screen.closed, 'how the socket of an ended session was closed').toBe(4001)
          device.tab = null
          continue
        }
        const tabShows = await tab.settled()
        expect(comparable(tabShows), `what the tab of ${people[as]} shows`).toEqual(comparable(shows[as]))
        expectNothingAfterLeaving(tab)
        this.tally.messages += tab.takeCount()
        this.tally[isBurst ? 'gapsInBursts' : 'gaps'] += tab.gaps
        tab.gaps = 0
      }
    }
  }
}

function inTheWordsOfTheModel(shown: Shows): Shown {
  const { name, groups, invitations, sent, unread, list } = shown
  return {
    name,
    groups: sorted(
      groups.map(({ id, name, createdBy, members, offeredTo }) => ({
        id,
        name,
        creator: createdBy,
        members: sorted(members.map(({ userId, available }) => `${userId} ${available}`)),
        offeredTo,
      })),
    ),
    received: sorted(
      invitations.map(({ id, groupName, invitedByName }) => ({
        id,
        group: groupName,
        by: invitedByName ?? undefined,
      })),
    ),
    sent: sorted(Object.values(sent).flatMap(invitations => invitations.map(({ id }) => id))),
    unread: unread.unread,
    notifications: sorted(list.map(({ message, read }) => `${message} ${read ? 'read' : 'unread'}`)),
  }
}

/** The newest counted notification may be told by either of two ways, and a pause for sending again ends by itself. */
function comparable(shown: Shows | null | undefined) {
  return (
    shown && {
      ...shown,
      unread: shown.unread.unread,
      sent: Object.values(shown.sent).map(invitations => invitations.map(({ id }) => id)),
    }
  )
}

/** Between leaving a group and joining it again, a tab hears nothing of it. */
function expectNothingAfterLeaving({ screen }: Tab): void {
  const left = new Set<string>()
  for (const message of screen.heard) {
    if (message[0] === 'group.left') left.add(message[1])
    if (message[0] === 'group.joined') left.delete(message[1])
    if (message[0] === 't' || message[0] === 'group.changed')
      expect([...left], `groups left before ${JSON.stringify(message)}`).not.toContain(message[1])
  }
}

function permutations(items: number[]): number[][] {
  if (items.length < 2) return [items]
  return items.flatMap(first =>
    permutations(items.filter(item => item !== first)).map(rest => [first, ...rest]),
  )
}
