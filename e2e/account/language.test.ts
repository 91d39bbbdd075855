import { axeViolations } from '../fixtures/axe.ts'
import { groupOf } from '../fixtures/group.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow } from '../fixtures/touch-targets.ts'

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const

test('the browser’s language is used, and the user’s choice of another language is remembered', async ({
  member,
}) => {
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

test('an untranslated language falls back to English', async ({ stranger }) => {
  const { page } = await stranger('Guest', { locale: 'fi-FI' })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Welcome to Grouplight' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('in Arabic the layout is mirrored and nothing overflows', async ({ member }) => {
  const [ana, ben] = [await member('Ana', { ...phone, locale: 'ar' }), await member('Ben')]
  const group = await groupOf('Mountain Rescue', ana, ben)
  for (const path of ['/dashboard', '/profile', '/groups/create', `/groups/${group.id}`]) {
    await ana.page.goto(path)
    await ana.page.getByRole('heading', { level: 1 }).waitFor()
    await expect(ana.page.locator('html')).toHaveAttribute('dir', 'rtl')
    expect(await findOverflow(ana.page), path).toEqual([])
    expect(await axeViolations(ana.page), path).toEqual([])
  }
  // In the mirrored layout, the 'on' position of the switch is on the left.
  await expect(ana.page.getByRole('switch')).toHaveAttribute('aria-checked', 'true')
  const [knob, whole] = await Promise.all([
    ana.page.getByRole('switch').locator('span').boundingBox(),
    ana.page.getByRole('switch').boundingBox(),
  ])
  expect((knob?.x ?? 0) - (whole?.x ?? 0)).toBeLessThan(12)
  // The server sends notifications in English, and the app translates them.
  await ana.page.getByRole('button', { name: 'الإشعارات' }).click()
  await expect(ana.page.getByRole('dialog')).toContainText('أنشأت مجموعة جديدة: Mountain Rescue')
})
