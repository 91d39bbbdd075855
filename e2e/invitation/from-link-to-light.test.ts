import type { Group } from '@grouplight/contract/group.ts'
import { createInviteLink, revokeInviteLink } from '@grouplight/contract/invite-link.ts'
import type { Page } from '@playwright/test'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { accept, groupOf, invite } from '../fixtures/group.ts'
import { linkIn } from '../fixtures/mail.ts'
import { cardOf, dialog, rowOf, toast } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const
const deadText = 'This link no longer works. Ask whoever gave it to you.'
const joinedText = "You're in. You show as available."

test('from a link to a new member whose light is on, it takes at most 5 taps, 5 screens and 5 fields', {
  tag: '@main',
}, async ({ ana, choir, mail, stranger }) => {
  const gil = await stranger('Gil', phone)
  const counted = { taps: 0, fields: 0, screens: new Set<string>() }
  const watch = (page: Page) =>
    page.on('framenavigated', frame => {
      const { pathname, protocol } = new URL(frame.url())
      if (frame === page.mainFrame() && protocol === 'http:') counted.screens.add(pathname)
    })
  const tap = async (page: Page, name: string) => {
    await page.getByRole('button', { name }).tap()
    counted.taps++
  }
  const type = async (page: Page, label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text)
    counted.fields++
  }
  watch(gil.page)
  await ana.page.goto(`/groups/${choir.id}`)

  await gil.page.goto((await linkOf(ana, choir)).address)
  await expect(gil.page.getByText('Members see your name and your light. It starts on.')).toBeVisible()
  await tap(gil.page, "I'm new here")
  await expect(strip(gil.page)).toHaveText('Ana · Choir')
  await type(gil.page, 'Display Name', gil.name)
  await type(gil.page, 'Email', gil.email)
  await type(gil.page, 'Password', gil.password)
  await type(gil.page, 'Confirm Password', gil.password)
  await tap(gil.page, 'Create Account')
  await expect(gil.page.getByText('Account created successfully!')).toBeVisible()

  // A tap on the link in the email opens another tab.
  const page = await gil.context.newPage()
  watch(page)
  counted.taps++
  await page.goto(linkIn(await mail.nextEmailTo(gil.email)))
  await expect(strip(page)).toHaveText('Ana · Choir')
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Email')).toHaveValue(gil.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await type(page, 'Password', gil.password)
  await tap(page, 'Sign In')

  await expect(page).toHaveURL(`/groups/${choir.id}`)
  await expect(page.getByRole('switch', { name: 'Choir' })).toBeChecked()
  await expect(strip(page)).toBeHidden()
  await expect(rowOf(ana.page, gil)).toContainText('Available')
  expect(counted.taps).toBeLessThanOrEqual(5)
  expect(counted.fields).toBeLessThanOrEqual(5)
  expect(counted.screens.size).toBeLessThanOrEqual(5)

  await expect(toast(page, joinedText)).toBeVisible()
  await page.getByRole('button', { name: "I'm not" }).tap()
  await expect(rowOf(ana.page, gil)).toContainText('Unavailable')

  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText("Tap the switch when you're free")).toBeVisible()
  await steps.getByRole('button', { name: 'Close' }).tap()
  await expect(steps).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Choir' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Choir' })).toBeVisible()
  await expect(steps).toBeHidden()
})

test('two links that are opened in one tab both make the user a member', async ({ ana, ben }) => {
  const [chess, football] = [await groupOf('Chess', ana), await groupOf('Football', ana)]
  await ben.context.clearCookies()
  for (const group of [chess, football]) {
    await ben.page.goto((await linkOf(ana, group)).address)
    await ben.page.getByRole('button', { name: 'I have an account' }).click()
  }
  await signInHere(ben)
  await expect(ben.page).toHaveURL(`/groups/${chess.id}`)
  await ben.page.goto('/dashboard')
  for (const group of [chess, football]) await expect(cardOf(ben.page, group)).toBeVisible()
})

test('a link that was only opened is still offered after the user has joined by another one', async ({
  ana,
  ben,
}) => {
  const [chess, football] = [await groupOf('Chess', ana), await groupOf('Football', ana)]
  await ben.context.clearCookies()
  await ben.page.goto((await linkOf(ana, chess)).address)
  await expect(ben.page.getByRole('heading', { name: 'Ana invites you to Chess' })).toBeVisible()
  await ben.page.goto((await linkOf(ana, football)).address)
  await ben.page.getByRole('button', { name: 'I have an account' }).click()
  await signInHere(ben)
  await expect(ben.page).toHaveURL(`/groups/${football.id}`)
  await expect(strip(ben.page)).toHaveText('Ana · Chess')
  await strip(ben.page).click()
  await ben.page.getByRole('button', { name: 'Join' }).click()
  await expect(ben.page).toHaveURL(`/groups/${chess.id}`)
})

test('an invitation email fills in and locks the address, and opens the dialog after the sign-in', async ({
  ana,
  choir,
  mail,
  stranger,
}) => {
  const gil = await stranger('Gil', phone)
  await invite(ana, choir, gil)
  const { text } = await mail.nextEmailTo(gil.email)
  const requested: string[] = []
  gil.page.on('request', request => requested.push(request.url()))
  await gil.page.goto(linkTo('signup', text))
  await expect(gil.page.getByRole('heading', { name: 'Ana invites you to Choir' })).toBeVisible()
  await expect(strip(gil.page)).toHaveText('Ana · Choir')
  const address = gil.page.getByLabel('Email', { exact: true })
  await expect(address).toHaveValue(gil.email)
  await expect(address).not.toBeEditable()
  await fillIn(gil.page, {
    'Display Name': gil.name,
    Password: gil.password,
    'Confirm Password': gil.password,
  })
  await gil.page.getByRole('button', { name: 'Create Account' }).click()
  await expect(gil.page.getByText('Account created successfully!')).toBeVisible()
  expect(requested.slice(1).join()).not.toContain(linkTo('signup', text).split('#')[1])

  const desk = (await stranger('Gil')).as(gil)
  await desk.verify()
  await expect(strip(desk.page)).toHaveText('Ana · Choir')
  await expect(desk.page.getByLabel('Email')).toHaveValue(gil.email)
  await desk.page.getByLabel('Password', { exact: true }).fill(gil.password)
  await desk.page.getByRole('button', { name: 'Sign In' }).click()
  await dialog(desk.page, 'Group Invitations').getByRole('button', { name: 'Accept' }).click()
  await expect(desk.page).toHaveURL(`/groups/${choir.id}`)
  await expect(toast(desk.page, joinedText)).toBeVisible()
  await expect(strip(desk.page)).toBeHidden()
  await desk.page.goto(linkTo('login', text))
  await expect(desk.page).toHaveURL(`/groups/${choir.id}`)
})

test('an invitation email that is opened in the browser of somebody else says whom it is for', async ({
  ana,
  ben,
  cyd,
  mail,
}) => {
  const chess = await groupOf('Chess', ana)
  await invite(ana, chess, ben)
  const address = linkTo('login', (await mail.nextEmailTo(ben.email)).text)
  await cyd.page.goto(address)
  await expect(cyd.page.getByRole('status')).toContainText(ben.email)
  await expect(cyd.page.getByRole('button', { name: 'Join' })).toBeHidden()
  await cyd.page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(cyd.page.getByText("You haven't joined any groups yet.")).toBeVisible()
  await expect(strip(cyd.page)).toBeHidden()

  await ben.page.goto(address)
  await dialog(ben.page, 'Group Invitations').getByRole('button', { name: 'Accept' }).click()
  await expect(ben.page).toHaveURL(`/groups/${chess.id}`)
  await ben.context.clearCookies()
  await ben.page.goto(address)
  await expect(ben.page.getByLabel('Email')).toHaveValue('')
})

test('a link that is revoked says so after the sign-in, and no longer after that', async ({
  ana,
  ben,
  stranger,
}) => {
  const chess = await groupOf('Chess', ana)
  const { link, address } = await linkOf(ana, chess)
  const gil = await stranger('Gil')
  await ben.context.clearCookies()
  for (const [{ page }, name] of [
    [ben, 'I have an account'],
    [gil, "I'm new here"],
  ] as const) {
    await page.goto(address)
    await page.getByRole('button', { name }).click()
    await expect(strip(page)).toBeVisible()
  }
  await ana.api.ok(revokeInviteLink, { params: { groupId: chess.id, linkId: link.id } })
  await signInHere(ben)
  await gil.fillSignUp()
  await gil.verify()
  await signInHere(gil)
  for (const { page } of [ben, gil]) {
    await expect(page.getByRole('alert')).toHaveText(deadText)
    await page.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
    await expect(strip(page)).toBeHidden()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('invite-link'))).toBeNull()
  }
})

test('an emailed invitation that was cancelled leaves the sign-up form usable', async ({
  ana,
  mail,
  server,
  stranger,
}) => {
  const chess = await groupOf('Chess', ana)
  const gil = await stranger('Gil')
  await invite(ana, chess, gil)
  const { text } = await mail.nextEmailTo(gil.email)
  await server.sql(`update invitations set status = 'cancelled' where group_id = '${chess.id}'`)
  await gil.page.goto(linkTo('signup', text))
  await expect(gil.page.getByRole('alert')).toHaveText(deadText)
  await expect(gil.page.getByRole('heading', { name: 'Create Account' })).toBeVisible()
  await gil.fillSignUp()
  await expect(accept(gil, chess)).rejects.toThrow()
})

const strip = (page: Page) => page.getByRole('complementary', { name: 'Invitation' })

async function linkOf(creator: BrowserUser, { id: groupId }: Group) {
  return creator.api.ok(createInviteLink, { params: { groupId }, body: {} })
}

/** Fills in the sign-in form of the open page and sends it. */
async function signInHere({ page, email, password }: BrowserUser): Promise<void> {
  await fillIn(page, { Email: email, Password: password })
  await page.getByRole('button', { name: 'Sign In' }).click()
}

function linkTo(page: 'login' | 'signup', text: string): string {
  return new RegExp(`\\S+/${page}#\\S+`).exec(text)?.[0] ?? ''
}
