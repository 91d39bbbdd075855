import { deleteGroup, type Group, leaveGroup } from '@grouplight/contract/group.ts'
import { hasNats } from '../../server/testing/nats.ts'
import { hasPostgres } from '../../server/testing/postgres.ts'
import { accept, groupOf, invite, turn } from '../fixtures/group.ts'
import type { Person } from '../fixtures/person.ts'
import { cardOf, dialog, rowOf, switchOf } from '../fixtures/screen.ts'
import { shownTo, trueFor } from '../fixtures/shown.ts'
import { type BusName, Site } from '../fixtures/site.ts'
import { expect, test as onOneServer } from '../fixtures/test.ts'

// Two databases and four servers are started, and a busy machine takes its time.
const longMs = 240_000

// Ana's browser is at the first node, everybody else's at the other one.
const test = onOneServer.extend<{ bus: BusName; site: Site }, { siteBy: (bus: BusName) => Promise<Site> }>({
  bus: ['PostgreSQL', { option: true }],
  siteBy: [
    async ({ mail }, use) => {
      const sites = new Map<BusName, Promise<Site>>()
      await use(bus => {
        const site = sites.get(bus) ?? Site.open(bus, { SMTP_URL: mail.url })
        sites.set(bus, site)
        return site
      })
      for (const site of sites.values()) await (await site).close()
    },
    { scope: 'worker', timeout: longMs },
  ],
  site: [async ({ bus, siteBy }, use) => use(await siteBy(bus)), { timeout: longMs }],
  home: async ({ site }, use) => use(site),
  outages: true,
  member: async ({ people, site }, use) =>
    use(async (...who) => {
      const person = await people.member(...who)
      await site.lead(person, who[0] === 'Ana' ? 0 : 1)
      return person
    }),
})

// All of them share their servers.
test.describe.configure({ mode: 'default', timeout: longMs })

for (const bus of ['PostgreSQL', 'NATS'] as const)
  test.describe(`on two nodes that hear of each other by ${bus}`, {
    tag: bus === 'NATS' ? '@all' : [],
  }, () => {
    test.use({ bus })
    test.skip(!hasPostgres || (bus === 'NATS' && !hasNats), `what it needs is not installed`)

    test('what is done at one is seen at the other: joining, toggling, leaving, the end of a group', async ({
      member,
    }) => {
      const [ana, ben] = await Promise.all([member('Ana'), member('Ben')])
      const [choir, band] = [await groupOf('Choir', ana), await groupOf('Band', ana, ben)]
      await ana.follow(`/groups/${choir.id}`)
      await ben.follow('/dashboard')
      await invite(ana, choir, ben)
      const invitations = dialog(ben.page, 'Group Invitations')
      await invitations.getByRole('button', { name: 'Accept' }).click()
      await expect(rowOf(ana.page, ben)).toContainText('Available')
      await invitations.press('Escape')

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

    test('signing out at one ends the same session at the other, and is told on another device', async ({
      member,
      onAnotherDevice,
      stranger,
      site,
    }) => {
      const ana = await member('Ana')
      const group = await groupOf('Choir', ana)
      const [phone, twin] = [await onAnotherDevice(ana), (await stranger('Ana')).as(ana)]
      await twin.context.addCookies(await ana.context.cookies())
      for (const other of [phone, twin]) await site.lead(other, 1)
      await Promise.all([phone, twin].map(other => other.follow('/dashboard')))
      await ana.page.goto('/profile')
      await ana.page.getByRole('button', { name: 'Sign Out' }).click()
      await expect(ana.page).toHaveURL('/login')
      await expect(twin.page).toHaveURL('/login')
      await expect(phone.page.getByText('You signed out on another device.')).toBeVisible()
      await expect(switchOf(phone.page, group)).not.toBeChecked()
    })

    test('without the bus every screen becomes right, and when it is back', async ({ member, site }) => {
      const [ana, ben, cyd] = await Promise.all([member('Ana'), member('Ben'), member('Cyd')])
      const group = await groupOf('Choir', ana, ben)
      await Promise.all([ana.follow('/dashboard'), ben.follow(`/groups/${group.id}`)])
      await invite(ana, group, cyd)

      await site.cutBus()
      await turn(ana, group, false)
      await turn(ben, group, false)
      await everyScreenIsRight(group, ana, ben)
      await accept(cyd, group)
      await turn(ana, group, true)
      await everyScreenIsRight(group, ana, ben)

      await site.restoreBus()
      await turn(ben, group, true)
      await turn(ana, group, false)
      await everyScreenIsRight(group, ana, ben)
      await cyd.api.ok(leaveGroup, { params: { groupId: group.id } })
      await turn(ana, group, true)
      await everyScreenIsRight(group, ana, ben)
    })

    test('when a node is killed its browsers come to the other one, and are right', async ({
      member,
      site,
    }) => {
      const [ana, ben] = await Promise.all([member('Ana'), member('Ben')])
      const group = await groupOf('Choir', ana, ben)
      await Promise.all([ana.follow('/dashboard'), ben.follow(`/groups/${group.id}`)])
      const comesBack = ben.page.waitForEvent('websocket')
      await turn(ben, group, false)
      await site.kill(1)
      ben.api.address = ana.api.address
      await turn(ana, group, false)
      await comesBack
      await everyScreenIsRight(group, ana, ben)
      await switchOf(ben.page, group).click()
      await expect(switchOf(ben.page, group)).toBeChecked()
      await everyScreenIsRight(group, ana, ben)
    })
  })

/** What everybody's screen shows is what they are answered now. */
async function everyScreenIsRight(group: Group, ...people: Person[]): Promise<void> {
  for (const person of people)
    await expect(async () => expect(await shownTo(person)).toEqual(await trueFor(person, group))).toPass()
}
