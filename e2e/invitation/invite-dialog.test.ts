import { hourMs } from '../../server/src/platform/clock.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { fillIn, paste } from '../fixtures/forms.ts'
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
  const release = await holdRequests(ana.page, '**/api/groups/*/invitations')
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

test('at least one address is needed', async ({ ana }) => {
  const invitation = await openInvite(ana, await groupOf('Choir', ana))
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expect(invitation.getByText('Please enter at least one email address')).toBeVisible()
})

test('each address of a pasted list becomes an entry, and a removed entry can be restored', async ({
  ana,
}) => {
  const invitation = await openInvite(ana, await groupOf('Choir', ana))
  await invitation.getByRole('textbox', { name: /Email/ }).focus()
  await paste(ana.page, 'ben@example.org, Cyd <cyd@example.org>;\ndan@example.org')
  const emails = invitation.getByRole('textbox', { name: /Email/ })
  await expect(emails).toHaveCount(3)
  for (const [at, name] of ['ben', 'cyd', 'dan'].entries()) {
    await expect(emails.nth(at)).toHaveValue(`${name}@example.org`)
  }
  await expect(invitation.getByRole('button', { name: /Remove/ })).toHaveCount(3)

  await invitation.getByRole('button', { name: 'Remove email 2' }).click()
  await expect(emails).toHaveCount(2)
  const undo = invitation.getByRole('button', { name: 'Undo removing cyd@example.org' })
  await undo.click()
  await expect(emails).toHaveCount(3)
  await expect(emails.nth(1)).toHaveValue('cyd@example.org')
  await expect(emails.nth(1)).toBeFocused()
  await expect(undo).toBeHidden()
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

test('more than 20 addresses in one request are refused, and the typed addresses are kept', async ({
  ana,
  mail,
}) => {
  const invitation = await openInvite(ana, await groupOf('Choir', ana))
  await invitation.getByRole('textbox', { name: /Email/ }).focus()
  const guests = Array.from({ length: 21 }, (_, guest) => `guest${guest}.${ana.email}`).join(', ')
  await paste(ana.page, guests)
  await invitation.getByRole('button', { name: 'Send Invites' }).click()
  await expect(invitation.getByText(/^Failed to send invites: /)).toBeVisible()
  await expect(invitation.getByRole('textbox', { name: /Email/ })).toHaveCount(21)
  expect(mail.emailsTo(`guest0.${ana.email}`)).toEqual([])
})
