import { readSession } from '@grouplight/contract/account.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#new-id.ts'
import { TestProvider } from '#testing/provider.ts'
import { useTestApp } from '#testing/test-app.ts'

const provider = await TestProvider.open()
const app = useTestApp(provider.env)
beforeAll(() => provider.listen(app.url))
afterAll(() => provider.close())

const newUser = (claims: Record<string, unknown> = {}) => {
  const sub = `sub-${newId()}`
  return {
    sub,
    email: `${newId().toLowerCase()}@example.org`,
    email_verified: true,
    name: 'Ana Perez',
    ...claims,
  }
}

test('a verified address of the provider makes a verified account with its name', async () => {
  provider.user = newUser()
  const ana = app.guest()
  const { status, page } = await provider.visit(ana)
  expect([status, page]).toEqual([302, '/dashboard'])
  const { account } = await ana.ok(readSession)
  expect(account).toMatchObject({ displayName: 'Ana Perez', email: provider.user.email, emailVerified: true })
})
