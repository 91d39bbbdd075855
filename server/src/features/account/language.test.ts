import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, TestUser } from '#testing/test-user.ts'
import { addAccount } from './add-account.ts'

const app = useTestApp()

const inGerman = { 'accept-language': 'de-AT,de;q=0.9' }
const languageOf = async (email: string) =>
  (await app.database.select().from(users).where(eq(users.email, email)))[0]?.language

test('a user who signs up gets emails in the language of the browser', async () => {
  const email = newAddress()
  const ben = new TestUser(app.url, { name: 'Ben', email })
  const body = { displayName: 'Ben', email, password: ben.password }
  await ben.ok(api.signUp, { body, headers: inGerman })
  const [sent] = await app.emailsTo(email)
  expect(sent?.subject).toBe('Bestätige deine E-Mail-Adresse für Grouplight')
  const code = await app.codeTo(email)
  await ben.ok(api.verifyEmail, { body: { code }, headers: inGerman })
  expect(await languageOf(email)).toBe('de')
  // A stranger who signs up with the address does not change the language.
  await app.guest().ok(api.signUp, { body, headers: { 'accept-language': 'ar' } })
  expect((await app.emailsTo(email)).at(-1)?.subject).toBe('Du hast schon ein Konto bei Grouplight')
})

test('the first sign-in stores the language of the browser, and later ones do not', async () => {
  const email = newAddress()
  await addAccount(app.services, { email })
  expect(await languageOf(email)).toBe('en')
  const { searchParams } = await resetLink(email)
  const ben = new TestUser(app.url, { email })
  const data = { token: searchParams.get('token'), newPassword: ben.password }
  await ben.request('POST', '/functions/us-central1/resetPasswordWithToken', { data })
  const body = { email, password: ben.password }
  await ben.ok(api.signIn, { body, headers: inGerman })
  expect(await languageOf(email)).toBe('de')
  await ben.ok(api.signIn, { body, headers: { 'accept-language': 'ar' } })
  expect(await languageOf(email)).toBe('de')
})

test('the language of emails follows the choice of the user; without a choice, it is the language of the browser', async () => {
  const ana = await app.signUp('Ana')
  await ana.ok(api.setLanguage, { body: { language: 'ar' } })
  expect(await languageOf(ana.email)).toBe('ar')
  expect((await ana.ok(api.exportAccount)).account.language).toBe('ar')
  const headers = { ...inGerman, cookie: `${ana.cookie}; language=ar` }
  await ana.ok(api.setLanguage, { body: { language: null }, headers })
  expect(await languageOf(ana.email)).toBe('de')
})

async function resetLink(email: string): Promise<URL> {
  await app.guest().request('POST', '/functions/us-central1/sendCustomPasswordReset', { data: { email } })
  return app.linkTo(email, 'reset-password')
}
