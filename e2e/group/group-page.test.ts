import { groupOf, setStatus } from '../fixtures/group.ts'
import { rowOf, switchOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

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
