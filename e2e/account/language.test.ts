import { setAvailability } from '@grouplight/contract/availability.ts'
import { makeDeputy } from '@grouplight/contract/group.ts'
import type { Page } from '@playwright/test'
import { text } from '../../server/src/platform/texts/text.ts'
import { axeViolations } from '../fixtures/axe.ts'
import { groupOf } from '../fixtures/group.ts'
import { expect, test } from '../fixtures/test.ts'
import { findOverflow } from '../fixtures/touch-targets.ts'
import { boardOf } from '../fixtures/wall-board.ts'

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

for (const [language, direction] of [
  ['de', 'ltr'],
  ['ar', 'rtl'],
] as const)
  test(`pages and dialogs in the language ${language} have its direction and fit a phone`, async ({
    member,
    stranger,
  }) => {
    const [ana, ben] = [await member('Ana', { ...phone, locale: language }), await member('Ben')]
    const group = await groupOf('Mountain Rescue', ana, ben)
    const { address } = await boardOf(ana, group)
    const expectFit = async (page: Page, what: string) => {
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect.soft(await findOverflow(page), what).toEqual([])
      await expect.soft.poll(() => axeViolations(page), what).toEqual([])
    }
    const guest = await stranger('Guest', { ...phone, locale: language })
    for (const path of ['/login', '/signup', '/privacy', '/board', address]) {
      await guest.page.goto(path)
      await guest.page.getByRole('heading', { level: 1 }).waitFor()
      await expectFit(guest.page, path)
    }
    const { page } = ana
    const groupPage = `/groups/${group.id}`
    const names: [path: string, ...buttons: string[]][] = [
      ['/dashboard', text(language, 'notification', 'title')],
      ['/profile'],
      ['/profile/alerts'],
      ['/profile/security'],
      ['/profile/data'],
      ['/profile/connections', text(language, 'key', 'newKey'), text(language, 'hook', 'newHook')],
      ['/groups/create'],
      [groupPage, text(language, 'availability', 'untilWhen'), text(language, 'ringing', 'routine')],
      [
        groupPage,
        ...(['settings', 'board', 'inviteMembers'] as const).map(key => text(language, 'group', key)),
      ],
    ]
    for (const [path, ...buttons] of names) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await expectFit(page, path)
      for (const name of buttons) {
        await page.getByRole('button', { name }).click()
        await expect(page.getByRole('dialog').getByRole('heading').first()).toBeVisible()
        await expectFit(page, name)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    }
  })

test('in the languages with the longest words, the main pages fit a phone, and a role beside a name stays off the switch', async ({
  member,
}) => {
  const ben = await member('Ben')
  for (const language of ['nl', 'uk'] as const) {
    const ana = await member('Maximiliane', { ...phone, locale: language })
    const group = await groupOf('Mountain Rescue', ben, ana)
    await ben.api.ok(makeDeputy, { params: { groupId: group.id, userId: ana.api.userId } })
    for (const path of ['/dashboard', '/profile/alerts', `/groups/${group.id}`]) {
      await ana.page.goto(path)
      await ana.page.getByRole('heading', { level: 1 }).waitFor()
      await expect.poll(() => findOverflow(ana.page), `${path} in ${language}`).toEqual([])
    }
    const toggle = ana.page.getByRole('switch')
    const role = ana.page.getByText(text(language, 'availability', 'role.deputy'), { exact: true })
    const [badge, track] = [await role.boundingBox(), await toggle.boundingBox()]
    // The ring around the switch is 5 pixels wide.
    expect((track?.y ?? 0) - (badge?.y ?? 0) - (badge?.height ?? 0), language).toBeGreaterThanOrEqual(5)
  }
})

test('in Arabic, the switch is mirrored, an English note is cut off at its end, and notifications are translated', async ({
  member,
}) => {
  const ana = await member('Ana', { ...phone, locale: 'ar' })
  const group = await groupOf('Mountain Rescue', ana)
  const note = 'At the mountain hut, with the stove and the second radio'
  await ana.api.ok(setAvailability, {
    params: { groupId: group.id, userId: ana.api.userId },
    body: { status: true, note },
  })
  await ana.page.goto(`/groups/${group.id}`)
  await expect(ana.page.getByText(note)).toBeVisible()
  expect(await findOverflow(ana.page)).toEqual([])
  // The 'on' position is on the left.
  const toggle = ana.page.getByRole('switch')
  await expect(toggle).toBeChecked()
  const [knob, whole] = [await toggle.locator('span').boundingBox(), await toggle.boundingBox()]
  expect((knob?.x ?? 0) - (whole?.x ?? 0)).toBeLessThan(12)
  await ana.page.getByRole('button', { name: 'الإشعارات' }).click()
  await expect(ana.page.getByRole('dialog')).toContainText('أنشأت مجموعة جديدة: \u2068Mountain Rescue\u2069')
})
