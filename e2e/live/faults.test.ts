import type { Group } from '@grouplight/contract/group.ts'
import { readNotifications } from '@grouplight/contract/notification.ts'
import { hourMs } from '../fixtures/durations.ts'
import { groupOf, turn } from '../fixtures/group.ts'
import type { Person } from '../fixtures/person.ts'
import { switchOf } from '../fixtures/screen.ts'
import type { Server } from '../fixtures/server.ts'
import { shownTo, trueFor } from '../fixtures/shown.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ outages: true })

/** What the network does to the browsers. */
const faults: Record<string, (network: Server['network']) => void> = {
  'is slow, and not evenly': network => network.delay(100, 200),
  'carries nothing for a while': network => network.delay(hourMs),
  'breaks every connection': network => network.cut(),
  'is read slowly': network => network.slowDown(1_000),
  'loses messages': network => network.corruptFrames('dropped'),
  'doubles messages': network => network.corruptFrames('doubled'),
  'brings messages in another order': network => network.corruptFrames('swapped'),
}

test('whatever the network does while people toggle, every screen is right within five seconds after', {
  tag: '@all',
}, async ({ member, server }) => {
  test.setTimeout(120_000)
  const stage = await setTheStage(member)
  const { ana, ben, cyd, group } = stage
  for (const [fault, begin] of Object.entries(faults)) {
    await test.step(`it ${fault}`, async () => {
      await readEverything(ana, ben)
      begin(server.network)
      await everybodyToggles(stage)
      server.network.restore()
      // A message that got lost is seen with the next one.
      await turn(cyd, group, true)
      await everyScreenIsRight(stage)
    })
  }
})

test('a browser that reads nothing is dropped before much piles up for it, and is right within five seconds after', {
  tag: '@all',
}, async ({ member, server }) => {
  const stage = await setTheStage(member)
  const { ana, ben, cyd, group } = stage
  const comeBack = [ana, ben].map(({ page }) => page.waitForEvent('websocket'))
  server.network.slowDown(0)
  await everybodyToggles(stage)
  // News as large as they come, that are no news: more of it than fits on the way.
  const changes = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`somebody ${n}`, 0]))
  for (const { api } of [ana, ben]) await server.tell(api.userId, ['t', group.id, 1, 0, changes], 200)
  expect(await openConnections(server)).toBe(0)
  server.network.restore()
  await turn(cyd, group, true)
  await everyScreenIsRight(stage)
  await Promise.all(comeBack)
})

async function openConnections({ directUrl }: Server): Promise<number> {
  const metrics = await (await fetch(`${directUrl}/metrics`)).text()
  return Number(metrics.match(/^grouplight_live_connections (\d+)/m)?.[1])
}

type Stage = { ana: Person; ben: Person; cyd: Person; group: Group }

/** Ana looks at her dashboard, Ben at the page of the group; Cyd has no screen and goes around the network. */
async function setTheStage(member: (name: string) => Promise<Person>): Promise<Stage> {
  const [ana, ben, cyd] = await Promise.all([member('Ana'), member('Ben'), member('Cyd')])
  const group = await groupOf('Choir', ana, ben, cyd)
  await Promise.all([ana.follow('/dashboard'), ben.follow(`/groups/${group.id}`)])
  return { ana, ben, cyd, group }
}

async function readEverything(...people: Person[]): Promise<void> {
  for (const { api } of people) await api.ok(readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
}

/** By the keyboard: toasts may lie over a switch. */
async function everybodyToggles({ ana, ben, cyd, group }: Stage): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await turn(cyd, group, false)
    await switchOf((round === 1 ? ana : ben).page, group).press('Enter')
    await turn(cyd, group, true)
  }
  await turn(cyd, group, false)
}

async function everyScreenIsRight({ ana, ben, group }: Stage): Promise<void> {
  for (const person of [ana, ben]) {
    await expect(async () => expect(await shownTo(person)).toEqual(await trueFor(person, group))).toPass({
      timeout: 5_000,
      intervals: [100],
    })
  }
}
