import { holdRequests } from '../fixtures/requests.ts'
import { expect, test } from '../fixtures/test.ts'

test('a valid link verifies the address, and three seconds later the login page says so', async ({
  stranger,
}) => {
  const ana = await stranger('Ana')
  await ana.register()
  await ana.page.clock.install()
  const release = await holdRequests(ana.page, '**/api/email-verification')
  await ana.page.goto(await ana.linkInNextEmail())
  await expect(ana.page.getByText('Verifying your email...')).toBeVisible()
  release()
  await expect(ana.page.getByText('Email verified successfully!')).toBeVisible()
  await expect(ana.page.getByRole('link', { name: 'Go to Login Now' })).toBeVisible()
  await ana.page.clock.fastForward(3_000)
  await expect(ana.page).toHaveURL('/login')
  const welcome = ana.page.getByText('Email verified successfully! You can now log in.')
  await expect(welcome).toBeVisible()
  await ana.page.reload()
  await expect(ana.page.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await expect(welcome).toBeHidden()
})

test('for an invalid link the page explains the error', async ({ stranger }) => {
  const { page } = await stranger('Ana')
  const refusals = {
    '?mode=verifyEmail&oobCode=broken':
      'Verification failed. The verification link is invalid or has already been used.',
    '?mode=verifyEmail':
      'No verification code found in the link. Please check that you clicked the correct link from your email.',
    '?mode=resetPassword&oobCode=abc':
      'This link is not for email verification. Please use the correct verification link from your email.',
  }
  for (const [query, refusal] of Object.entries(refusals)) {
    await page.goto(`/email-verified${query}`)
    await expect(page.getByText(refusal)).toBeVisible()
  }
})

test('the link’s code may also be in the parameter actionCode or code', async ({ stranger }) => {
  for (const parameter of ['actionCode', 'code']) {
    const user = await stranger('Ana')
    await user.register()
    const code = new URL(await user.linkInNextEmail()).searchParams.get('oobCode')
    await user.page.goto(`/email-verified?${parameter}=${code}`)
    await expect(user.page.getByText('Email verified successfully!')).toBeVisible()
  }
})
