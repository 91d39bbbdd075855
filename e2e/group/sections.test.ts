import type { Page } from '@playwright/test'
import { addMembers, groupOf, setStatus } from '../fixtures/group.ts'
import { rowOf, sheetOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const part = (page: Page, title: string | RegExp) => page.getByRole('list', { name: title })

test('from 9 members on, the available stand in a section of their own, and a row moves there with its focus', async ({
  ana,
  ben,
  server,
}) => {
  const group = await groupOf('Choir', ana, ben)
  await addMembers(server, group, 7)
  await setStatus(ben, group, false)
  await ana.gotoLive(`/groups/${group.id}`)
  await expect(ana.page.getByRole('listitem')).toHaveCount(9)
  await expect(part(ana.page, 'Available · 3').getByRole('listitem')).toHaveCount(2)
  await expect(part(ana.page, 'Unavailable · 6').getByText('Ben')).toBeVisible()

  await ana.page.getByRole('button', { name: 'Ben', exact: true }).focus()
  await setStatus(ben, group, true)
  await expect(part(ana.page, 'Available · 4').getByText('Ben')).toBeVisible()
  await expect(part(ana.page, 'Unavailable · 5').getByText('Ben')).toHaveCount(0)
  await expect(ana.page.getByRole('button', { name: 'Ben', exact: true })).toBeFocused()

  await ana.page.getByRole('button', { name: 'Available only' }).click()
  await expect(part(ana.page, /^Unavailable/)).toHaveCount(0)
  await expect(ana.page.getByRole('listitem')).toHaveCount(4)
})

test('no row moves while a pointer is down or a sheet is open', async ({ ana, ben, server }) => {
  const group = await groupOf('Choir', ana, ben)
  await addMembers(server, group, 7)
  await ana.gotoLive(`/groups/${group.id}`)
  const lower = part(ana.page, /^Unavailable/)
  const upper = part(ana.page, /^Available/)
  await expect(upper.getByText('Ben')).toBeVisible()

  await ana.page.mouse.move(5, 300)
  await ana.page.mouse.down()
  await setStatus(ben, group, false)
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  await expect(upper.getByText('Ben')).toBeVisible()
  await ana.page.mouse.up()
  await expect(lower.getByText('Ben')).toBeVisible()

  const sheet = await sheetOf(ana.page, ben)
  await setStatus(ben, group, true)
  await expect(sheet.getByText('Ben is available now')).toBeVisible()
  await expect(ana.page.locator('section ul').filter({ hasText: 'Member 001' })).toContainText('Ben')
  await ana.page.keyboard.press('Escape')
  await expect(upper.getByText('Ben')).toBeVisible()
})

test('up to 8 members, no row ever moves', async ({ ana, ben, server }) => {
  const group = await groupOf('Choir', ana, ben)
  await addMembers(server, group, 6)
  await ana.gotoLive(`/groups/${group.id}`)
  const names = () => ana.page.getByRole('listitem').locator('bdi').allTextContents()
  await expect(ana.page.getByRole('listitem')).toHaveCount(8)
  const before = await names()
  await setStatus(ben, group, false)
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
  expect(await names()).toEqual(before)
})

test('a tap on a member and another follow the member, or wait for the member', { tag: '@main' }, async ({
  ana,
  ben,
  choir,
}) => {
  await setStatus(ben, choir, false)
  await ana.gotoLive(`/groups/${choir.id}`)
  const sheet = await sheetOf(ana.page, ben)
  const follow = sheet.getByRole('button', { name: 'Follow Ben' })
  await follow.click()
  await expect(follow).toHaveAttribute('aria-pressed', 'true')
  const tellMe = sheet.getByRole('button', { name: 'Tell me when Ben is available' })
  await tellMe.click()
  await expect(tellMe).toHaveAttribute('aria-pressed', 'true')
  await expect(rowOf(ana.page, ben)).toContainText('Followed')

  await tellMe.click()
  await expect(tellMe).toHaveAttribute('aria-pressed', 'false')
  await tellMe.click()
  await expect(tellMe).toHaveAttribute('aria-pressed', 'true')
  await setStatus(ben, choir, true)
  await expect(sheet.getByText('Ben is available now')).toBeVisible()
  await setStatus(ben, choir, false)
  await expect(tellMe).toHaveAttribute('aria-pressed', 'false')
})
