import { groupOf } from '../fixtures/group.ts'
import { expect, test } from '../fixtures/test.ts'

test('with text of twice the usual size, the top bar is less than 150 pixels high, and the switch can be used', {
  tag: '@all',
}, async ({ member }) => {
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
