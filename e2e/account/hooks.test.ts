import type { Locator, Page } from '@playwright/test'
import { fillIn } from '../fixtures/forms.ts'
import { dialog } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const hooksOf = (page: Page) => page.getByRole('region', { name: 'Hooks' })

test('a user adds a signed webhook, tests it, sees the answers of the receiver and removes it', async ({
  ana,
  receiver,
}) => {
  const { page } = ana
  const section = await openHooks(page)
  await addHook(page, { kind: 'Signed webhook', url: `${receiver.origin}/lamp` })
  const secret = section.getByLabel('Secret of the signature')
  await expect(secret).toBeFocused()
  await expect(secret).toHaveValue(/^whsec_/)
  await expect(section.getByText('Lamp is added. Send it a test.')).toBeVisible()
  const item = section.getByRole('listitem').first()
  await expect(item).toContainText(`Signed webhook · ${new URL(receiver.origin).host} · since`)
  await expect(item).toContainText('My notifications')
  await expect(item).toContainText('nothing sent yet')

  await sendTest(section, 'The test arrived. The receiver answered 204.')
  receiver.status = 503
  await sendTest(section, 'The receiver refused the test and answered 503.')
  receiver.status = 204
  await section.getByText('Last answers').click()
  await expect(section.locator('details li')).toHaveText([/· 503$/, /· 204$/])
  await page.reload()
  await expect(item).toBeVisible()
  await expect(secret).toHaveCount(0)

  await remove(section)
  await expect(section.getByText('Lamp is removed.')).toBeVisible()
  await expect(section.getByRole('heading')).toBeFocused()
  await expect(section.getByRole('listitem')).toHaveCount(0)
})

test('the creator adds a hook of the group, and other members do not see the hook', async ({
  ana,
  ben,
  choir,
  receiver,
}) => {
  const { page } = ana
  await page.goto(`/groups/${choir.id}`)
  await page.getByRole('button', { name: 'Group Settings' }).click()
  await page.getByRole('button', { name: 'Show hooks' }).click()
  const hooks = dialog(page, 'Hooks')
  await hooks.getByRole('button', { name: 'New hook' }).click()
  const form = dialog(page, 'New hook')
  await form.getByLabel('Where to').selectOption('Chat')
  await fillIn(form, { Name: 'Lamp', 'Address of the incoming webhook': `${receiver.origin}/chat` })
  await expect(form.getByText('Only those who chose “Show me outside” are named')).toBeVisible()
  await form.getByRole('button', { name: 'Add the hook' }).click()
  await sendTest(hooks, 'The test arrived. The receiver answered 204.')
  expect(JSON.stringify(receiver.bodies.at(-1))).toMatch(/"text":"[^"]*Choir/)
  expect(JSON.stringify(receiver.bodies.at(-1))).not.toMatch(/Ana|Ben/)
  await page.keyboard.press('Escape')
  await expect(hooks).toBeHidden()
  await expect(page.getByRole('button', { name: 'Show hooks' })).toBeFocused()

  await ben.page.goto(`/groups/${choir.id}`)
  await ben.page.getByRole('button', { name: 'Group Settings' }).click()
  await expect(dialog(ben.page, 'Group Settings')).toBeVisible()
  await expect(ben.page.getByRole('button', { name: 'Show hooks' })).toHaveCount(0)
})

async function openHooks(page: Page): Promise<Locator> {
  await page.goto('/profile/connections')
  return hooksOf(page)
}

/** Presses 'Send test' and waits for this text about the answer. */
async function sendTest(hooks: Locator, text: string): Promise<void> {
  await hooks.getByRole('button', { name: 'Send test Lamp' }).click()
  await expect(hooks.getByText(text)).toBeVisible()
}

async function remove(part: Locator): Promise<void> {
  await part.getByRole('button', { name: 'Remove Lamp' }).click()
  await dialog(part.page(), 'Remove Hook').getByRole('button', { name: 'Confirm' }).click()
}

async function addHook(page: Page, { kind, url }: { kind: string; url: string }): Promise<void> {
  await hooksOf(page).getByRole('button', { name: 'New hook' }).click()
  const form = dialog(page, 'New hook')
  await form.getByLabel('Where to').selectOption(kind)
  await fillIn(form, { Name: 'Lamp' })
  await form.getByLabel(/^Address/).fill(url)
  await form.getByRole('button', { name: 'Add the hook' }).click()
  await expect(form).toBeHidden()
}
