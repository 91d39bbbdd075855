import { hourMs } from '../../server/src/platform/clock.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn } from '../fixtures/forms.ts'
import { groupOf, invite } from '../fixtures/group.ts'
import { holdRequests } from '../fixtures/requests.ts'
import { dialog, dot } from '../fixtures/screen.ts'
import { expect, test } from '../fixtures/test.ts'

async function openInvite({ page }: BrowserUser, { id }: { id: string }) {
  await page.goto(`/groups/${id}`)
  await page.getByRole('button', { name: 'Invite Members' }).click()
  return dialog(page, 'Invite Members')
}

test('users are invited with a message and are listed as pending', async ({ ana, ben, mail }) => {
  const invitation = await openInvite(ana, await groupOf('Choir', ana))
  await ben.page.goto('/profile')
  const emails = invitation.getByRole('textbox', { name: /Email/ })
  await expect(emails).toHaveCount(1)
  await expect(invitation.getByRole('button', { name: /Remove/ })).toHaveCount(0)
  await emails.first().fill(ben.email)
  await invitation.getByRole('button', { name: 'Add another email' }).click()
  await expect(emails.nth(1)).toBeFocused()
  await emails.nth(1).fill('somebody@example')
  await fillIn(invitation, { Message: 'Come and <b>sing</b>!' })
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expect(invitation.getByText('Invalid email format: somebody@example')).toBeVisible()
  await expect(emails.nth(1)).toBeFocused()
  await invitation
    .getByRole('button', { name: /Remove/ })
    .nth(1)
    .click()
  await expect(emails).toHaveCount(1)
  const tooMany = { status: 429, json: { code: 'too-many-invitations', message: 'Tomorrow.' } }
  const path = '**/api/groups/*/invitations'
  await ana.page.route(path, (route, request) =>
    request.method() === 'POST' ? route.fulfill(tooMany) : route.continue(),
  )
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expect(invitation.getByText(/^Failed to send invites: /)).toBeVisible()
  await expect(emails.first()).toHaveValue(ben.email)
  await ana.page.unroute(path)
  const release = await holdRequests(ana.page, path)
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expect(invitation.getByRole('button', { name: 'Sending...' })).toBeVisible()
  release()

  await expect(invitation.getByText('1 invitation sent')).toBeVisible()
  await expect(emails.first()).toHaveValue('')
  await expect(invitation.getByRole('listitem')).toHaveCount(1)
  await expect(invitation.getByRole('listitem')).toContainText(ben.email)
  await expect(dot(ben.page)).toBeVisible()
  expect((await mail.nextEmailTo(ben.email)).text).toContain('Come and <b>sing</b>!')
})

test('addresses that need no invitation are skipped, and the dialog says so', async ({
  ana,
  ben,
  choir,
  cyd,
}) => {
  await invite(ana, choir, cyd)
  const invitation = await openInvite(ana, choir)
  const add = invitation.getByRole('button', { name: 'Add another email' })
  for (const [at, { email }] of [ana, ben, cyd].entries()) {
    if (at > 0) await add.click()
    await invitation.getByRole('textbox', { name: /Email/ }).nth(at).fill(email)
  }
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expect(invitation.getByText(`${ben.email} is already a member`)).toBeVisible()
  await expect(invitation.getByText(`${cyd.email} already has a pending invitation`)).toBeVisible()
  await expect(invitation.getByText('You cannot invite yourself')).toBeVisible()
  await expect(invitation.getByText(/\d invitations? sent/)).toBeHidden()
  await expect(invitation.getByRole('listitem')).toHaveCount(1)
})

test('a pending invitation can be sent again once an hour, and can be cancelled', async ({
  ana,
  ben,
  mail,
  server,
}) => {
  const group = await groupOf('Choir', ana)
  await invite(ana, group, ben)
  await mail.nextEmailTo(ben.email)
  await ben.page.goto('/profile')
  await expect(dot(ben.page)).toBeVisible()
  const resting = (await openInvite(ana, group)).getByRole('listitem')
  await expect(resting.getByRole('button', { name: 'Resend' })).toBeDisabled()
  await expect(resting).toContainText(/again in \d+ min/)
  await server.advance(hourMs + 1_000)
  const invitation = await openInvite(ana, group)
  const resend = invitation.getByRole('button', { name: 'Resend' })
  await resend.click()
  await expect(resend).toBeDisabled()
  expect((await mail.nextEmailTo(ben.email)).subject).toContain('invited you to join Choir')

  await invitation.getByRole('listitem').getByRole('button', { name: 'Cancel' }).click()
  await expect(invitation.getByRole('listitem')).toHaveCount(0)
  await expect(dot(ben.page)).toBeHidden()
})
