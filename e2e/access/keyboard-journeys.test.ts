import type { Page } from '@playwright/test'
import { paste } from '../fixtures/forms.ts'
import { accept, groupOf, invite } from '../fixtures/group.ts'
import { press, tabTo, withoutPointer, write } from '../fixtures/keyboard.ts'
import { bell, dialog, envelope, rowOf } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('a user without a pointer can sign up, create a group and invite two addresses', async ({
  stranger,
}) => {
  const ana = await stranger('Ana')
  const page = await withoutPointer(ana.page)
  await page.goto('/signup')
  await write(page, page.getByLabel('Display Name'), ana.name)
  await write(page, page.getByLabel('Email'), ana.email)
  await write(page, page.getByLabel('Password', { exact: true }), ana.password)
  await write(page, page.getByLabel('Confirm Password'), ana.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Account created successfully!')).toBeFocused()
  await press(page, link(page, 'Go to login now'))
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()

  await page.goto(await ana.linkInNextEmail())
  await press(page, link(page, 'Go to Login Now'))
  await expect(page.getByLabel('Email')).toHaveValue(ana.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(ana.password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'My Groups')).toBeFocused()

  await press(page, button(page, 'New Group'))
  await expect(heading(page, 'Create New Group')).toBeFocused()
  await press(page, button(page, 'Create Group'))
  await expect(page.getByLabel('Group Name')).toBeFocused()
  await page.keyboard.type('Choir')
  await write(page, page.getByLabel('Description'), 'On Thursdays')
  await press(page, button(page, 'Create Group'))
  await expect(heading(page, 'My Groups')).toBeFocused()

  await press(page, link(page, 'Choir'))
  await press(page, button(page, 'Invite Members'))
  const invitation = dialog(page, 'Invite Members')
  await expect(button(page, 'Copy invite link')).toBeFocused()
  await write(page, invitation.getByRole('textbox', { name: 'Email 1' }), '')
  await paste(page, 'ben@example.org, chidi@example.org')
  await expect(invitation.getByRole('textbox', { name: 'Email 2' })).toBeFocused()
  await press(page, button(page, 'Send Invites'))
  await expect(invitation.getByText('2 invitations sent')).toBeVisible()
  await expect(button(page, 'Send Invites')).toBeFocused()
  await press(page, invitation.getByRole('button', { name: 'Cancel' }).first())
  await expect(invitation.getByRole('heading', { name: 'Pending Invites' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(invitation).toBeHidden()
  await expect(button(page, 'Invite Members')).toBeFocused()
})

test('a user without a pointer can answer invitations, mark notifications as read and open the group of a notification', async ({
  ana,
  ben,
}) => {
  const page = await withoutPointer(ben.page)
  for (const name of ['Choir', 'Chess']) await invite(ana, await groupOf(name, ana), ben)
  await page.goto('/dashboard')
  const invitations = dialog(page, 'Group Invitations')
  const about = (group: string) => invitations.getByRole('listitem').filter({ hasText: group })
  await press(page, about('Chess').getByRole('button', { name: 'Decline' }))
  await expect(about('Chess')).toBeHidden()
  await expect(invitations.locator(':focus')).toHaveCount(1)
  await press(page, about('Choir').getByRole('button', { name: 'Accept' }))
  await expect(invitations).toBeHidden()
  await expect(heading(page, 'Choir')).toBeVisible()
  await expect(page.locator('h1:focus, main:focus')).toHaveCount(1)
  await press(page, envelope(page))
  await expect(invitations).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(envelope(page)).toBeFocused()

  const anasPage = await withoutPointer(ana.page)
  await anasPage.goto('/dashboard')
  await press(anasPage, bell(anasPage))
  const notifications = dialog(anasPage, 'Notifications')
  await press(anasPage, button(anasPage, 'Mark all as read'))
  await expect(notifications.locator(':focus')).toHaveText('All read')
  await press(anasPage, notifications.getByRole('button', { name: 'Ben joined your group: Choir' }))
  await expect(notifications).toBeHidden()
  await expect(heading(anasPage, 'Choir')).toBeVisible()
  // While the group is loading, the focus is on the main element.
  await expect(anasPage.locator('h1:focus, main:focus')).toHaveCount(1)
  await press(anasPage, button(anasPage, 'Available only'), 'Space')
  await expect(button(anasPage, 'Available only')).toHaveAttribute('aria-pressed', 'true')
  await expect(rowOf(anasPage, ben)).toBeVisible()
})

test('a user without a pointer can change name, theme and language, and sign out', async ({ ana }) => {
  const page = await withoutPointer(ana.page)
  await page.goto('/dashboard')
  await press(page, link(page, 'Profile'))
  await expect(heading(page, 'Profile Settings')).toBeFocused()
  await write(page, page.getByLabel('Display Name'), 'Ana Pavlova')
  await press(page, button(page, 'Save Changes'))
  await expect(page.getByText('Profile updated successfully!')).toBeVisible()
  await expect(button(page, 'Save Changes')).toBeFocused()
  await press(page, button(page, 'Undo'))
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(button(page, 'Undo')).toBeHidden()
  await expect(page.getByLabel('Display Name')).toBeFocused()
  await expect(page.getByLabel('Display Name')).toHaveValue('Ana')
  await expect(link(page, 'Profile')).toHaveAttribute('title', 'Ana')

  await press(page, page.getByRole('radio', { name: 'System' }), 'ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-color-scheme', 'dark')

  await press(page, page.getByLabel('Language'), 'd')
  await expect(page.getByLabel('Sprache')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(page.getByLabel('Language')).toBeFocused()

  await page.goto('/profile/data')
  await press(page, button(page, 'Delete Account'))
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Delete Account')).toBeFocused()

  await page.goto('/profile')
  await press(page, button(page, 'Sign Out'))
  await expect(heading(page, 'Welcome to Grouplight')).toBeFocused()
})

test('a user without a pointer can edit, hand over, leave and delete groups', async ({ ana, ben }) => {
  const group = await groupOf('Choir', ana)
  await invite(ana, group, ben)
  await accept(ben, group)
  const [page, bensPage] = [await withoutPointer(ana.page), await withoutPointer(ben.page)]
  const settings = dialog(page, 'Group Settings')
  await page.goto(`/groups/${group.id}`)
  await press(page, button(page, 'Group Settings'))
  await write(page, settings.getByLabel('Group Name'), 'Chamber Choir')
  await press(page, button(page, 'Save'))
  await expect(settings).toBeHidden()
  await expect(button(page, 'Group Settings')).toBeFocused()
  await expect(heading(page, 'Chamber Choir')).toBeVisible()
  await press(page, button(page, 'Undo'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choir')
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(page.locator('main :focus')).toHaveCount(1)

  await press(page, button(page, 'Group Settings'))
  await press(page, settings.getByLabel('New Admin'), 'B')
  await press(page, button(page, 'Offer Group'))
  await expect(button(page, 'Withdraw Offer')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Group Settings')).toBeFocused()

  await bensPage.goto(`/groups/${group.id}`)
  await press(
    bensPage,
    bensPage.getByRole('region', { name: 'Offer' }).getByRole('button', { name: 'Accept' }),
  )
  await expect(heading(bensPage, 'Choir')).toBeFocused()

  await cancelThenConfirm(page, 'Leave Group')
  await cancelThenConfirm(bensPage, 'Delete Group')
})

async function cancelThenConfirm(page: Page, action: string): Promise<void> {
  await press(page, button(page, action))
  await expect(dialog(page, action)).toBeVisible()
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, action)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button(page, 'Cancel')).toBeFocused()
  await tabTo(page, button(page, 'Confirm'))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'My Groups')).toBeFocused()
}
