import { groupScreens, guestScreens, openScreen, type Screen } from '../fixtures/all-screens.ts'
import { createDemoData } from '../fixtures/demo-data.ts'
import { expect, test } from '../fixtures/test.ts'

const devices = {
  'light desk': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'dark phone': {
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    isMobile: true,
    hasTouch: true,
  },
} as const

const main = (screens: Screen[], ...names: string[]) => screens.filter(({ name }) => names.includes(name))

for (const [device, options] of Object.entries(devices)) {
  test(`the main screens look as expected on a ${device}`, async ({ users, stranger }) => {
    const data = await createDemoData(users)
    const still = { ...options, reducedMotion: 'reduce', locale: 'en-GB' } as const
    const ana = await users.onAnotherDevice(data.ana, still)
    for (const [{ page }, screens] of [
      [await stranger('Guest', still), main(guestScreens, 'login', 'sign-up')],
      [
        ana,
        main(groupScreens, 'invitations', 'dashboard', 'notifications', 'group, as its creator', 'profile'),
      ],
    ] as const) {
      for (const screen of screens) {
        await openScreen(page, data, screen)
        // Times differ in every run.
        const mask = [page.locator('time')]
        const picture = `${screen.name}, ${device}`.replace(/\W+/g, '-')
        await expect.soft(page).toHaveScreenshot(`${picture}.png`, { mask, maskColor: '#888' })
      }
    }
  })
}
