import { fillIn } from '../fixtures/forms.ts'
import { expect, test } from '../fixtures/test.ts'

const wrong = 'Invalid email or password. Please check your credentials.'

test('an unknown address and a wrong password are refused with the same message', async ({
  ana,
  stranger,
}) => {
  const guest = await stranger('Somebody')
  await guest.signIn()
  await expect(guest.page.getByText(wrong)).toBeVisible()
  await fillIn(guest.page, { Email: ana.email, Password: 'a guess' })
  await guest.page.getByRole('button', { name: 'Sign In' }).click()
  await expect(guest.page.getByText(wrong)).toBeVisible()
  await expect(guest.page.getByLabel('Email')).toHaveValue(ana.email)
})

test('the address may be typed with capitals and spaces', async ({ ana, stranger }) => {
  const { page } = await stranger('Ana')
  await page.goto('/')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Welcome to Grouplight' })).toBeVisible()
  await expect(page.getByText('Sign in to manage your availability')).toBeVisible()
  await fillIn(page, { Email: ` ${ana.email.toUpperCase()} `, Password: ana.password })
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/dashboard')
})

test('a malformed address and a missing password are reported, and the address field gets the focus', async ({
  stranger,
}) => {
  const { page } = await stranger('Ana')
  await page.goto('/login')
  await fillIn(page, { Email: 'ana@backend' })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Invalid email address format.')).toBeVisible()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
})

test('a form shows one message at a time: each submit replaces the earlier message', async ({ stranger }) => {
  const { page } = await stranger('Ana')
  await page.goto('/login?verified=true')
  const welcome = page.getByText('Email verified successfully!')
  const messages = page.getByRole('main').getByRole('status').or(page.getByRole('main').getByRole('alert'))
  const signIn = page.getByRole('button', { name: 'Sign In' })
  await expect(messages).toHaveCount(1)
  await expect(welcome).toBeVisible()
  await expect(page).toHaveURL('/login')
  await fillIn(page, { Email: 'ana@example.org', Password: 'a guess' })
  await signIn.click()
  await expect(messages).toHaveText([wrong])
  await expect(welcome).toHaveCount(0)
  await fillIn(page, { Password: '' })
  await signIn.click()
  await expect(page.getByText('Password is required.')).toBeVisible()
  await expect(page.getByText(wrong)).toHaveCount(0)
})

test('until the address is verified, a sign-in is refused with the reason, and the verification email can be requested again', async ({
  stranger,
}) => {
  const ana = await stranger('Ana')
  await ana.register()
  const oldLink = await ana.linkInNextEmail()
  await ana.signIn('a guess')
  await expect(ana.page.getByText(wrong)).toBeVisible()
  await ana.signIn()
  await expect(
    ana.page.getByText(
      'Your email is not verified. Please check your inbox for the verification email and verify your account before logging in.',
    ),
  ).toBeVisible()
  await ana.page.getByRole('button', { name: 'Resend verification email' }).click()
  const newLink = await ana.linkInNextEmail()
  await expect(ana.page.getByText('a new link is on its way')).toBeVisible()

  await ana.page.goto(oldLink)
  await expect(ana.page.getByText('invalid or has already been used')).toBeVisible()
  await ana.page.goto(newLink)
  await expect(ana.page.getByText('Email verified successfully!')).toBeVisible()
  await ana.signIn()
  await expect(ana.page).toHaveURL('/dashboard')
})

test('a password field warns while Caps Lock is on', async ({ stranger }) => {
  const { page } = await stranger('Guest')
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  const key = (capsLock: boolean) =>
    password.evaluate((input, modifierCapsLock) => {
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock }))
    }, capsLock)
  await password.focus()
  await key(true)
  await expect(page.getByText('Caps Lock is on.')).toBeVisible()
  await key(false)
  await expect(page.getByText('Caps Lock is on.')).toHaveCount(0)
})
