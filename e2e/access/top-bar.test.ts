import { createGroup } from '@grouplight/contract/group.ts'
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
