import { createInviteLink, joinByLink } from '@grouplight/contract/invite-link.ts'
import type { Page } from '@playwright/test'
import { axeViolations } from '../fixtures/axe.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { groupOf } from '../fixtures/group.ts'
import { badge, bell, cardOf, dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  colorScheme: 'dark',
} as const
const incompleteText = 'A part of this link is missing: copy all of it, or ask whoever gave it to you.'
const deadText = 'This link no longer works. Ask whoever gave it to you.'

test('a signed-in user joins with one tap, and the link then leads to the group; a signed-out user is a member after the sign-in', {
  tag: '@main',
}, async ({ ana, ben, cyd }) => {
  const group = await groupOf('Chess', ana)
  const address = await linkTo(ana, group)
  await cyd.page.goto(address)
  await cyd.page.getByRole('button', { name: 'Join' }).click()
  await expect(cyd.page).toHaveURL(`/groups/${group.id}`)
  await expect(cyd.page.getByRole('switch', { name: 'Chess' })).toBeChecked()
  await cyd.page.goto(address)
  await expect(cyd.page).toHaveURL(`/groups/${group.id}`)

  await ben.context.clearCookies()
  await ben.page.goto(address)
  await ben.page.getByRole('button', { name: 'I have an account' }).click()
  await fillIn(ben.page, { Email: ben.email, Password: ben.password })
  await ben.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(ben.page).toHaveURL(`/groups/${group.id}`)
  await expect.poll(() => ben.page.evaluate(() => sessionStorage.length)).toBe(0)
})

test('the creator opens the requests from the notification, lets one user in and declines another', async ({
  ana,
  ben,
  cyd,
}) => {
  const group = await groupOf('Chess', ana)
  const address = await linkTo(ana, group, { needsApproval: true })
  for (const { page } of [ben, cyd]) {
    await page.goto(address)
    await expect(page.getByText('Ana decides who may join.')).toBeVisible()
    const asked = page.getByRole('heading', { name: "Request sent. We'll tell you." })
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(asked).toBeFocused()
    await page.reload()
    await page.getByRole('button', { name: 'Join' }).click()
    await expect(asked).toBeVisible()
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('invite-link'))).toBeNull()
  }
  await ana.page.goto('/dashboard')
  await bell(ana.page).click()
  await dialog(ana.page, 'Notifications').getByText('Ben asks to join Chess').click()
  const requests = ana.page.getByRole('region', { name: 'Asked to join' })
  await expect(requests.getByRole('listitem')).toHaveText([/Ben/, /Cyd/])
  expect(await axeViolations(ana.page)).toEqual([])
  await rowIn(requests, ben).getByRole('button', { name: 'Let in' }).click()
  await expect(requests.getByRole('listitem')).toHaveText([/Cyd/])
  await expect(requests.getByRole('heading')).toBeFocused()
  await rowIn(requests, cyd).getByRole('button', { name: 'Decline' }).click()
  await expect(requests.getByText('Nobody is waiting to be let in.')).toBeVisible()
  await expect(cardOf(ben.page, group)).toBeVisible()
  await expect(badge(cyd.page)).toHaveText('1')
  await bell(cyd.page).click()
  await expect(cyd.page.getByText('Your request to join Chess was declined')).toBeVisible()
  await expect(ana.page.getByText('Members (2)')).toBeVisible()
})

test('a revoked or wrong link says only that it no longer works, an incomplete one that a part is missing', async ({
  ana,
  cyd,
  choir,
  member,
  stranger,
}) => {
  const address = await linkTo(ana, choir)
  await ana.page.goto(`/groups/${choir.id}`)
  const section = await openLinkSection(ana.page)
  await expect(section.getByText('used 0 of 50')).toBeVisible()
  await cyd.api.ok(joinByLink, { body: { code: address.split('#')[1] ?? '' } })
  await expect(section.getByText('used 1 of 50')).toBeVisible()
  const dan = await member('Dan')
  await dan.page.goto(address)
  await dan.page.getByRole('button', { name: 'Join' }).waitFor()
  await section.getByRole('button', { name: 'Revoke' }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await expect(section.getByRole('heading')).toBeFocused()
  await dan.page.getByRole('button', { name: 'Join' }).click()
  await expect(dan.page.getByRole('alert')).toHaveText(deadText)

  const { page } = await stranger('Gil', phone)
  const opened: [path: string, text: string][] = [
    ['/join', incompleteText],
    [`/join#AAAAAAAAAAAA.${'a'.repeat(22)}`, deadText],
    ['/join#x', incompleteText],
    [`${address.slice(0, -1)}.`, incompleteText],
    [`${address}).`, deadText],
  ]
  for (const [path, text] of opened) {
    await page.goto('/privacy')
    await page.goto(path)
    await expect(page.getByRole('alert')).toHaveText(text)
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText(text)
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page).toHaveURL('/join')
  }
})

test('other choices make another link', async ({ ana, choir }) => {
  const { page } = ana
  await page.goto(`/groups/${choir.id}`)
  const section = await openLinkSection(page)
  await expect(section.getByText('Works 7 days, for 50 people.')).toBeVisible()
  const copy = section.getByRole('button', { name: 'Copy invite link' })
  const choices = dialog(page, 'Invite link')
  const change = async (lifetime: string, people: string) => {
    await section.getByRole('button', { name: 'Change' }).click()
    await choices.getByLabel('How long it works').selectOption(lifetime)
    await choices.getByRole('spinbutton', { name: 'For how many people' }).fill(people)
  }
  await change('1 hour', '1')
  await choices.getByRole('checkbox', { name: 'Ask me before anyone joins' }).check()
  expect(await axeViolations(page)).toEqual([])
  await choices.getByRole('button', { name: 'Done' }).click()
  await expect(section.getByRole('button', { name: 'Change' })).toBeFocused()
  await expect(
    section.getByText('Works 1 hour, for 1 person. You’re asked before anyone joins.'),
  ).toBeVisible()
  await copy.click()
  await expect(section.getByRole('listitem')).toContainText(/used 0 of 1 · you are asked first/)
  await expect(section.getByText(/^Works until .*, for 1 more person\. You’re asked/)).toBeVisible()
  await change('30 days', '2')
  await page.keyboard.press('Escape')
  await copy.click()
  await expect(section.getByRole('listitem')).toHaveCount(2)
})

test('from the group page, two taps copy a link; later taps copy and share the same link', {
  tag: '@main',
}, async ({ ana, choir }) => {
  await ana.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await ana.page.addInitScript(() => {
    Object.assign(navigator, { share: async (shared: ShareData) => Object.assign(window, { shared }) })
  })
  await ana.page.goto(`/groups/${choir.id}`)
  const section = await openLinkSection(ana.page)
  const copy = section.getByRole('button', { name: 'Copy invite link' })
  await expect(copy).toBeFocused()
  await copy.click()
  await expect(section.getByRole('status')).toHaveText('Copied. Now paste it into your chat.')
  const copied = () => ana.page.evaluate(() => navigator.clipboard.readText())
  const address = await copied()
  await section.getByRole('button', { name: 'Show QR code' }).click()
  const qrCode = dialog(ana.page, 'QR code of the link to Choir')
  await qrCode.getByRole('button', { name: 'Share' }).click()
  await expect(qrCode).toHaveCount(0)
  await expect
    .poll(() => ana.page.evaluate(() => (window as unknown as { shared: ShareData }).shared))
    .toEqual({ title: 'Choir', url: address })
  await ana.page.reload()
  await openLinkSection(ana.page)
  await ana.page.evaluate(() => navigator.clipboard.writeText(''))
  await copy.click()
  await expect.poll(copied).toBe(address)
  await expect(section.getByRole('listitem')).toHaveCount(1)
})

test('if the browser refuses the clipboard and the sharing, the address is in a field and selected', async ({
  ana,
  choir,
}) => {
  await ana.page.addInitScript(() => {
    const refuse = async () => Promise.reject(new DOMException('', 'NotAllowedError'))
    Object.assign(navigator, { share: refuse })
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await ana.page.goto(`/groups/${choir.id}`)
  const section = await openLinkSection(ana.page)
  const field = section.getByLabel('Invite link')
  const qrCode = dialog(ana.page, 'QR code of the link to Choir')
  const showQrCode = section.getByRole('button', { name: 'Show QR code' })
  for (const isShared of [false, true]) {
    await (isShared ? showQrCode : section.getByRole('button', { name: 'Copy invite link' })).click()
    if (isShared) await qrCode.getByRole('button', { name: 'Share' }).click()
    await expect(field).toHaveAccessibleDescription('Select it and copy it.')
    await expect(field).toHaveValue(/\/join#/)
    expect(await ana.page.evaluate(() => window.getSelection()?.toString())).toMatch(/\/join#/)
    await showQrCode.click()
    await qrCode.waitFor()
    await ana.page.keyboard.press('Escape')
    await expect(field).toBeHidden()
  }
})

async function linkTo(
  creator: BrowserUser,
  { id: groupId }: { id: string },
  body: { needsApproval?: boolean } = {},
) {
  return (await creator.api.ok(createInviteLink, { params: { groupId }, body })).address
}

async function openLinkSection(page: Page) {
  await page.getByRole('button', { name: 'Invite Members' }).click()
  return page.getByRole('region', { name: 'By link' })
}

function rowIn(section: ReturnType<Page['locator']>, { name }: { name: string }) {
  return section.getByRole('listitem').filter({ hasText: name })
}
