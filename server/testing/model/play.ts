import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { Person } from '../person.ts'
import type { TestApp } from '../test-app.ts'
import { comparable, heardAfterLeaving, inTheWordsOfTheModel, permutations } from './compared.ts'
import { checkInvariants } from './invariants.ts'
import { perform } from './perform.ts'
import { predict } from './predict.ts'
import { probe, wordOf } from './probe.ts'
import { type Idea, opening, people, stepsOf } from './script.ts'
import type { Node, Site } from './site.ts'
import type { Answer, Step } from './step.ts'
import type { Cut, Story } from './story.ts'
import { fetchAll, type Shows, Tab } from './tab.ts'
import { type Shown, shownTo, type World } from './world.ts'

/** A device of somebody: their session there, and the tab that is open on it. */
type Device = { person: Person; tab: Tab | null }

type Outage = { cut: Cut; restore(): Promise<void> }

/** How long tabs may be wrong that hear of other nodes: the bus may be gone by itself, too, on a busy machine. */
const patienceMs = 15_000

/** Plays stories against a real server, or several nodes of one site, beside the model, and compares after every burst. */
export class Play {
  readonly tally = { steps: 0, bursts: 0, messages: 0, gaps: 0, gapsInBursts: 0, cuts: 0, longestMs: 0 }
  readonly #test: TestApp
  readonly #devices: Device[][] = []
  #site!: Site
  /** Those of the site on which the story is played. */
  #nodes: Node[] = []
  #world: World = { people: [], groups: [], invitations: [], notifications: [] }
  /** All groups of the story, also those that are gone. */
  readonly #groupIds = new Set<string>()
  #busGaps = 0

  constructor(test: TestApp) {
    this.#test = test
  }

  /** Everybody has an account and two devices. */
  async gather(site?: Site): Promise<void> {
    this.#site = site ?? { nodes: [{ address: this.#test.url, services: this.#test.services }] }
    for (const name of people) {
      const person = await this.#test.signUp(name)
      const devices = [person, new Person(person.url, person)]
      this.#devices.push(devices.map(person => ({ person, tab: null })))
    }
  }

  /** Plays one story from an empty stage. */
  async run({ script, nodes, places, cuts }: Story): Promise<void> {
    this.#nodes = this.#site.nodes.slice(0, nodes)
    await this.#clear(places)
    for (const ideas of opening) await this.#compareTabs(...(await this.#burst(ideas)))
    let outage: Outage | null = null
    try {
      for (const [at, ideas] of script.entries()) {
        outage ??= await this.#cutBus(cuts.find(({ before }) => before === at))
        const came = await this.#burst(ideas)
        if (outage?.cut.isWatched) await vi.waitFor(() => this.#lookAtTabs(came[0]), patienceMs)
        if (!outage) await this.#compareTabs(...came)
        else if (at >= outage.cut.before + outage.cut.lasts - 1 || at === script.length - 1) {
          outage = await outage.restore().then(() => null)
          const restoredAt = performance.now()
          await this.#compareTabs(...came)
          this.tally.longestMs = Math.max(this.tally.longestMs, performance.now() - restoredAt)
        }
      }
    } finally {
      await outage?.restore()
    }
  }

  async #clear(places: number[]): Promise<void> {
    const { database } = this.#test
    for (const { tab } of this.#devices.flat()) tab?.screen.close()
    await database.execute(
      sql`truncate groups, memberships, invitations, notices, notifications, attempts, emails`,
    )
    this.#world = { people: [], groups: [], invitations: [], notifications: [] }
    this.#groupIds.clear()
    for (const [as, [{ person }]] of (this.#devices as [Device][]).entries()) {
      const { userId, email, name } = person
      await database.execute(sql`update users set display_name = ${name} where uid = ${userId}`)
      await Promise.all(
        [0, 1].map(device => this.#open({ as, device, at: places[2 * as + device] as number })),
      )
      this.#world.people.push({ userId, email, name, devices: [true, true] })
    }
  }

  /** Opens the tab of a device at a node, signing in where there is no session (any more). */
  async #open({ as, device: number, at }: Pick<Step, 'as' | 'device' | 'at'>): Promise<void> {
    const device = this.#device(as, number)
    device.tab?.screen.close()
    device.person.address = this.#address(at)
    const { status } = await device.person.request('GET', '/api/groups')
    if (status === 401) await device.person.signIn()
    device.tab = await Tab.open(device.person)
  }

  #device(as: number, at: number): Device {
    return this.#devices[as]?.[at] as Device
  }

  #address(at: number): string {
    return (this.#nodes[at % this.#nodes.length] as Node).address
  }

  async #cutBus(cut: Cut | undefined): Promise<Outage | null> {
    if (!cut || !this.#site.cutBus) return null
    this.tally.cuts++
    return { cut, restore: await this.#site.cutBus(cut) }
  }

  /** The burst was as if its steps had come one after the other. Answers what everybody is shown now, and whether it was one. */
  async #burst(ideas: Idea[]): Promise<[shows: (Shows | null)[], isBurst: boolean]> {
    const steps = stepsOf(ideas, this.#world)
    const answers = await Promise.all(steps.map(step => this.#do(step)))
    // Whatever opens a session prolongs it: both are used at least when much time has passed.
    const shows = await this.#fetchAll(steps.some(({ does }) => does === 'wait'))
    const nowMs = this.#test.clock.now().getTime()
    const real = shows.map(shown => shown && inTheWordsOfTheModel(shown))
    this.#world = this.#asIfInSomeOrder(steps, answers, nowMs, real)
    this.#learnIds(shows)
    await checkInvariants(this.#test.database)
    this.tally.steps += steps.length
    this.tally.bursts++
    return [shows, steps.length > 1]
  }

  async #do(step: Step): Promise<Answer> {
    switch (step.does) {
      case 'wait':
        this.#test.clock.advance(step.ms)
        await this.#test.sweep()
        return { status: 0, body: null }
      case 'reopen':
        await this.#open(step)
        return { status: 0, body: null }
      case 'sign in':
        await this.#open(step)
        return { status: 200, body: null }
      default:
        return perform(this.#device(step.as, step.device).person.at(this.#address(step.at)), step)
    }
  }

  async #fetchAll(onAllDevices: boolean): Promise<(Shows | null)[]> {
    const shows: (Shows | null)[] = []
    for (const [as, devices] of this.#devices.entries()) {
      const { devices: signedIn } = this.#world.people[as] as World['people'][number]
      let shown = null
      for (const [at, { person }] of devices.entries()) {
        if (shown && !onAllDevices && signedIn[at]) continue
        const fresh = await fetchAll(person)
        if (fresh.name !== '') shown = fresh
      }
      shows.push(shown)
    }
    return shows
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
    for (const { id } of this.#world.groups) this.#groupIds.add(id)
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

  /** Every open tab shows what is true, and hears of its person's groups and of no other: at once, or soon across nodes. */
  async #compareTabs(shows: (Shows | null)[], isBurst: boolean): Promise<void> {
    const compare = async () => {
      await this.#probeTabs()
      await this.#lookAtTabs(shows)
    }
    if (this.#nodes.length === 1) await compare()
    else await vi.waitFor(compare, patienceMs)
    const isWhole = this.#wasBusWhole()
    for (const { tab } of this.#devices.flat()) {
      if (!tab) continue
      if (this.#nodes.length === 1)
        expect(heardAfterLeaving(tab), 'groups heard of after leaving').toEqual([])
      this.tally.messages += tab.takeCount()
      this.tally[isBurst || !isWhole ? 'gapsInBursts' : 'gaps'] += tab.gaps
      tab.gaps = 0
    }
  }

  async #probeTabs(): Promise<void> {
    const { people, groups } = this.#world
    const tabs = this.#openTabs()
    const everybody = { people: people.map(({ userId }) => userId), groupIds: [...this.#groupIds] }
    const heard = await probe(
      this.#nodes,
      everybody,
      tabs.map(({ tab }) => tab),
    )
    for (const { as, tab } of tabs) {
      const mine = groups.filter(({ members }) => (people[as]?.userId ?? '') in members)
      const words = mine.flatMap(({ id }) => this.#nodes.map((_, n) => wordOf(id, n)))
      expect(heard.get(tab), `what the tab of ${people[as]?.name} hears`).toEqual(words.sort())
    }
  }

  async #lookAtTabs(shows: (Shows | null)[]): Promise<void> {
    for (const device of this.#devicesSignedOut()) {
      if (device.tab)
        expect(await device.tab.screen.closed, 'how the socket of an ended session was closed').toBe(4001)
      device.tab = null
    }
    for (const { as, tab } of this.#openTabs())
      expect(comparable(await tab.settled()), `what the tab of ${people[as]} shows`).toEqual(
        comparable(shows[as]),
      )
  }

  #openTabs(): { as: number; tab: Tab }[] {
    return this.#devices.flatMap((devices, as) =>
      devices.flatMap(({ tab }, at) => (tab && this.#isSignedIn(as, at) ? [{ as, tab }] : [])),
    )
  }

  #devicesSignedOut(): Device[] {
    return this.#devices.flatMap((devices, as) => devices.filter((_, at) => !this.#isSignedIn(as, at)))
  }

  #isSignedIn(as: number, at: number): boolean {
    return this.#world.people[as]?.devices[at] === true
  }

  /** Whether nothing can have been lost since it was asked last. */
  #wasBusWhole(): boolean {
    const before = this.#busGaps
    const buses = this.#nodes.map(({ services }) => services.bus)
    this.#busGaps = buses.reduce((sum, bus) => sum + (bus?.gaps ?? 0), 0)
    return before === this.#busGaps && !buses.some(bus => bus?.isAway)
  }
}
