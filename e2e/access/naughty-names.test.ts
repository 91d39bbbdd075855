import { displayName, updateAccount } from '@grouplight/contract/account.ts'
import { updateGroup } from '@grouplight/contract/group.ts'
import { inviteMembers } from '@grouplight/contract/invitation.ts'
import type { Locator, Page } from '@playwright/test'
import { naughtyNames } from '../../server/testing/naughty-names.ts'
import { waitForAnimations } from '../fixtures/all-screens.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { addMembers, groupOf, setStatus } from '../fixtures/group.ts'
import { bell, dialog, toast } from '../fixtures/screen.ts'
import type { Server } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow } from '../fixtures/touch-targets.ts'

const texts = Object.values(naughtyNames)
const [image, attribute, title, hebrew] = [
  'an image that fails',
  'the end of an attribute',
  'the end of a title',
  'two directions',
].map(each => naughtyNames[each]) as [string, string, string, string]
const phone = { viewport: { width: 360, height: 740 } }

test('the group’s page, toasts, notifications, settings and invitations show unusual names of members and groups as they are stored', async ({
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

  const { id: groupId } = await groupOf(image, ben)
  await ben.api.ok(inviteMembers, { params: { groupId }, body: { emails: [ana.email], message: title } })
  await page.goto('/dashboard')
  const invitation = dialog(page, 'Group Invitations').getByRole('listitem')
  await expectText(invitation.locator('h3 bdi'), image)
  await expectText(invitation.locator('blockquote'), quoted(title))
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
