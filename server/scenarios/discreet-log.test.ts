import { expect, test } from 'vitest'
import { indiscretions } from '#testing/discreet-log.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()

// Every server that a test starts is read like this in the end, those of the journeys too.
test('a log that holds a secret is noticed', async () => {
  const ana = await app.signUp('Ana')
  expect(indiscretions(app.logged)).toEqual([])
  const code = (await app.linkTo(ana, 'email-verified')).searchParams.get('oobCode') ?? ''
  const token = ana.cookie.split('=')[1] ?? ''
  const told = { password: ana.password, address: ana.email, cookie: ana.cookie, token, code }
  const noticed = indiscretions(Object.values(told).map(secret => JSON.stringify({ msg: `of ${secret}.` })))
  expect(noticed.map(line => line.split(':')[0])).toEqual([
    'password',
    'address',
    ...['token', 'cookie'],
    'token',
    'token',
  ])
})
