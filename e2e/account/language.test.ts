import { whatAxeFinds } from '../fixtures/axe.ts'
import { groupOf } from '../fixtures/group.ts'
import { expect, test } from '../fixtures/test.ts'
import { whatSticksOut } from '../fixtures/touch-targets.ts'

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const

test('the browser’s language is spoken, and another can be chosen and is kept', async ({ member }) => {
  const { page } = await member('Ana', { locale: 'de-AT' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Meine Gruppen' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')

  await page.goto('/profile')
  await page.getByLabel('Sprache').selectOption('English')
  await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
  await page.goto('/profile')
  await page.getByLabel('Language').selectOption('System')
  await expect(page.getByRole('heading', { name: 'Dein Profil' })).toBeVisible()
})

test('a language that nobody has translated is answered in English', async ({ stranger }) => {
  const { page } = await stranger('Guest', { locale: 'fi-FI' })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome to Grouplight' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('in Arabic everything runs the other way, and nothing sticks out', async ({ member }) => {
  const [ana, ben] = [await member('Ana', { ...phone, locale: 'ar' }), await member('Ben')]
  const group = await groupOf('Mountain Rescue', ana, ben)
  for (const path of ['/dashboard', '/profile', '/groups/create', `/groups/${group.id}`]) {
    await ana.page.goto(path)
    await ana.page.getByRole('heading', { level: 1 }).waitFor()
    await expect(ana.page.locator('html')).toHaveAttribute('dir', 'rtl')
    expect(await whatSticksOut(ana.page), path).toEqual([])
    expect(await whatAxeFinds(ana.page), path).toEqual([])
  }
  // What the server says in English is said in Arabic, and the switch is on at its left end.
  await expect(ana.page.getByRole('switch')).toHaveAttribute('aria-checked', 'true')
  const [knob, whole] = await Promise.all([
    ana.page.getByRole('switch').locator('span').boundingBox(),
    ana.page.getByRole('switch').boundingBox(),
  ])
  expect((knob?.x ?? 0) - (whole?.x ?? 0)).toBeLessThan(12)
  await ana.page.getByRole('button', { name: 'الإشعارات' }).click()
  await expect(ana.page.getByRole('dialog')).toContainText('أنشأت مجموعة جديدة: Mountain Rescue')
})
