import { sql } from 'drizzle-orm'
import { expect, vi } from 'vitest'
import { dayMs, hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import type { TestApp } from '../test-app.ts'
import { TestUser } from '../test-user.ts'
import { comparable, messagesAfterLeaving, permutations, toUserView } from './compare.ts'
import { firstSteps } from './first-steps.ts'
import { checkInvariants } from './invariants.ts'
import { expectedView, isHeard, type ModelState, type Side, sorted, type UserView } from './model-state.ts'
import { predict } from './predict.ts'
import { probe, probeName } from './probe.ts'
import { type GeneratedStep, names, stepsOf } from './script.ts'
import { sendStep } from './send-step.ts'
import type { Node, Site } from './site.ts'
import type { Answer, Step } from './step.ts'
import type { Cut, Story } from './story.ts'
import { fetchAll, Tab, type TabState } from './tab.ts'

type Device = { user: TestUser; tab: Tab | null }

type Outcome = {
  statuses: number[]
  users: (UserView | null)[]
  alertedSides: { id: string; alertedSide: Side }[]
}

type Outage = { cut: Cut; restore(): Promise<void> }

/** Within this time, a tab must show the server's state. It is long, because a node may lose the bus for seconds on a busy machine. */
const settleMs = 15_000

/** Runs stories against a server or against several nodes of one site. Compares the server with the model after every burst. */
export class StoryRunner {
  readonly tally = { steps: 0, bursts: 0, messages: 0, gaps: 0, gapsInBursts: 0, cuts: 0, longestMs: 0 }
  readonly #test: TestApp
  readonly #devices: Device[][] = []
  #site!: Site
  #nodes: Node[] = []
  #model: ModelState = { users: [], groups: [], invitations: [], notifications: [] }
  /** The ids of all groups of the current story, including deleted groups. */
  readonly #groupIds = new Set<string>()
  #busGaps = 0

  constructor(test: TestApp) {
    this.#test = test
  }

  async signUpEverybody(site?: Site): Promise<void> {
    this.#site = site ?? { nodes: [{ address: this.#test.url, services: this.#test.services }] }
    for (const name of names) {
      const user = await this.#test.signUp(name)
      const devices = [user, new TestUser(user.url, user)]
      this.#devices.push(devices.map(user => ({ user, tab: null })))
    }
  }

  /** Deletes the data of the previous story, except the users and their sessions, and runs one story. */
  async run({ script, nodes, startNodes, cuts }: Story): Promise<void> {
    this.#nodes = this.#site.nodes.slice(0, nodes)
    await this.#clear(startNodes)
    for (const generated of firstSteps) await this.#compareTabs(...(await this.#burst(generated)))
    let outage: Outage | null = null
    try {
      for (const [at, generated] of script.entries()) {
        outage ??= await this.#cutBus(cuts.find(({ before }) => before === at))
        const result = await this.#burst(generated)
        if (outage?.cut.isWatched) await vi.waitFor(() => this.#checkTabs(result[0]), settleMs)
        if (!outage) await this.#compareTabs(...result)
        else if (at >= outage.cut.before + outage.cut.lasts - 1 || at === script.length - 1) {
          outage = await outage.restore().then(() => null)
          const restoredAt = performance.now()
          await this.#compareTabs(...result)
          this.tally.longestMs = Math.max(this.tally.longestMs, performance.now() - restoredAt)
        }
      }
    } finally {
      await outage?.restore()
    }
  }

  async #clear(startNodes: number[]): Promise<void> {
    const { database } = this.#test
    for (const { tab } of this.#devices.flat()) tab?.screen.close()
    await database.execute(
      sql`
        truncate groups, memberships, invitations, notices, notifications, status_notices, status_readings, follows,
          watches, prompts, ring_cursors, attempts, outbox, invite_links, join_requests, removed_members,
          boards, hooks, hook_deliveries, calls, call_answers, called`,
    )
    this.#model = { users: [], groups: [], invitations: [], notifications: [] }
    this.#groupIds.clear()
    for (const [as, [{ user }]] of (this.#devices as [Device][]).entries()) {
      const { userId, email, name } = user
      await database.execute(sql`update users set display_name = ${name} where uid = ${userId}`)
      await Promise.all(
        [0, 1].map(device => this.#open({ as, device, at: startNodes[2 * as + device] as number })),
      )
      const asks = [
        { ms: hourMs, most: 3, endMs: 0, count: 0 },
        { ms: dayMs, most: 10, endMs: 0, count: 0 },
      ]
      this.#model.users.push({ userId, email, name, devices: [true, true], asks })
    }
  }

  async #open({ as, device: number, at }: Pick<Step, 'as' | 'device' | 'at'>): Promise<void> {
    const device = this.#device(as, number)
    device.tab?.screen.close()
    device.user.address = this.#address(at)
    const { status } = await device.user.request('GET', '/api/groups')
    if (status === 401) await device.user.signIn()
    device.tab = await Tab.open(device.user)
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

  /**
   * Sends the steps at the same time and updates the model. Throws if no order of the steps, one after the other, leads the model
   * to the observed results. Returns the fetched state of each user (null without a session).
   */
  async #burst(generated: GeneratedStep[]): Promise<[states: (TabState | null)[], isBurst: boolean]> {
    const steps = stepsOf(generated, this.#model)
    const answers = await Promise.all(steps.map(step => this.#do(step)))
    // After a wait, the states are fetched on all devices, because this renews the sessions. Then sessions end only in a wait that is
    // longer than the life of a session.
    const states = await this.#fetchAll(steps.some(({ action }) => action === 'wait'))
    const nowMs = this.#test.clock.now().getTime()
    const observed = states.map(shown => shown && toUserView(shown))
    const outcome = {
      statuses: answers.map(({ status }) => status),
      users: observed,
      alertedSides: await this.#alertedSides(),
    }
    this.#model = this.#inSomeOrder(steps, answers, nowMs, outcome)
    this.#learnIds(states)
    await this.#learnAskedTimes()
    await checkInvariants(this.#test.database)
    this.tally.steps += steps.length
    this.tally.bursts++
    return [states, steps.length > 1]
  }

  async #do(step: Step): Promise<Answer> {
    switch (step.action) {
      case 'wait':
        this.#test.clock.advance(step.ms)
        await this.#test.runMaintenance()
        return { status: 0, body: null }
      case 'reopen':
        await this.#open(step)
        return { status: 0, body: null }
      case 'sign in':
        await this.#open(step)
        return { status: 200, body: null }
      default:
        return sendStep(this.#device(step.as, step.device).user.at(this.#address(step.at)), step)
    }
  }

  async #fetchAll(onAllDevices: boolean): Promise<(TabState | null)[]> {
    const states: (TabState | null)[] = []
    for (const [as, devices] of this.#devices.entries()) {
      const { devices: signedIn } = this.#model.users[as] as ModelState['users'][number]
      let shown = null
      for (const [at, { user }] of devices.entries()) {
        if (shown && !onAllDevices && signedIn[at]) continue
        const fresh = await fetchAll(user)
        if (fresh.name !== '') shown = fresh
      }
      states.push(shown)
    }
    return states
  }

  /**
   * Returns the stored `alertedSide` of each group with a needed number. No user sees it, but it can show in which order parallel
   * steps were carried out.
   */
  async #alertedSides(): Promise<Outcome['alertedSides']> {
    const found = await rows<{ id: string; alertedSide: Side }>(this.#test.database)`
      select id, coverage_alerted as "alertedSide" from groups where needed is not null`
    return sorted(found)
  }

  #inSomeOrder(steps: Step[], answers: Answer[], nowMs: number, outcome: Outcome): ModelState {
    const played = (order: number[]) => {
      const model = structuredClone(this.#model)
      const statuses: number[] = []
      for (const at of order) statuses[at] = predict(model, steps[at] as Step, answers[at] as Answer, nowMs)
      const users = model.users.map(user =>
        user.devices.includes(true) ? expectedView(model, user, nowMs) : null,
      )
      const alertedSides = sorted(
        model.groups.flatMap(({ id, alertedSide }) => (alertedSide ? [{ id, alertedSide }] : [])),
      )
      return { model, outcome: { statuses, users, alertedSides } }
    }
    const orders = permutations([...steps.keys()]).map(played)
    const matching = orders.find(order => JSON.stringify(order.outcome) === JSON.stringify(outcome))
    if (matching) return matching.model
    const first = orders[0]?.outcome
    expect(outcome, `after ${JSON.stringify(steps)}`).toEqual(first)
    throw new Error('Two outcomes differ, but only in the order of their keys')
  }

  #learnIds(states: (TabState | null)[]): void {
    for (const { id } of this.#model.groups) this.#groupIds.add(id)
    for (const [as, shown] of states.entries()) {
      if (!shown) continue
      const { userId } = this.#model.users[as] as ModelState['users'][number]
      // The model keeps notices that the user does not hear of, because the fetched list does not contain them.
      const others = this.#model.notifications.filter(
        notification => notification.userId !== userId || !isHeard(this.#model, notification),
      )
      const mine = shown.list.map(
        ({ id, action, relatedGroupId, relatedUserId, callId = null, message, read, createdAt }) => ({
          userId,
          id,
          statusOf: action === 'status' ? relatedGroupId : null,
          about: action === 'status' ? relatedUserId : null,
          ownOf: action === 'asked' || action === 'ended' ? relatedGroupId : null,
          coverage:
            relatedGroupId && (action === 'short' || action === 'enough')
              ? { groupId: relatedGroupId, side: action as Side }
              : null,
          callId,
          message,
          read,
          createdMs: Date.parse(createdAt),
        }),
      )
      this.#model.notifications = [...others, ...mine]
    }
  }

  /** Copies the exact times of open questions to the model, because ends of unanswered availabilities depend on them. */
  async #learnAskedTimes(): Promise<void> {
    const found = await rows<{ groupId: string; userId: string; askedMs: number }>(this.#test.database)`
      select group_id as "groupId", user_id as "userId", (extract(epoch from asked_at) * 1000)::float8 as "askedMs"
      from memberships where asked_at is not null`
    for (const { groupId, userId, askedMs } of found) {
      const own = this.#model.groups.find(({ id }) => id === groupId)?.details[userId]
      if (own) own.askedMs = askedMs
    }
  }

  /** Expects that each open tab shows the fetched state, and receives messages of the user's groups and of no others. */
  async #compareTabs(states: (TabState | null)[], isBurst: boolean): Promise<void> {
    const compare = async () => {
      await this.#probeTabs()
      await this.#checkTabs(states)
    }
    if (this.#nodes.length === 1) await compare()
    else await vi.waitFor(compare, settleMs)
    const hadNoGaps = this.#busHadNoGaps()
    for (const { tab } of this.#devices.flat()) {
      if (!tab) continue
      if (this.#nodes.length === 1)
        expect(messagesAfterLeaving(tab), 'messages of a group after leaving it').toEqual([])
      this.tally.messages += tab.takeCount()
      this.tally[isBurst || !hadNoGaps ? 'gapsInBursts' : 'gaps'] += tab.gaps
      tab.gaps = 0
    }
  }

  async #probeTabs(): Promise<void> {
    const { users, groups } = this.#model
    const tabs = this.#openTabs()
    const recipients = { userIds: users.map(({ userId }) => userId), groupIds: [...this.#groupIds] }
    const received = await probe(
      this.#nodes,
      recipients,
      tabs.map(({ tab }) => tab),
    )
    for (const { as, tab } of tabs) {
      const mine = groups.filter(({ members }) => (users[as]?.userId ?? '') in members)
      const expected = mine.flatMap(({ id }) => this.#nodes.map((_, n) => probeName(id, n)))
      expect(received.get(tab), `probes received by the tab of ${users[as]?.name}`).toEqual(expected.sort())
    }
  }

  async #checkTabs(states: (TabState | null)[]): Promise<void> {
    for (const device of this.#devicesSignedOut()) {
      if (device.tab) expect(await device.tab.screen.closed, 'close code after the session ended').toBe(4001)
      device.tab = null
    }
    const nowMs = this.#test.clock.now().getTime()
    for (const { as, tab } of this.#openTabs())
      expect(comparable(await tab.settled(), nowMs), `state of the tab of ${names[as]}`).toEqual(
        comparable(states[as], nowMs),
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
    return this.#model.users[as]?.devices[at] === true
  }

  /** Returns whether the bus is connected and has missed no commands since the last call. */
  #busHadNoGaps(): boolean {
    const before = this.#busGaps
    const buses = this.#nodes.map(({ services }) => services.bus)
    this.#busGaps = buses.reduce((sum, bus) => sum + (bus?.gaps ?? 0), 0)
    return before === this.#busGaps && buses.every(bus => bus?.isConnected !== false)
  }
}
