import { expect, test, vi } from 'vitest'
import { api } from '#testing/api.ts'
import { newKey } from '#testing/keys.ts'
import { findSecrets } from '#testing/log-secrets.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

// The logs of `useTestApp` and of the journeys are searched for secrets. This test checks the search itself.
test('the search finds secrets in a log', async () => {
  const ana = app.guest('Ana')
  await ana.register()
  const code = await app.codeTo(ana)
  await ana.verify(code)
  await ana.signIn()
  expect(findSecrets(app.logged)).toEqual([])
  const token = ana.cookie.split('=')[1] ?? ''
  const { id: groupId } = await app.groupOf(ana)
  const { address: link } = await ana.ok(api.createInviteLink, { params: { groupId }, body: {} })
  const { token: key } = await newKey(ana)
  const secrets = { password: ana.password, address: ana.email, cookie: ana.cookie, token, code, link, key }
  const found = findSecrets(Object.values(secrets).map(secret => JSON.stringify({ msg: `of ${secret}.` })))
  expect(found.map(line => line.split(':')[0])).toEqual([
    'password',
    'address',
    ...['token', 'cookie'],
    'token',
    'token',
    'link',
    'key',
  ])
})

test('a session token that begins like a key is found as a token, and a key is found with or without text before it', () => {
  const key = `gl_${'a'.repeat(20)}`
  const lines = [key.padEnd(43, 'b'), key, `key_${key}`, JSON.stringify(`\n${key}`)]
  expect(findSecrets(lines).map(line => line.split(':')[0])).toEqual(['token', 'key', 'key', 'key'])
})

test.each(['GET', 'HEAD', 'POST'])(
  '%s requests for a link whose # or ? a program has encoded log no secret',
  async method => {
    const secret = 's'.repeat(22)
    const before = app.logged.length
    for (const path of [
      `/join%23AbCdEfGh1234.${secret}`,
      `/JOIN%23${secret}`,
      `/board/Ab%23${secret}`,
      `/signup%3Fcode=${secret}`,
    ])
      await fetch(app.url + path, { method, redirect: 'manual' })
    if (method === 'POST') await vi.waitFor(() => expect(app.logged.length).toBe(before + 4))
    expect(app.logged.join()).not.toContain(secret)
  },
)
