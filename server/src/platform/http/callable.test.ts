import { functionsPath } from '@grouplight/contract/callable.ts'
import { sql } from 'drizzle-orm'
import { deleteApp, initializeApp } from 'firebase/app'
import { getFunctions, httpsCallable } from 'firebase/functions'
import { afterAll, describe, expect, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { outbox } from '#platform/database/schema.ts'
import { newId } from '#platform/tokens.ts'
import { useTestApp } from '#testing/test-app.ts'
import { newAddress } from '#testing/test-user.ts'

const app = useTestApp()

const path = (name: string) => `${functionsPath}/${name}`
const refuses = (
  status: number,
  code: string,
  message: unknown = expect.stringMatching(/^[A-Z]\S*[^\n{}[\]]+$/),
) => ({
  status,
  body: { error: { status: code, message } },
})

describe('the callable protocol', () => {
  test('responds with {result} to {data} from a guest without an Origin, whether a bearer token is sent or not', async () => {
    for (const authorization of [undefined, 'Bearer of-nobody']) {
      const response = await fetch(app.url + path('sendCustomPasswordReset'), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...(authorization && { authorization }),
        },
        body: JSON.stringify({ data: { email: 'nobody@example.org' } }),
      })
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ result: { success: true, message: expect.any(String) } })
    }
  })

  test('refuses invalid input with INVALID_ARGUMENT and one sentence', async () => {
    const guest = app.guest()
    const email = 'nobody@example.org'
    const bodies = {
      sendCustomPasswordReset: [
        ...[undefined, null, [], 'text', 7, true].map(data => ({ data })),
        ...[{}, { email: null }, { email: 7 }, { email: [email] }, { email: {} }, { email, admin: true }].map(
          data => ({ data }),
        ),
        {},
        [],
        null,
        'text',
        { data: { email }, more: 1 },
        { email },
        '',
        '{',
        '{"data":',
        `{"data":{"email":"${email}","__proto__":{"x":1}}}`,
        '\u0000',
      ],
      resetPasswordWithToken: [
        ...[{}, { token: 'x' }, { newPassword: 'correct horse' }].map(data => ({ data })),
        ...[null, 7, [], {}, '', 'x'.repeat(257)].map(token => ({
          data: { token, newPassword: 'correct horse' },
        })),
        ...[null, 7, [], {}, '', '12345', 'x'.repeat(129)].map(newPassword => ({
          data: { token: 'x', newPassword },
        })),
        { data: { token: 'x', newPassword: 'correct horse', userId: 'y' } },
      ],
    }
    const emails = await app.database.$count(outbox)
    for (const [name, unfit] of Object.entries(bodies)) {
      for (const body of unfit)
        expect(await guest.request('POST', path(name), body), JSON.stringify(body)).toMatchObject(
          refuses(400, 'INVALID_ARGUMENT'),
        )
    }
    const tooLarge = { data: { email: 'x'.repeat(70_000) } }
    expect(await guest.request('POST', path('sendCustomPasswordReset'), tooLarge)).toMatchObject(
      refuses(413, 'INVALID_ARGUMENT'),
    )
    const noJson = await guest.request('POST', path('sendCustomPasswordReset'), 'data=1', {
      'content-type': 'text/plain',
    })
    expect(noJson).toMatchObject(refuses(415, 'INVALID_ARGUMENT'))
    expect(await app.database.$count(outbox)).toBe(emails)
  })

  test('refuses a request from a page of another site, in the format of the protocol', async () => {
    const body = { data: { email: 'nobody@example.org' } }
    const answer = await app
      .guest()
      .request('POST', path('sendCustomPasswordReset'), body, { origin: 'https://evil.example' })
    expect(answer).toMatchObject(refuses(403, 'PERMISSION_DENIED'))
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('reports an unexpected error as INTERNAL and without details', async () => {
    const ana = await app.signUp('Ana')
    await app.database.execute(sql`alter table outbox rename to outbox_away`)
    const answer = await ana.request('POST', path('sendCustomPasswordReset'), { data: { email: ana.email } })
    await app.database.execute(sql`alter table outbox_away rename to outbox`)
    expect(answer).toMatchObject(
      refuses(500, 'INTERNAL', 'Something went wrong on the server. Please try again.'),
    )
    const logged = app.logged.filter(line => line.includes('a function failed'))
    expect(logged).toHaveLength(1)
    expect(logged[0]).not.toContain(ana.email)
    expect(logged[0]).not.toContain('token=')
  })

  test('accepts only POST, and only for existing functions', async () => {
    expect(await app.guest().request('GET', path('sendCustomPasswordReset'))).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    })
    expect(await app.guest().request('POST', path('deleteEverything'), { data: {} })).toMatchObject({
      status: 404,
    })
  })
})

describe('the official Firebase client', () => {
  const client = initializeApp({ projectId: 'grouplight', apiKey: 'none', appId: 'none' })
  afterAll(() => deleteApp(client))

  const callable = (name: string) =>
    httpsCallable<object, { success: boolean; message?: string }>(
      getFunctions(client, app.url + functionsPath),
      name,
    )
  const send = (data: object) => callable('sendCustomPasswordReset')(data)
  const reset = (data: object) => callable('resetPasswordWithToken')(data)

  // The client appends the HTTP status to the server's message, for example ' [429]'.
  const refusalOf = (call: Promise<unknown>) =>
    call.then(
      result => result,
      ({ code, message }) => [code, message.replace(/ \[\d{3}\]$/, '')],
    )

  const [ana] = app.users('Ana')

  test('resets a password, and gets errors with the specified codes and texts', async () => {
    const { data } = await send({ email: ana.email })
    expect(data).toEqual({ success: true, message: expect.any(String) })
    const token = (await app.linkTo(ana, 'reset-password')).searchParams.get('token') ?? ''
    expect((await reset({ token, newPassword: 'a new password' })).data).toEqual({ success: true })
    await ana.signIn('a new password')

    expect(await refusalOf(reset({ token, newPassword: 'a new password' }))).toEqual([
      'functions/already-exists',
      'This reset link has already been used',
    ])
    expect(await refusalOf(reset({ token: newId(), newPassword: 'a new password' }))).toEqual([
      'functions/not-found',
      'Invalid or expired reset link',
    ])
    expect(await refusalOf(reset({ token, newPassword: 'short' }))).toEqual([
      'functions/invalid-argument',
      'Password must be at least 6 characters long',
    ])
    expect(await refusalOf(send({ email: 'ana' }))).toEqual([
      'functions/invalid-argument',
      'Please enter a valid email address.',
    ])
    await send({ email: ana.email })
    const late = (await app.linkTo(ana, 'reset-password')).searchParams.get('token') ?? ''
    app.clock.advance(hourMs)
    expect(await refusalOf(reset({ token: late, newPassword: 'a new password' }))).toEqual([
      'functions/deadline-exceeded',
      'Reset link has expired. Please request a new one.',
    ])
  })

  test('gets an error when it calls too often', async () => {
    const email = newAddress()
    for (let n = 0; n < 3; n++) await send({ email })
    expect(await refusalOf(send({ email }))).toEqual([
      'functions/resource-exhausted',
      'Too many password reset requests. Please try again later.',
    ])
  })
})
