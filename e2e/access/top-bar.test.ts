import { createGroup } from '@grouplight/contract/group.ts'
import { groupOf } from '../fixtures/group.ts'
import { bell, envelope } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

test('the product’s name is not cut off on a screen 320 pixels wide', async ({ member }) => {
  const { page } = await member('Ana', { viewport: { width: 320, height: 640 } })
  await page.goto('/dashboard')
  const name = page.getByRole('link', { name: 'Grouplight' }).locator('span')
  await expect(name).toBeVisible()
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the bell and the envelope have no description that would repeat their names', async ({
  ana: { page, api },
}) => {
  await api.ok(createGroup, { body: { name: 'Choir' } })
  await page.goto('/dashboard')
  await expect(bell(page)).toHaveAccessibleName('Notifications 1 unread')
  for (const button of [bell(page), envelope(page)]) await expect(button).toHaveAccessibleDescription('')
})

test('with text of twice the usual size, the top bar is less than 150 pixels high, and the switch can be used', async ({
  member,
}) => {
  const ana = await member('Ana', { viewport: { width: 360, height: 740 } })
  const group = await groupOf('Mountain Rescue', ana)
  await ana.page.goto(`/groups/${group.id}`)
  await ana.page.getByRole('switch').waitFor()
  await ana.page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const bar = await ana.page.getByRole('banner').boundingBox()
  expect(bar?.height).toBeLessThan(150)
  await ana.page.getByRole('switch').click()
  await expect(ana.page.getByRole('switch')).not.toBeChecked()
})
