import { updateQuestionSettings } from '@grouplight/contract/question.ts'
import { addWatch } from '@grouplight/contract/watch.ts'
import type { Locator, Page } from '@playwright/test'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { makeOperators } from '../fixtures/operator-screens.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const control = 'a[href], button, input, select, textarea'

/** Returns the names of the controls that can be seen without scrolling. */
function controlsIn(part: Locator): Promise<string[]> {
  return part.locator(control).evaluateAll(found =>
    found
      .filter(element => {
        const { top, bottom, width } = element.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < innerHeight
      })
      .map(element => element.getAttribute('aria-label') ?? element.textContent ?? ''),
  )
}

test('beside the rows, a new member’s group page has at most six controls', async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await ben.page.setViewportSize({ width: 390, height: 844 })
  await ben.gotoLive(`/groups/${group.id}`)
  await expect(ben.page.getByRole('listitem')).toHaveCount(3)
  const all = ben.page.locator('main').locator(control)
  const inRows = ben.page.locator('main').getByRole('listitem').locator(control)
  expect((await all.count()) - (await inRows.count())).toBeLessThanOrEqual(6)
})

const open: Record<string, (page: Page) => Promise<void>> = {
  'Tell me when': page => page.getByRole('button', { name: /\d available/ }).click(),
  'My routine here': page => page.getByRole('button', { name: 'My routine here' }).click(),
}

test('a dialog of the group page has at most seven controls before scrolling', async ({ ana, ben, cyd }) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  await setStatus(cyd, group, false)
  const params = { groupId: group.id }
  await ben.api.ok(addWatch, { params, body: { memberId: cyd.api.userId, forMinutes: 60 } })
  const prompt = { days: [1, 2, 3, 4, 5], time: '18:00', until: '22:00', timeZone: 'Europe/Berlin' }
  await ben.api.ok(updateQuestionSettings, { params, body: { prompt } })
  await ben.page.setViewportSize({ width: 390, height: 844 })
  await ben.gotoLive(`/groups/${group.id}`)
  for (const [title, show] of Object.entries(open)) {
    await show(ben.page)
    await expect(dialog(ben.page, title).getByRole('combobox').first()).toBeVisible()
    expect((await controlsIn(dialog(ben.page, title))).length, title).toBeLessThanOrEqual(7)
    if (title === 'My routine here') {
      await dialog(ben.page, title).getByRole('button', { name: 'Change' }).click()
      await expect(dialog(ben.page, title).getByRole('form')).toBeVisible()
      expect((await controlsIn(dialog(ben.page, title))).length, 'Ask me at').toBeLessThanOrEqual(7)
    }
    await ben.page.keyboard.press('Escape')
  }
})

// The specification asks for every control of the part by email.
test('the dialog that invites has at most eight controls before scrolling', async ({ ana, choir }) => {
  await ana.page.addInitScript(() => Object.assign(navigator, { share: async () => {} }))
  await ana.page.setViewportSize({ width: 390, height: 844 })
  await ana.page.goto(`/groups/${choir.id}`)
  await ana.page.getByRole('button', { name: 'Invite Members' }).click()
  await expect(dialog(ana.page, 'Invite Members').getByText('Nobody is waiting for an answer.')).toBeVisible()
  expect((await controlsIn(dialog(ana.page, 'Invite Members'))).length).toBeLessThanOrEqual(8)
})

test('beside the rows, each part of the operator’s page has at most seven controls', async ({
  ana,
  server,
}) => {
  await makeOperators(server, ana)
  await ana.page.setViewportSize({ width: 390, height: 844 })
  for (const part of ['', '/people', '/groups', '/doors', '/mail', '/legal', '/backup', '/news']) {
    await ana.page.goto(`/site${part}`)
    await expect(ana.page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    const all = ana.page.locator('main').locator(control)
    const inRows = ana.page.locator('main').getByRole('listitem').locator(control)
    expect((await all.count()) - (await inRows.count()), part).toBeLessThanOrEqual(7)
  }
})

test('on a phone, signing out takes two taps and no scrolling', async ({ ana }) => {
  await ana.page.setViewportSize({ width: 320, height: 640 })
  await ana.page.goto('/dashboard')
  await ana.page.getByRole('link', { name: 'Profile' }).click()
  const signOut = ana.page.getByRole('button', { name: 'Sign Out', exact: true })
  await expect(signOut).toBeInViewport({ ratio: 1 })
  await signOut.click()
  await expect(ana.page).toHaveURL('/login')
})
