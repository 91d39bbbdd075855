import { groupOf, setStatus } from '../fixtures/group.ts'
import { rowOf, switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('the creator may invite and delete, and another member may leave', async ({ ana, ben, choir }) => {
  for (const [{ page }, may, mayNot] of [
    [ana, ['Invite Members', 'Delete Group'], ['Leave Group']],
    [ben, ['Leave Group'], ['Invite Members', 'Delete Group']],
  ] as const) {
    await page.goto(`/groups/${choir.id}`)
    await expect(page.getByRole('heading', { name: 'Choir' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Group Settings' })).toBeVisible()
    for (const name of may) await expect(page.getByRole('button', { name })).toBeVisible()
    for (const name of mayNot) await expect(page.getByRole('button', { name })).toBeHidden()
  }
})

test('the list shows the user first, then the creator, then the other members by name', {
  tag: '@main',
}, async ({ member }) => {
  const users = [
    await member('Ana'),
    await member('Zoe Ng'),
    await member('Ben'),
    await member('Cyd'),
  ] as const
  const [ana, zoe, ben, cyd] = users
  const group = await groupOf('Choir', zoe, ana, ben, cyd)
  await setStatus(zoe, group, false)
  await ben.page.goto(`/groups/${group.id}`)
  await expect(ben.page.getByRole('heading', { name: 'Members (4)' })).toBeVisible()
  const rows = ben.page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveText([/Ben/, /Zoe Ng/, /Ana/, /Cyd/])

  await expect(rowOf(ben.page, zoe)).toContainText('ZN')
  await expect(rowOf(ben.page, zoe)).toContainText('Admin')
  await expect(rowOf(ben.page, zoe)).toContainText('Unavailable')
  await expect(rowOf(ben.page, zoe)).toContainText(/since \d\d?:\d\d/)
  await expect(rowOf(ben.page, ana)).not.toContainText('Admin')
  await expect(ben.page.getByRole('switch')).toHaveCount(1)
  await expect(rowOf(ben.page, ben).getByRole('switch')).toBeChecked()

  await switchOf(ben.page, group).click()
  await setStatus(cyd, group, false)
  await expect(rowOf(ben.page, cyd)).toContainText('Unavailable')
  await expect(rows).toHaveText([/Ben/, /Zoe Ng/, /Ana/, /Cyd/])
})

test('a group of other users looks like a missing group', async ({ ana, ben }) => {
  const group = await groupOf('Choir', ana)
  for (const id of [group.id, 'AbCdEfGh1234', 'no-id-at-all']) {
    await ben.page.goto(`/groups/${id}`)
    await expect(ben.page.getByText('Group not found')).toBeVisible()
  }
  await ben.page.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(ben.page).toHaveURL('/dashboard')
})

test('names that contain markup or right-to-left text are shown unchanged', async ({ member }) => {
  const [ana, ben] = [await member('<img src=x onerror=alert(1)>'), await member('מרים כהן')]
  const group = await groupOf('<b>Choir</b> {{7*7}}', ana, ben)
  await ana.page.goto(`/groups/${group.id}`)
  await expect(ana.page.getByRole('heading', { level: 1 })).toHaveText('<b>Choir</b> {{7*7}}')
  await expect(rowOf(ana.page, ana)).toContainText('<img src=x onerror=alert(1)>')
  await expect(rowOf(ana.page, ben)).toContainText('Available')
})

test('the list can be filtered to available members and the user', async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await setStatus(cyd, group, false)
  await ana.page.goto(`/groups/${group.id}`)
  await expect(rowOf(ana.page, cyd)).toContainText('Unavailable')
  const filter = ana.page.getByRole('button', { name: 'Available only' })
  await filter.click()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await expect(rowOf(ana.page, cyd)).toHaveCount(0)
  await switchOf(ana.page, group).click()
  await expect(switchOf(ana.page, group)).toBeVisible()
  await setStatus(cyd, group, true)
  await expect(rowOf(ana.page, cyd)).toBeVisible()
  await setStatus(ben, group, false)
  await setStatus(cyd, group, false)
  await expect(ana.page.getByText('Nobody else is available right now.')).toBeVisible()
  await filter.click()
  await expect(rowOf(ana.page, ben)).toContainText('Unavailable')
})
