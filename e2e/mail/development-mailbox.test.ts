import { fillIn } from '../fixtures/forms.ts'
import { Server } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { watchConsole } from '../fixtures/watch-console.ts'

test('without a mail server, the mailbox page shows the sign-up email, and pages show the name that APP_NAME sets', async ({
  browser,
}) => {
  const server = await Server.open({ APP_NAME: 'Lampe & Licht' })
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const consoleErrors = watchConsole(context, { outages: false })

  const mailbox = await context.newPage()
  await mailbox.goto(server.mailbox)
  await expect(mailbox.getByText('No emails yet.')).toBeVisible()
  await page.goto('/signup')
  await expect(page).toHaveTitle('Lampe & Licht')
  await fillIn(page, { 'Display Name': 'Ana', Email: 'ana@example.org' })
  await fillIn(page, { Password: 'correct horse', 'Confirm Password': 'correct horse' })
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Account created successfully!')).toBeVisible()

  await expect(page.getByText('No mail server is set.')).toBeVisible()
  const link = page.getByRole('link', { name: 'Open the mailbox' })
  expect(server.mailbox).toBe(await link.getAttribute('href'))
  // The mailbox was open before the sign-up, and shows the email without a reload.
  await mailbox.getByRole('link', { name: 'Verify your email for Lampe & Licht' }).click()
  const sentEmail = mailbox.frameLocator('iframe')
  await expect(sentEmail.getByText('The link works once, for 72 hours.')).toBeVisible()
  await sentEmail.getByRole('link', { name: 'Verify email' }).click()
  await expect(mailbox.getByText('Email verified successfully!')).toBeVisible()
  await mailbox.getByRole('link', { name: 'Go to Login Now' }).click()
  await expect(mailbox.getByRole('heading', { name: 'Welcome to Lampe & Licht' })).toBeVisible()
  await expect(mailbox.getByLabel('Email')).toHaveValue('ana@example.org')
  await fillIn(mailbox, { Password: 'correct horse' })
  await mailbox.getByRole('button', { name: 'Sign In' }).click()
  await expect(mailbox).toHaveURL('/dashboard')

  expect(consoleErrors).toEqual([])
  await context.close()
  await server.close()
})
