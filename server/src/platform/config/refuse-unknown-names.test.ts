import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { OperatorError } from './operator-error.ts'

const databaseUrl = 'postgres://db.example/grouplight'

describe('a variable that looks like a setting', () => {
  test.each([
    ['REGISTRATON', 'REGISTRATION'],
    ['registration', 'REGISTRATION'],
    ['ALLOWED_MAIL_DOMAINS', 'ALLOWED_EMAIL_DOMAINS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['APP_ULR', 'APP_URL'],
    ['App_Name', 'APP_NAME'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['EMAIL_FROM', 'MAIL_FROM'],
    ['AUTH_SECRT_FILE', 'AUTH_SECRET_FILE'],
    ['HOOKS_HOSTS', 'HOOK_HOSTS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABASE_HOST', 'DATABASE_URL'],
    ['SMTP_HOST', 'SMTP_URL'],
    ['SMTP_PASSWORD_FILE', 'SMTP_URL_FILE'],
    ['OIDC_SECRET', 'OIDC_CLIENT_SECRET'],
    ['OIDC_ISSUER_URL', 'OIDC_ISSUER'],
    ['LIMIT_SIGNUPS_PER_IP', 'LIMIT_SIGN_UPS_PER_IP'],
  ])('%s is refused in one line that names %s', (name, meant) => {
    expect(refusalOf({ [name]: 'x' })).toBe(`${name} is not a setting: ${meant} was probably meant.`)
  })

  test('with _FILE after a setting that is no secret is refused', () => {
    const line = 'REGISTRATION_FILE is not a setting: only secrets are read from files, set REGISTRATION.'
    expect(refusalOf({ REGISTRATION_FILE: '/run/registration' })).toBe(line)
  })

  test('is refused before the settings are compared with each other', () => {
    expect(refusalOf({ DATABASE_URL: databaseUrl, AUTH_SECRTE: 'x' })).toMatch(/^AUTH_SECRTE is not/)
  })

  test('is ignored if it is empty', () => {
    expect(refusalOf({ REGISTRATON: ' ', DATABASE_HOST: '' })).toBeNull()
  })
})

describe('a variable of another program is ignored:', () => {
  test.each([
    ['PATH', '/usr/bin'],
    ['HOSTNAME', 'node-1'],
    ['port', '80'],
    ['host', 'node-1'],
    ['MAIL', '/var/mail/ana'],
    ['NODE_OPTIONS', '--max-semi-space-size=16'],
    ['PGHOST', 'db'],
    ['SITE_NAME', 'lights.example.org'],
    ['API_NAME', 'other'],
    ['APP_ENV', 'production'],
    ['APP_PORT', 'tcp://10.0.0.7:80'],
    ['LC_NAME', 'de_DE.UTF-8'],
    ['SMTP_PORT', 'tcp://172.17.0.5:25'],
    ['SMTP_PORT', '25'],
    ['SMTP_PORT_25_TCP_ADDR', '172.17.0.5'],
    ['SMTP_NAME', '/lights/smtp'],
    ['SMTP_ENV_VERSION', '3'],
    ['SMTP_SERVICE_HOST', '10.0.0.7'],
    ['DATABASE_PORT_5432_TCP_ADDR', '10.0.0.9'],
  ])('%s=%s', (name, value) => {
    expect(refusalOf({ [name]: value })).toBeNull()
  })

  test.each([
    ['SMTP_HOST', { SMTP_URL: 'smtp://mail.example' }],
    ['DATABASE_PASSWORD', { DATABASE_URL: databaseUrl, AUTH_SECRET: 'x'.repeat(32) }],
  ])('%s, if the address itself is set', (name, settings) => {
    expect(refusalOf({ ...settings, [name]: 'x' })).toBeNull()
  })
})

function refusalOf(env: Record<string, string>): string | null {
  try {
    readConfig(env)
    return null
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}
