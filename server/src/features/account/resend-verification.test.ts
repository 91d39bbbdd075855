import { functionsPath } from '@grouplight/contract/callable.ts'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { outbox, users } from '#platform/database/schema.ts'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress, type Reply } from '#testing/test-user.ts'

const app = useTestApp()

async function register(email: string, displayName = 'Ana', password = 'correct horse'): Promise<string> {
  await app.guest().ok(api.signUp, { body: { displayName, email, password } })
  return app.codeTo(email)
}

const verifying = async (code: string) => {
  const { status, body } = await app.guest().call(api.verifyEmail, { body: { code } })
  return [status, (body as { code?: string }).code]
}

describe('sendVerificationEmail', () => {
  const send = (email: string, displayName = 'Eve') =>
    app.guest().request('POST', `${functionsPath}/sendVerificationEmail`, { email, displayName })

  test('sends a new link for the sign-up, and the earlier link ends', async () => {
    const email = newAddress()
    const first = await register(email, 'Ana', 'anas password')
    expect(await send(` ${email.toUpperCase()} `)).toMatchObject({ status: 200, body: { ok: true } })
    const second = await app.codeTo(email)
    expect(second).not.toBe(first)
    expect(await verifying(first)).toEqual([400, 'invalid-action-code'])
    expect(await verifying(second)).toEqual([200, undefined])
    const { account } = await app.guest().ok(api.signIn, { body: { email, password: 'anas password' } })
    expect(account.displayName).toBe('Ana')
  })

  test('gives the same response with and without a pending sign-up, but sends an email only for a pending sign-up', async () => {
    const ana = await app.signUp('Ana')
    const { email: disabled, userId } = await app.signUp('Dan')
    await app.database.update(users).set({ disabledAt: app.clock.now() }).where(eq(users.uid, userId))
    const unverified = newAddress()
    await register(unverified)
    const before = await app.database.$count(outbox)
    const answers = []
    for (const email of [ana.email, newAddress(), disabled, 'not an address', ''])
      answers.push(await send(email))
    expect(await app.database.$count(outbox)).toBe(before)
    const known = await send(unverified)
    expect(await app.database.$count(outbox)).toBe(before + 1)
    for (const answer of answers) expect(withoutDate(answer)).toEqual(withoutDate(known))
  })

  test('sends one email for several concurrent requests', async () => {
    const email = newAddress()
    await register(email)
    await Promise.all(Array.from({ length: 8 }, () => send(email)))
    expect(await app.emailsTo(email)).toHaveLength(2)
  })
})

function withoutDate(answer: Reply | undefined) {
  const headers = Object.fromEntries([...(answer?.headers ?? [])].filter(([name]) => name !== 'date'))
  return { status: answer?.status, headers, body: answer?.body }
}
