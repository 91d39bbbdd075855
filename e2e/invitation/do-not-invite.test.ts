import { createGroup } from '@grouplight/contract/group.ts'
import { linkTo } from '../fixtures/mail.ts'
import { expect, test } from '../fixtures/test.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }

test('an invitee stops invitation emails with one tap and allows them again in the profile', async ({
  ana,
  stranger,
  mail,
}) => {
  const ben = await stranger('Ben', phone)
  const { page } = ben
  const invite = (name: string) => ana.api.ok(createGroup, { body: { name, inviteEmails: [ben.email] } })
  await invite('Choir')
  const link = linkTo(await mail.nextEmailTo(ben.email), 'do-not-invite')

  await page.goto(link)
  await expect(page).toHaveURL('/do-not-invite')
  await expect(page.getByRole('heading', { name: 'Stop Invitation Emails' })).toBeVisible()
  await page.getByRole('button', { name: 'Do not invite this address again' }).click()
  await expect(page.getByRole('status')).toContainText('sends no more invitation emails to this address')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await page.getByRole('button', { name: 'Do not invite this address again' }).click()
  await expect(page.getByRole('status')).toContainText('Done.')
  await invite('Night Watch')

  await ben.signUp()
  await ben.verify()
  await ben.signIn()
  await expect(page.getByRole('dialog', { name: 'Group Invitations' }).getByRole('listitem')).toHaveCount(2)
  await page.goto('/profile/alerts')
  const receive = page.getByRole('switch', { name: 'Receive invitation emails' })
  await expect(receive).not.toBeChecked()
  const saved = page.waitForResponse('**/api/email-block')
  await receive.click()
  await saved
  await expect(receive).toBeChecked()
  await invite('Fire Brigade')
  await expect
    .poll(() =>
      mail
        .emailsTo(ben.email)
        .map(({ subject }) => subject)
        .filter(subject => / invited /.test(subject)),
    )
    .toEqual([
      'Ana invited you to join Choir on Grouplight App',
      'Ana invited you to join Fire Brigade on Grouplight App',
    ])
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Receive invitations', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(receive).toBeHidden()
})
