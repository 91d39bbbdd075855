import { displayName, updateAccount } from '@grouplight/contract/account.ts'
import { updateGroup } from '@grouplight/contract/group.ts'
import type { Locator, Page } from '@playwright/test'
import { naughtyNames } from '../../server/testing/naughty-names.ts'
import { waitForAnimations } from '../fixtures/all-screens.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { addMembers, groupOf, setStatus } from '../fixtures/group.ts'
import { bell, dialog, toast } from '../fixtures/screen.ts'
import type { Server } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow } from '../fixtures/touch-targets.ts'

const texts = Object.values(naughtyNames)
const named = (...what: string[]) => what.map(each => naughtyNames[each] ?? '')
const [image, attribute, title, hebrew, zalgo, emoji, template, hidden] = named(
  'an image that fails',
  'the end of an attribute',
  'the end of a title',
  'two directions',
  'Zalgo',
  'eighty emoji',
  'templates',
  'a right-to-left override',
) as [string, string, string, string, string, string, string, string]
const phone = { viewport: { width: 360, height: 740 } }
const refusal = 'contains characters that cannot be shown.'

test('if a user types an unusual text into a form, the page shows it unchanged or says why it is refused', async ({
  stranger,
}) => {
  const ana = await stranger('Ana', phone)
  const { page } = ana
  const expectSafe = watchForHarm(page)
  await page.goto('/signup')
  await fillIn(page, { Email: ana.email, Password: attribute, 'Confirm Password': attribute })
  await fillIn(page, { 'Display Name': hidden })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText(`Display name ${refusal}`)).toBeVisible()
  await fillIn(page, { 'Display Name': image })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Account created successfully!')).toBeVisible()
  await ana.verify()
  await ana.signIn(attribute)
  await expect(page).toHaveURL('/dashboard')

  await page.goto('/profile')
  await expect(page.getByLabel('Display Name')).toHaveValue(image)
  await fillIn(page, { 'Display Name': hebrew })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expectSafe()

  await page.goto('/groups/create')
  await fillIn(page, { 'Group Name': title, Description: hidden, 'Invite Members': '"onload=alert(1)' })
  await page.getByRole('button', { name: 'Create Group' }).click()
  await expect(page.getByText(`Description ${refusal}`)).toBeVisible()
  await expect(page.getByText('Invalid email format: "onload=alert(1)')).toBeVisible()
  await expectSafe()
  await fillIn(page, { Description: `${template}\n${image}`, 'Invite Members': '' })
  await page.getByRole('button', { name: 'Create Group' }).click()
  await page.getByRole('link', { name: title }).click()
  await expectText(page.locator('h1 bdi'), title)
  await expectText(page.locator('main p[dir=auto]'), `${template}\n${image}`)

  await page.getByRole('button', { name: 'Group Settings' }).click()
  const settings = dialog(page, 'Group Settings')
  await fillIn(settings, { 'Group Name': zalgo, Description: emoji })
  await settings.getByRole('button', { name: 'Save' }).click()
  await expectText(page.locator('h1 bdi'), zalgo)
  await expectText(page.locator('main p[dir=auto]'), emoji)

  await page.getByRole('button', { name: 'Invite Members' }).click()
  const invitation = dialog(page, 'Invite Members')
  const address = '"><svg/onload=window.alert(1)>@example.org'
  await invitation.getByRole('textbox', { name: /Email/ }).fill(address)
  await fillIn(invitation, { Message: hidden })
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expect(invitation.getByText(`Message ${refusal}`)).toBeVisible()
  await fillIn(invitation, { Message: title })
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expectText(invitation.getByRole('listitem').locator('bdi'), address)
  await expectSafe()
})

test('the group’s page, toasts, notifications and settings show unusual names of members and groups as they are stored', async ({
  member,
  server,
}) => {
  const [ana, ben] = [await member('Ana', phone), await member('Ben')]
  const { page } = ana
  const expectSafe = watchForHarm(page)
  const group = await groupOf('Choir', ana, ben)
  const names = texts.map(text => displayName.safeParse(text)).flatMap(({ data }) => data ?? [])
  expect(names.length).toBeGreaterThan(40)
  await addMembers(server, group, names.length)
  await rename(server, group.id, names)
  await notifyOf(server, ana, names)

  await ana.gotoLive(`/groups/${group.id}`)
  await expectTexts(page.locator('li bdi'), ['Ana', 'Ben', ...names], inAnyOrder)
  for (const name of [image, hebrew, attribute]) {
    await ben.api.ok(updateAccount, { body: { displayName: name } })
    await ana.api.ok(updateGroup, { params: { groupId: group.id }, body: { name, description: name } })
    await expectText(page.locator('h1 bdi'), name)
    await expectText(page.locator('main p[dir=auto]'), name)
    await expectTexts(page.locator('li bdi'), ['Ana', name, ...names], inAnyOrder)
    await setStatus(ben, group, false)
    await setStatus(ben, group, true)
    await expectText(
      toast(page, 'is now available').last().locator('span').last(),
      `${name} is now available in ${name}`,
    )
    await expectSafe()
  }

  await page.getByRole('button', { name: 'Group Settings' }).click()
  const settings = dialog(page, 'Group Settings')
  await expect(settings.getByLabel('Group Name')).toHaveValue(attribute)
  await expect(settings.getByLabel('Description')).toHaveValue(attribute)
  await expectTexts(settings.locator('option[dir=auto]'), [attribute, ...names], inAnyOrder)
  await page.keyboard.press('Escape')
  await bell(page).click()
  const notices = dialog(page, 'Notifications').getByRole('listitem').locator('span:not(:has(*)):not(:empty)')
  // The dialog shows 50 notifications. The three newest are about Ben. The other 47 contain the last 47 names.
  await expectTexts(notices.filter({ hasText: /^“/ }), names.slice(-47).map(quoted).toReversed())
  await expectSafe()
})

const quoted = (text: string) => `“${text}”`

async function rename(server: Server, groupId: string, names: string[]): Promise<void> {
  const rows = names.map((name, at) => `('${groupId}-${at + 1}', ${literal(name)})`)
  await server.sql(
    `update users set display_name = name from (values ${rows.join()}) as named (user_id, name) where uid = user_id`,
  )
}

/** Like an id of `notification/notice-ids.ts`. */
const microsecondsOfNow = `(extract(epoch from now() - timestamptz '2020-01-01Z') * 1000000)::bigint`

async function notifyOf(server: Server, { api }: BrowserUser, names: string[]): Promise<void> {
  const rows = names.map((name, at) => `(${at}, ${literal(quoted(name))})`)
  await server.sql(`
    with added as (
      insert into notices (id, type, action, message, created_at) overriding system value
      select ${microsecondsOfNow} + place, 'admin', 'announced', message, now()
      from (values ${rows.join()}) as given (place, message)
      returning id
    )
    insert into notifications (notice_id, user_id) select id, '${api.userId}' from added`)
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * Returns a check that fails if a script has opened a dialog, an element could run a script, or an element overflows the screen.
 */
function watchForHarm(page: Page): () => Promise<void> {
  const messages: string[] = []
  page.on('dialog', dialog => {
    messages.push(dialog.message())
    void dialog.dismiss()
  })
  return async () => {
    await waitForAnimations(page)
    expect(messages).toEqual([])
    await expect(
      page.locator('#root').locator('img, script, iframe, [onerror], [onload], [onmouseover]'),
    ).toHaveCount(0)
    expect(await findOverflow(page)).toEqual([])
  }
}

async function expectText(where: Locator, text: string): Promise<void> {
  await expectTexts(where, [text])
}

/** Expects the elements to show exactly these texts, without any child element. */
async function expectTexts(where: Locator, expected: string[], order = inOrder): Promise<void> {
  const shown = () =>
    where.evaluateAll(all =>
      all.map(({ textContent, childElementCount }) => (childElementCount === 0 ? textContent : 'an element')),
    )
  await expect.poll(async () => order(await shown())).toEqual(order(expected))
}

function inOrder<Text>(all: Text[]): Text[] {
  return all
}

function inAnyOrder<Text>(all: Text[]): Text[] {
  return all.toSorted()
}
