import { deleteGroup, type Group, leaveGroup } from '@grouplight/contract/group.ts'
import { hasPostgres } from '../../server/testing/postgres.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { accept, groupOf, invite, setStatus } from '../fixtures/group.ts'
import { cardOf, dialog, rowOf, switchOf } from '../fixtures/screen.ts'
import { expectedContent, readScreen } from '../fixtures/screen-content.ts'
import { Site } from '../fixtures/site.ts'
import { expect, test as testOnOneServer } from '../fixtures/test.ts'

// A site takes long to start on a busy machine.
const longMs = 240_000

// `member` assigns Ana to the first node and everybody else to the second node.
const test = testOnOneServer.extend<object, { site: Site }>({
  site: [
    async ({ mail }, use) => {
      const site = await Site.open({ SMTP_URL: mail.url })
      await use(site)
      await site.close()
    },
    { scope: 'worker', timeout: longMs },
  ],
  backend: async ({ site }, use) => use(site),
  outages: true,
  member: async ({ users, site }, use) =>
    use(async (...who) => {
      const user = await users.member(...who)
      await site.assign(user, who[0] === 'Ana' ? 0 : 1)
      return user
    }),
})

// The tests of this file run in one worker, so that they can share a site.
test.describe.configure({ mode: 'default', timeout: longMs })
test.skip(!hasPostgres, 'PostgreSQL is not installed')

test('joining, toggling, leaving and deleting on one node show on the other', async ({ ana, ben }) => {
  const [choir, band] = [await groupOf('Choir', ana), await groupOf('Band', ana, ben)]
  await ana.gotoLive(`/groups/${choir.id}`)
  await ben.gotoLive('/dashboard')
  await invite(ana, choir, ben)
  const invitations = dialog(ben.page, 'Group Invitations')
  await invitations.getByRole('button', { name: 'Accept' }).click()
  await expect(rowOf(ana.page, ben)).toContainText('Available')
  await expect(invitations).toBeHidden()
  await ben.gotoLive('/dashboard')

  await switchOf(ben.page, choir).click()
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  await expect(cardOf(ben.page, choir)).toContainText('1 available')
  await switchOf(ana.page, choir).click()
  await expect(cardOf(ben.page, choir)).toContainText('0 available')

  await ben.api.at(ana.api.address).ok(leaveGroup, { params: { groupId: choir.id } })
  await expect(cardOf(ben.page, choir)).toBeHidden()
  await expect(rowOf(ana.page, ben)).toBeHidden()
  await expect(cardOf(ben.page, band)).toBeVisible()
  await ana.api.ok(deleteGroup, { params: { groupId: band.id } })
  await expect(cardOf(ben.page, band)).toBeHidden()
})

test('screens are updated while the bus is down and after it is back', async ({
  ana,
  ben,
  choir,
  cyd,
  site,
}) => {
  await Promise.all([ana.gotoLive('/dashboard'), ben.gotoLive(`/groups/${choir.id}`)])
  await invite(ana, choir, cyd)

  await site.cutBus()
  await setStatus(ana, choir, false)
  await setStatus(ben, choir, false)
  await expectScreensUpToDate(choir, ana, ben)
  await accept(cyd, choir)
  await setStatus(ana, choir, true)
  await expectScreensUpToDate(choir, ana, ben)

  await site.restoreBus()
  await setStatus(ben, choir, true)
  await setStatus(ana, choir, false)
  await expectScreensUpToDate(choir, ana, ben)
  await cyd.api.ok(leaveGroup, { params: { groupId: choir.id } })
  await setStatus(ana, choir, true)
  await expectScreensUpToDate(choir, ana, ben)
})

test('browsers of a killed node reconnect to the other node and are up to date', async ({
  ana,
  ben,
  choir,
  site,
}) => {
  await Promise.all([ana.gotoLive('/dashboard'), ben.gotoLive(`/groups/${choir.id}`)])
  const reconnects = ben.page.waitForEvent('websocket')
  await setStatus(ben, choir, false)
  await site.kill(1)
  ben.api.address = ana.api.address
  await setStatus(ana, choir, false)
  await reconnects
  await expectScreensUpToDate(choir, ana, ben)
  await switchOf(ben.page, choir).click()
  await expect(switchOf(ben.page, choir)).toBeChecked()
  await expectScreensUpToDate(choir, ana, ben)
})

async function expectScreensUpToDate(group: Group, ...users: BrowserUser[]): Promise<void> {
  for (const user of users)
    await expect(async () =>
      expect(await readScreen(user)).toEqual(await expectedContent(user, group)),
    ).toPass()
}
