import type { Person } from '../fixtures/person.ts'
import type { Stage } from '../fixtures/stage.ts'
import { expect, test } from '../fixtures/test.ts'
import { guestScreens, newcomerScreens, type Screen, visit } from '../fixtures/tour.ts'

// What a screen reader finds: every name and role, in order. Renewed with --update-snapshots, then looked at.
test.describe.configure({ timeout: 120_000 })

const still = { reducedMotion: 'reduce' } as const

const guest = [
  'login',
  'login refused',
  'sign-up',
  'sign-up with errors',
  'forgot password',
  'reset password',
]
const newcomer = ['dashboard, empty', 'invitations, empty', 'notifications, empty', 'delete account']

test('names and roles are as they are written down', async ({ member, stranger }) => {
  await lookAt(await stranger('Guest', still), guestScreens, guest)
  await lookAt(await member('Nia', still), newcomerScreens, newcomer)
})

async function lookAt({ page }: Person, screens: Screen[], names: string[]): Promise<void> {
  for (const name of names) {
    const screen = screens.find(screen => screen.name === name)
    if (!screen) throw new Error(`There is no screen ${name}.`)
    await visit(page, {} as Stage, screen)
    const dialog = page.getByRole('dialog')
    const shown = (await dialog.count()) > 0 ? dialog : page.locator('body')
    await expect.soft(shown).toMatchAriaSnapshot({ name: `${name.replaceAll(/,? /g, '-')}.aria.yml` })
  }
}
