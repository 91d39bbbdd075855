import { withdrawCall } from '@grouplight/contract/ask-around.ts'
import { type Group, readGroup } from '@grouplight/contract/group.ts'
import type { Page } from '@playwright/test'
import type { FakePushService } from '../../server/testing/fake-push-service.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import type { BrowserUsers } from '../fixtures/browser-users.ts'
import { allowAsking, ask, button, say } from '../fixtures/call.ts'
import { groupOf } from '../fixtures/group.ts'
import { Phone } from '../fixtures/phone.ts'
import { bell, dialog } from '../fixtures/screen.ts'
import { test as base, expect } from '../fixtures/test.ts'

type WithPhone = { user: BrowserUser; phone: Phone }

/** Ana is the creator of the choir. Ben and Cyd have only phones, and these ring. */
const test = base.extend<{ onPhones: { choir: Group; ben: WithPhone; cyd: WithPhone } }>({
  onPhones: async ({ ana, member, pushService }, use) => {
    const [ben, cyd] = [
      await withPhone('Ben', member, pushService),
      await withPhone('Cyd', member, pushService),
    ]
    const choir = await groupOf('Choir', ana, ben.user, cyd.user)
    await allowAsking(ana, choir)
    await Promise.all([ben, cyd].map(({ phone }) => phone.ring()))
    await use({ choir, ben, cyd })
  },
})

async function withPhone(
  name: string,
  member: BrowserUsers['member'],
  service: FakePushService,
): Promise<WithPhone> {
  const user = await member(name, { serviceWorkers: 'allow' })
  return { user, phone: await Phone.of(user, service) }
}

const title = 'Ana asks'
const answers = ['I can', 'I can’t']

/** Ana asks in the dialog. */
async function askInDialog(page: Page): Promise<void> {
  await button(page, 'Ask around').click()
  const asking = dialog(page, 'Ask around')
  await asking.getByLabel('What is it about?').fill('Fire drill')
  await button(asking, 'Ask 2 people').click()
  await expect(page.getByRole('group', { name: 'Ana asks: Fire drill · 0 of 1 · 2 have not' })).toBeVisible()
}

/** Waits until exactly these notifications are shown. */
const shows = ({ phone }: WithPhone, ...shown: { title: string; body?: string; actions?: string[] }[]) =>
  expect
    .poll(async () => (await phone.shown()).filter(({ tag }) => tag.startsWith('call ')))
    .toEqual(shown.map(one => expect.objectContaining(one)))

const countOf = async ({ api }: BrowserUser, { id: groupId }: Group) =>
  (await api.ok(readGroup, { params: { groupId } })).calls?.map(({ count }) => count)

test('a question rings, is answered on the lock screen, and is found; the other phones are told, and again when it is taken back', async ({
  ana,
  onPhones: { choir, ben, cyd },
}) => {
  await ana.gotoLive(`/groups/${choir.id}`)
  await askInDialog(ana.page)
  for (const one of [ben, cyd]) {
    const { urgency, payload } = await one.phone.receive()
    expect(urgency).toBe('high')
    expect(payload.notification.body).toMatch(/^Choir · Fire drill · 1 needed · until \d/)
    await shows(one, { title, body: payload.notification.body, actions: answers })
  }
  await ben.phone.tap(title, 'can')
  await shows(ben, { title: 'You said you can.', actions: ['Take back'] })
  await expect(ana.page.getByText('Found: Ben · Fire drill')).toBeVisible()
  // It takes the place of the question, and makes no sound.
  expect((await cyd.phone.receive()).payload.notification.silent).toBe(true)
  await shows(cyd, { title: 'Choir', body: 'Found. Thank you!', actions: [] })

  await ben.phone.tap('You said you can.', 'take-back')
  await expect(ana.page.getByText('0 of 1 · 2 have not answered')).toBeVisible()
  await cyd.phone.receive()
  await shows(cyd, { title, actions: answers })
  await cyd.phone.tap(title, 'can')
  await shows(cyd, { title: 'You said you can.' })
  await expect(ana.page.getByText('Found: Cyd · Fire drill')).toBeVisible()
  await bell(ana.page).click()
  await expect(dialog(ana.page, 'Notifications').getByText(/^(Found: |Ben can’t after all)/)).toHaveText([
    'Found: Cyd · Fire drill',
    /^Ben can’t after all/,
    'Found: Ben · Fire drill',
  ])
})

test('where notifications have no actions, a tap opens the question, and its answers are the first and largest buttons', async ({
  ana,
  onPhones: { choir, ben, cyd },
}) => {
  await ana.gotoLive(`/groups/${choir.id}`)
  await Promise.all([ben, cyd].map(({ phone }) => phone.dropActions()))
  await askInDialog(ana.page)
  for (const { phone } of [ben, cyd]) await phone.receive()
  await shows(ben, { title, actions: [] })
  await ben.phone.tap(title)
  const { page } = ben.user
  await expect(page).toHaveURL(new RegExp(`/groups/${choir.id}\\?call=`))
  const buttons = page.getByRole('main').getByRole('button')
  await expect(buttons.first()).toHaveText('I can')
  await expect(buttons.nth(1)).toHaveText('I can’t')
  await buttons.first().click()
  await expect(page.getByText('Found: Ben · Fire drill')).toBeVisible()
  await expect(ana.page.getByText('Found: Ben · Fire drill')).toBeVisible()
  await button(page, 'Add a few words').click()
  await page.getByLabel('Add a few words').fill('in 20 minutes')
  await button(page, 'Save').click()
  await expect(ana.page.getByText('Ben · in 20 minutes')).toBeVisible()
  await shows(ben)
  await cyd.phone.receive()
  await shows(cyd, { title: 'Choir', body: 'Found. Thank you!', actions: [] })
})

test('a notification goes when the page shows that its question is answered', async ({
  ana,
  onPhones: { choir, ben },
}) => {
  const call = await ask(ana, choir, 'Fire drill', { needed: 2 })
  await ben.phone.receive()
  await shows(ben, { title })
  await say(ben.user, call, true)
  await ben.user.page.goto(`/groups/${choir.id}`)
  await expect(button(ben.user.page, 'Take back')).toBeVisible()
  await shows(ben)
})

test('an answer that comes too late is no failure', async ({ ana, onPhones: { choir, ben, cyd } }) => {
  const call = await ask(ana, choir, 'Fire drill')
  for (const { phone } of [ben, cyd]) await phone.receive()
  await ben.phone.tap(title, 'can')
  await shows(ben, { title: 'You said you can.' })
  await cyd.phone.tap(title, 'can')
  await shows(cyd, { title: 'Somebody was faster.', actions: [] })
  await ben.phone.tap('You said you can.', 'take-back')
  await expect.poll(() => countOf(ana, choir)).toEqual([0])
  await cyd.phone.next()
  await cyd.phone.receive()
  await shows(cyd, { title })
  await ana.api.ok(withdrawCall, { params: { callId: call.id } })
  await cyd.phone.tap(title, 'can')
  await shows(cyd, { title: 'This is over.', actions: [] })
})

const notSent = { title: 'Not sent', body: 'Tap to answer.', actions: answers }

test('an answer for another user of the browser, or without a session, is not sent, and can be tapped again', async ({
  ana,
  onPhones: { choir, ben },
}) => {
  await ask(ana, choir, 'Fire drill')
  const { plaintext } = await ben.phone.next()
  await ben.phone.deliver(plaintext.replaceAll(ben.user.api.userId, ana.api.userId))
  await shows(ben, { title })
  await ben.phone.tap(title, 'can')
  await shows(ben, notSent)
  await ben.user.context.clearCookies()
  await ben.phone.deliver(plaintext)
  await shows(ben, { title })
  await ben.phone.tap(title, 'can')
  await shows(ben, notSent)
  expect(await countOf(ana, choir)).toEqual([0])
})

test.describe('with a bad connection', () => {
  test.use({ outages: true })

  test('an answer that cannot be sent, or whose confirmation is lost, says so, and counts once after another tap', async ({
    ana,
    onPhones: { choir, ben },
    server,
  }) => {
    await ask(ana, choir, 'Fire drill', { needed: 2 })
    await ben.phone.receive()
    await shows(ben, { title })
    server.network.cut()
    await ben.phone.tap(title, 'can')
    await shows(ben, notSent)
    server.network.restore()
    expect(await countOf(ana, choir)).toEqual([0])
    // The server gets the answer, and the phone gets nothing.
    server.network.slowDown(0)
    await ben.phone.tap('Not sent', 'can')
    await expect.poll(() => countOf(ana, choir)).toEqual([1])
    server.network.cut()
    await shows(ben, notSent)
    server.network.restore()
    await ben.phone.tap('Not sent', 'can')
    await shows(ben, { title: 'You said you can.', actions: ['Take back'] })
    expect(await countOf(ana, choir)).toEqual([1])
  })
})
