import type { Group } from '@grouplight/contract/group.ts'
import { readNotifications } from '@grouplight/contract/notification.ts'
import { hourMs } from '../../server/src/platform/clock.ts'
import { stepMs } from '../../server/testing/time-limits.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { switchOf } from '../fixtures/screen.ts'
import { expectedContent, readScreen } from '../fixtures/screen-content.ts'
import type { Server } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ outages: true })

const faults: Record<string, (network: Server['network']) => void> = {
  'delays data by varying times': network => network.delay(100, 200),
  'carries nothing for a while': network => network.delay(hourMs),
  'breaks every connection': network => network.cut(),
  'carries little data per second': network => network.slowDown(1_000),
  'loses messages': network => network.corruptFrames('dropped'),
  'delivers messages twice': network => network.corruptFrames('doubled'),
  'delivers messages in another order': network => network.corruptFrames('swapped'),
}

test('after network faults while users toggle, every screen is up to date again', async ({
  member,
  server,
}) => {
  const data = await createTestData(member)
  const { ana, ben, cyd, group } = data
  for (const [fault, begin] of Object.entries(faults)) {
    await test.step(`the network ${fault}`, async () => {
      await readEverything(ana, ben)
      begin(server.network)
      await everybodyToggles(data)
      server.network.restore()
      // A screen notices a lost message when the next message arrives.
      await setStatus(cyd, group, true)
      await expectScreensUpToDate(data)
    })
  }
})

test('a browser that stops reading is disconnected, and is up to date when it reads again', async ({
  member,
  server,
}) => {
  const data = await createTestData(member)
  const { ana, ben, cyd, group } = data
  const reconnects = [ana, ben].map(({ page }) => page.waitForEvent('websocket'))
  server.network.slowDown(0)
  await everybodyToggles(data)
  // These messages fill all buffers. They change nothing on the screens.
  const changes = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`somebody ${n}`, 0]))
  for (const { api } of [ana, ben])
    await server.sendLiveMessage(api.userId, ['t', group.id, 1, 0, changes], 200)
  expect(await openConnections(server)).toBe(0)
  server.network.restore()
  await setStatus(cyd, group, true)
  await expectScreensUpToDate(data)
  await Promise.all(reconnects)
})

async function openConnections({ directUrl }: Server): Promise<number> {
  const metrics = await (await fetch(`${directUrl}/metrics`)).text()
  return Number(metrics.match(/^grouplight_live_connections (\d+)/m)?.[1])
}

type TestData = { ana: BrowserUser; ben: BrowserUser; cyd: BrowserUser; group: Group }

/** Creates three members of a group. Opens the dashboard for Ana and the group's page for Ben. Cyd opens no page. */
async function createTestData(member: (name: string) => Promise<BrowserUser>): Promise<TestData> {
  const [ana, ben, cyd] = await Promise.all([member('Ana'), member('Ben'), member('Cyd')])
  const group = await groupOf('Choir', ana, ben, cyd)
  await Promise.all([ana.gotoLive('/dashboard'), ben.gotoLive(`/groups/${group.id}`)])
  return { ana, ben, cyd, group }
}

async function readEverything(...users: BrowserUser[]): Promise<void> {
  for (const { api } of users) await api.ok(readNotifications, { body: { upTo: Number.MAX_SAFE_INTEGER } })
}

/** Cyd toggles through the API. Ana and Ben toggle by keyboard, because toasts may cover their switches. */
async function everybodyToggles({ ana, ben, cyd, group }: TestData): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await setStatus(cyd, group, false)
    await switchOf((round === 1 ? ana : ben).page, group).press('Enter')
    await setStatus(cyd, group, true)
  }
  await setStatus(cyd, group, false)
}

async function expectScreensUpToDate({ ana, ben, group }: TestData): Promise<void> {
  for (const user of [ana, ben]) {
    await expect(async () =>
      expect(await readScreen(user)).toEqual(await expectedContent(user, group)),
    ).toPass({ timeout: stepMs, intervals: [100] })
  }
}
