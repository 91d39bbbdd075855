import { expect, test } from 'vitest'
import { checkRegistration } from './check-registration.ts'

const check = (appUrl: string, registration: 'open' | 'invited' | 'closed', ...domains: string[]) =>
  checkRegistration({ appUrl, registration, allowedEmailDomains: domains })

test.each(['https://lights.example.org', 'http://lights.example.org:8080', 'https://8.8.8.8'])(
  'open sign-up at %s, which is public, causes a warning that names the settings to limit it',
  appUrl => {
    const { state, text } = check(appUrl, 'open')
    expect(state).toBe('warn')
    expect(text).toMatch(`everybody who finds ${appUrl} can sign up. REGISTRATION=invited or closed`)
  },
)

test.each([
  'http://localhost:3000',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
  'http://192.168.1.7',
  'https://server',
  'https://lights.local',
  'https://lights.home.arpa',
])('open sign-up at %s, which is not public, is fine', appUrl => {
  expect(check(appUrl, 'open')).toEqual({ area: 'sign-up', state: 'ok', text: 'REGISTRATION is open' })
})

test('at a public address, sign-up that is not open to everybody is fine', () => {
  const appUrl = 'https://lights.example.org'
  expect(check(appUrl, 'invited')).toMatchObject({ state: 'ok', text: 'REGISTRATION is invited' })
  expect(check(appUrl, 'closed')).toMatchObject({ state: 'ok', text: 'REGISTRATION is closed' })
  expect(check(appUrl, 'open', 'club.example', '*.school.example')).toMatchObject({
    state: 'ok',
    text: 'REGISTRATION is open; only addresses of club.example, *.school.example',
  })
})
