import { parseEmail } from '@grouplight/contract/account.ts'
import { describe, expect, test } from 'vitest'
import { domainNotAllowed, isAllowedAddress } from '#features/account/registration.ts'
import { readConfig } from './config.ts'
import { OperatorError } from './operator-error.ts'
import { limits, settingNames } from './settings.ts'

const databaseUrl = 'postgres://ana:hunter2@db.example/grouplight'
const authSecret = 'a secret of a good length, really'

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}

describe('the settings', () => {
  test('are complete without any variable', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: 'localhost',
      appUrl: 'http://localhost:3000',
      appName: 'Grouplight',
      dataDir: './data',
      databaseUrl: undefined,
      databaseConnections: 16,
      drainSeconds: 0,
      smtpUrl: undefined,
      smtpTls: undefined,
      ehloName: 'localhost',
      mailFrom: 'no-reply@localhost',
      pushServices: [
        'fcm.googleapis.com',
        '*.push.services.mozilla.com',
        '*.push.apple.com',
        '*.notify.windows.com',
      ],
      pushContact: 'mailto:operator@localhost',
      hookHosts: ['external'],
      authSecret: undefined,
      logLevel: 'info',
      trustedProxies: [],
      site: {},
      sitePage: true,
      maxGroupMembers: 500,
      limits: Object.fromEntries(Object.entries(limits).map(([name, [usual]]) => [name, usual])),
    })
  })

  test('name a contact for push services: MAIL_FROM, or else APP_URL with HTTPS, or else an email address at the host of APP_URL', () => {
    const contactOf = (env: Record<string, string>) => readConfig(env).pushContact
    expect(contactOf({ MAIL_FROM: 'hello@lights.example' })).toBe('mailto:hello@lights.example')
    expect(contactOf({ APP_URL: 'https://lights.example' })).toBe('https://lights.example')
    expect(contactOf({ APP_URL: 'http://lights.example' })).toBe('mailto:operator@lights.example')
  })

  test('can switch pushes off', () => {
    expect(readConfig({ PUSH_SERVICES: 'off' }).pushServices).toEqual([])
  })

  test('can switch hooks off', () => {
    expect(readConfig({ HOOK_HOSTS: 'off' }).hookHosts).toEqual([])
  })

  test('are read from the variables, and an empty variable counts as unset', () => {
    const env = {
      PORT: ' 8080 ',
      HOST: '0.0.0.0',
      APP_URL: 'https://lights.example/',
      APP_NAME: ' Ämpel ',
      DATA_DIR: '/var/lib/grouplight',
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECTIONS: '40',
      DRAIN_SECONDS: '5',
      SMTP_URL: 'smtps://user:password@mail.example',
      SMTP_TLS: 'Required',
      EHLO_NAME: 'mail.lights.example',
      MAIL_FROM: 'Ämpel <hello@lights.example>',
      PUSH_SERVICES: 'FCM.googleapis.com, *.push.apple.com,http://127.0.0.1:9000',
      HOOK_HOSTS: 'private, NTFY.example,10.0.0.0/8, http://192.168.1.5:8123, ::1',
      AUTH_SECRET: authSecret,
      LOG_LEVEL: 'silent',
      METRICS_TOKEN: 'sixteen letters!',
      TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,::1, fd00::/8',
      REGISTRATION: 'invited',
      ALLOWED_EMAIL_DOMAINS: ' Club.example, *.School.example ,münchen.example',
      IMPRINT_URL: 'https://club.example/imprint',
      PRIVACY_URL: 'http://club.example/privacy',
      ACCESSIBILITY_URL: 'mailto:access@club.example',
      CONTACT: ' Ana@club.example',
      UPDATE_CHECK: 'Off',
      SITE_PAGE: 'Off',
      UPDATE_URL: 'https://updates.example/newest.json',
      MAX_GROUP_MEMBERS: '7',
      LIMIT_FAILED_SIGN_INS_PER_ACCOUNT: '11',
      LIMIT_FAILED_SIGN_INS_PER_IP: '12',
      LIMIT_FAILED_SIGN_INS_PER_ACCOUNT_EVERYWHERE: '20',
      LIMIT_PASSWORD_RESETS_PER_ADDRESS: '13',
      LIMIT_PASSWORD_RESETS_PER_IP: '14',
      LIMIT_SIGN_UPS_PER_IP: '15',
      LIMIT_WRONG_CODES_PER_IP: '16',
      LIMIT_INVITATIONS_PER_DAY: '17',
      LIMIT_REQUESTS_PER_SECOND: '18',
      LIMIT_CONNECTIONS: '22',
      LIMIT_CONNECTIONS_PER_IP: '23',
      LIMIT_CHANGES_PER_MINUTE: '21',
      LIMIT_CALLS_PER_DAY: '22',
      LIMIT_VERIFICATION_EMAILS_PER_IP: '19',
      LIMIT_INVITATIONS_ON_FIRST_DAY: '20',
      LIMIT_INVITATIONS_PER_ADDRESS: '21',
      OIDC_ISSUER: 'https://login.club.example',
      OIDC_CLIENT_ID: 'lights',
      OIDC_CLIENT_SECRET: 'the secret of the client',
      OIDC_NAME: ' Club Login ',
      OIDC_SCOPES: 'openid email',
      OIDC_SIGN_UP: 'false',
      OIDC_TRUST_EMAIL: 'true',
      OIDC_ONLY: 'true',
      OIDC_AUTO: 'true',
    }
    expect(readConfig(env)).toEqual({
      port: 8080,
      host: '0.0.0.0',
      appUrl: 'https://lights.example',
      appName: 'Ämpel',
      dataDir: '/var/lib/grouplight',
      databaseUrl,
      databaseConnections: 40,
      drainSeconds: 5,
      smtpUrl: 'smtps://user:password@mail.example',
      smtpTls: 'required',
      ehloName: 'mail.lights.example',
      mailFrom: 'Ämpel <hello@lights.example>',
      pushServices: ['fcm.googleapis.com', '*.push.apple.com', 'http://127.0.0.1:9000'],
      pushContact: 'mailto:hello@lights.example',
      hookHosts: ['private', 'ntfy.example', '10.0.0.0/8', 'http://192.168.1.5:8123', '::1'],
      authSecret,
      logLevel: 'silent',
      metricsToken: 'sixteen letters!',
      trustedProxies: ['10.0.0.0/8', '127.0.0.1', '::1', 'fd00::/8'],
      site: {
        registration: 'invited',
        allowedEmailDomains: ['club.example', '*.school.example', 'xn--mnchen-3ya.example'],
        imprint: { url: 'https://club.example/imprint', text: null },
        privacy: { url: 'http://club.example/privacy', text: null },
        accessibility: { url: 'mailto:access@club.example', text: null },
        contact: 'mailto:ana@club.example',
        updateCheck: false,
      },
      updateUrl: 'https://updates.example/newest.json',
      sitePage: false,
      maxGroupMembers: 7,
      limits: {
        failedSignInsPerAccount: 11,
        failedSignInsPerAccountEverywhere: 20,
        failedSignInsPerIp: 12,
        passwordResetsPerAddress: 13,
        passwordResetsPerIp: 14,
        signUpsPerIp: 15,
        wrongCodesPerIp: 16,
        invitationsPerDay: 17,
        requestsPerSecond: 18,
        connections: 22,
        connectionsPerIp: 23,
        changesPerMinute: 21,
        callsPerDay: 22,
        verificationEmailsPerIp: 19,
        invitationsOnFirstDay: 20,
        invitationsPerAddress: 21,
      },
      provider: {
        issuer: 'https://login.club.example/',
        clientId: 'lights',
        clientSecret: 'the secret of the client',
        name: 'Club Login',
        scopes: 'openid email',
        signUp: false,
        trustEmail: true,
        only: true,
        auto: true,
      },
    })
    expect(readConfig(Object.fromEntries(Object.keys(env).map(name => [name, ' '])))).toEqual(readConfig({}))
    expect(readConfig({ PORT: '8080' })).toMatchObject({ appUrl: 'http://localhost:8080' })
    expect(readConfig({ APP_URL: 'https://lights.example' })).toMatchObject({
      mailFrom: 'no-reply@lights.example',
    })
  })
})

describe('ALLOWED_EMAIL_DOMAINS', () => {
  const domainsOf = (setting: string) =>
    readConfig({ ALLOWED_EMAIL_DOMAINS: setting }).site.allowedEmailDomains ?? []

  test.each([
    ['grün.example', 'ana@grün.example'],
    ['GRÜN.Example', 'ana@GRÜN.example'],
    ['gru\u0308n.example', 'ana@grün.example.'],
    ['xn--grn-ioa.example', 'ana@grün.example'],
    ['grün.example', 'ana@xn--grn-ioa.example'],
    ['grün.example.', 'ana@grün.example'],
    ['@grün.example', 'ana@grün.example'],
    [' \u200bgrün\u00ad.example ', 'ana@grün.example'],
    ['ｃｌｕｂ．example', 'ana@club.example'],
    ['*.grün.example', 'ana@rot.grün.example'],
    ['@*.GRÜN.example.', 'ana@rot.grün.example'],
    ['other.example,, straße.example ,', 'ana@straße.example'],
  ])('%j allows the address %s', (setting, typed) => {
    const allowedEmailDomains = domainsOf(setting)
    expect(isAllowedAddress({ allowedEmailDomains }, parseEmail(typed) ?? '')).toBe(true)
    expect(isAllowedAddress({ allowedEmailDomains }, parseEmail('ana@gruen.example') ?? '')).toBe(false)
  })

  test('is shown to users as it was written', () => {
    const allowedEmailDomains = domainsOf('grün.example, *.school.example')
    expect(domainNotAllowed({ allowedEmailDomains }).params?.domains).toBe('grün.example, *.school.example')
  })
})

test('the names of the site and of the provider lose invisible characters', () => {
  const env = { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
  const config = readConfig({ ...env, APP_NAME: '\u3164Am\u00adpel\u200b ', OIDC_NAME: 'Club\u2800' })
  expect([config.appName, config.provider?.name]).toEqual(['Ampel', 'Club'])
})

describe('the sign-in provider', () => {
  const provider = {
    OIDC_ISSUER: 'https://login.club.example/realms/club/',
    OIDC_CLIENT_ID: 'lights',
    OIDC_CLIENT_SECRET: 'hunter2',
  }

  test('needs three settings. By default, new users get accounts, unverified addresses are not trusted, and passwords still work', () => {
    expect(readConfig(provider).provider).toEqual({
      issuer: 'https://login.club.example/realms/club/',
      clientId: 'lights',
      clientSecret: 'hunter2',
      name: 'login.club.example',
      scopes: 'openid email profile',
      signUp: true,
      trustEmail: false,
      only: false,
      auto: false,
    })
  })

  test.each(Object.keys(provider))('without %s is refused in one line', name => {
    const line = refusalOf({ ...provider, [name]: '' })
    expect(line).toBe(
      `${name} is not set: signing in by a provider requires OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`,
    )
  })

  test('must be set if it is the only way to sign in', () => {
    expect(refusalOf({ OIDC_ONLY: 'true' })).toMatch(/^OIDC_ISSUER is not set: /)
    expect(readConfig({ OIDC_ONLY: 'false', OIDC_NAME: 'Club' }).provider).toBeUndefined()
  })

  test.each(['http://localhost:9000', 'http://127.0.0.1/x', 'http://127.8.0.9', 'http://[::1]:9000/'])(
    'may be at %s without HTTPS, because this address is on the same machine',
    issuer => {
      expect(readConfig({ ...provider, OIDC_ISSUER: issuer }).provider?.issuer).toBe(new URL(issuer).href)
    },
  )
})

describe('the mail server', () => {
  test.each([
    ['https://lights.example.org', 'lights.example.org'],
    ['http://localhost:3000', 'localhost'],
    ['http://192.0.2.7:8080', '[192.0.2.7]'],
    ['https://[2001:db8::7]', '[IPv6:2001:db8::7]'],
    ['https://grün.example', 'xn--grn-ioa.example'],
    ['https://lights.example.org.', 'lights.example.org'],
    ['http://grouplight_app:3000', '[127.0.0.1]'],
  ])('is greeted by a site at %s with the name %s, unless EHLO_NAME is set', (APP_URL, name) => {
    expect(readConfig({ APP_URL })).toMatchObject({ ehloName: name, mailFrom: `no-reply@${name}` })
    expect(readConfig({ APP_URL, EHLO_NAME: 'mail.example' }).ehloName).toBe('mail.example')
  })

  test.each([
    ['smtp://mail.example/?ignoreTLS=true', "the unknown parameter 'ignoreTLS'"],
    [
      'smtps://a:b@mail.example?tls.rejectUnauthorized=false',
      "the unknown parameter 'tls.rejectUnauthorized'",
    ],
    ['smtp://mail.example:25/?name=a&pool=true', "the unknown parameter 'name'"],
    ['smtp://mail.example/path', 'more than a host and a port'],
    ['smtp://mail.example#x', 'more than a host and a port'],
    ['smtp://', 'no host'],
  ])('at %s is refused in one line, because the address has %s', (SMTP_URL, extra) => {
    expect(refusalOf({ SMTP_URL })).toBe(
      `SMTP_URL has ${extra}: it must be like smtp://user:password@host:587. Certificates and TLS are set by SMTP_TLS, the name of this server by EHLO_NAME.`,
    )
  })

  test('is not used without TLS if the address asks for TLS, or if a password goes to another machine', () => {
    const off = (SMTP_URL: string) => ({ SMTP_URL, SMTP_TLS: 'off' })
    expect(refusalOf(off('smtps://mail.example'))).toMatch(
      /^SMTP_TLS is 'off', but SMTP_URL starts with smtps:/,
    )
    expect(refusalOf(off('smtp://a:b@mail.example'))).toMatch(
      /^SMTP_TLS is 'off', but SMTP_URL has a password/,
    )
    for (const accepted of ['smtp://mail.example', 'smtp://a:b@127.0.0.1', 'smtp://a:b@LOCALHOST:25/'])
      expect(readConfig(off(accepted)).smtpTls).toBe('off')
  })
})

describe('a password in an address', () => {
  const servers = {
    DATABASE_URL: 'postgres://ana:PASSWORD@db.example/grouplight',
    SMTP_URL: 'smtp://ana:PASSWORD@mail.example:587',
  }

  test.each(
    Object.entries(servers).flatMap(([name, address]) =>
      ['pa%ss', '100%', 'a#b', '12#3', 'a/b', '12/3', 'a?b', '12?3', 'a[b', 'a%zz'].map(password => [
        name,
        password,
        address.replace('PASSWORD', password),
      ]),
    ),
  )(
    'of %s that contains special characters (%s) is refused in one line that says how to write them',
    (name, _, value) => {
      const env = { DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret, [name ?? '']: value }
      // An unencoded bracket is not ambiguous.
      if (value?.includes('[') && URL.canParse(value)) return expect(readConfig(env)).toBeDefined()
      const line = refusalOf(env)
      expect(line).toMatch(/; encode special characters of the password \(# is %23\)\.$/)
      expect(line.startsWith(`${name} is '…': it must be `)).toBe(true)
    },
  )

  test.each(['postgres://ana:hunter2@a,b/grouplight', 'postgres://a:5432,b:5433/grouplight'])(
    'of a database with several hosts is refused: %s',
    value => {
      expect(refusalOf({ DATABASE_URL: value, AUTH_SECRET: authSecret })).toBe(
        "DATABASE_URL is '…': it must be an address that starts with postgres:// or postgresql:// and has one host. For several servers, name an address that always leads to the primary.",
      )
    },
  )

  test.each(Object.entries(servers))('of %s may contain encoded characters', (name, address) => {
    for (const password of ['pa%25ss', 'a%23b', 'a%2Fb', 'a%3Fb', 'a@b', 'ü', '']) {
      const env = {
        DATABASE_URL: databaseUrl,
        AUTH_SECRET: authSecret,
        [name]: address.replace('PASSWORD', password),
      }
      expect(readConfig(env)).toBeDefined()
    }
  })
})

describe('an invalid setting', () => {
  const limits = settingNames.filter(name => name.startsWith('LIMIT_'))
  const link = /it must be a link that starts with https:\/\/, http:\/\/ or mailto:\.$/
  const unsafeLinks = [
    'javascript:alert(1)',
    'data:text/html,x',
    'club.example',
    '//club.example',
    'https://a b',
  ]
  const wrong: [name: string, refusal: RegExp, values: string[]][] = [
    [
      'PORT',
      /it must be a whole number from 0 to 65535\.$/,
      ['abc', '-1', '65536', '80.5', '1e3', '0x50', '8080 8081', '٣', '99999999999'],
    ],
    [
      'APP_URL',
      /it must be an address like https:\/\/example\.org, without a path\.$/,
      [
        'example.org',
        'ftp://example.org',
        'https://example.org/app',
        'https://example.org/?a',
        'https://example.org/#a',
        'javascript:alert(1)',
        'http://',
      ],
    ],
    [
      'APP_NAME',
      /it must be (one line of text|at most 60 characters long|a text with a visible character)\.$/,
      ['Two\nlines', 'Bell\u0007', 'x'.repeat(61), '\u3164', '\u2800 \u200b', '\u0301'],
    ],
    [
      'DATABASE_URL',
      /it must be an address that starts with postgres:\/\/ or postgresql:\/\/\.$/,
      ['mysql://db', 'localhost', 'postgres:db'],
    ],
    [
      'SMTP_URL',
      /it must be an address that starts with smtp:\/\/ or smtps:\/\/\.$/,
      ['http://mail.example', 'mail.example:25', 'smtp:localhost'],
    ],
    ['SMTP_TLS', /it must be one of off, opportunistic, required\.$/, ['on', 'starttls']],
    [
      'EHLO_NAME',
      /it must be a name like lights\.example\.org, or an address like \[192\.0\.2\.1\]\.$/,
      [
        'lights example',
        'lights_example',
        '192.0.2.1 x',
        '[]',
        '-a.example',
        'lights.example\r\nMAIL FROM:<a@b>',
      ],
    ],
    [
      'MAIL_FROM',
      /it must be an address like 'Grouplight <hello@example\.org>'\.$/,
      ['nobody', 'Grouplight <nobody>', 'a@b <c@d>, x <e@f>', 'a@b\nBcc: c@d', '<>'],
    ],
    ['REGISTRATION', /it must be one of open, invited, closed\.$/, ['opened', 'off', 'invited,closed']],
    ['IMPRINT_URL', link, unsafeLinks],
    ['PRIVACY_URL', link, unsafeLinks],
    ['ACCESSIBILITY_URL', link, unsafeLinks],
    ['CONTACT', /must be an email address, or a link that starts with/, [...unsafeLinks, 'ana', '+49 123']],
    ['SITE_PAGE', /it must be one of on, off\.$/, ['no', 'false']],
    ['UPDATE_CHECK', /it must be one of on, off\.$/, ['true', 'daily']],
    [
      'UPDATE_URL',
      /starts with https:/,
      ['http://updates.example/newest.json', 'updates.example', 'file:///x'],
    ],
    [
      'ALLOWED_EMAIL_DOMAINS',
      /it must be domains like club\.example or \*\.school\.example, separated by commas\.$/,
      [
        '*',
        '*.',
        'example',
        'ana@club.example',
        'änä@club.example',
        'club.*',
        '*club.example',
        'a.example b.example',
        '.example',
        'club.example/x',
        '@',
      ],
    ],
    [
      'PUSH_SERVICES',
      /it must be hosts like \*\.push\.apple\.com or origins like https:\/\/push\.example\.org, separated by commas, or 'off'\.$/,
      [
        '*',
        '*.',
        'localhost',
        '127.0.0.1',
        'fcm.googleapis.com:443',
        'a.example.org b.example.org',
        'a.example.org,',
        'push.*.org',
        'https://push.example.org/path',
        'https://user@push.example.org',
        'https://*.example.org',
        'ftp://push.example.org',
        'off, fcm.googleapis.com',
        'on',
      ],
    ],
    [
      'HOOK_HOSTS',
      /it must be external, private, hosts like ntfy\.example\.org, ranges like 192\.168\.1\.0\/24 or origins like http:\/\/192\.168\.1\.5:8123, separated by commas, or 'off'\.$/,
      [
        '*',
        '*.example.org',
        'ntfy.example.org:8443',
        'a.example.org b.example.org',
        'external,',
        '10.0.0.0/33',
        '10.0.0/8',
        'https://hook.example.org/path',
        'https://user@hook.example.org',
        'ftp://hook.example.org',
        'off, external',
      ],
    ],
    [
      'OIDC_ISSUER',
      /it must be an address that starts with https:\/\/, without a query\. http:\/\/ is possible only on this machine\.$/,
      [
        'login.club.example',
        'http://login.club.example',
        'http://10.0.0.1',
        'http://127.0.0.1.evil.example',
        'http://localhost.evil.example',
        'https://user:password@login.club.example',
        'https://login.club.example/?realm=club',
        'https://login.club.example/#club',
        'ftp://login.club.example',
      ],
    ],
    ['OIDC_CLIENT_ID', /it must be printable ASCII\.$/, ['Two\nlines', 'Ämpel']],
    ['OIDC_CLIENT_SECRET', /it must be printable ASCII\.$/, ['Two\nlines', 'Ämpel']],
    [
      'OIDC_NAME',
      /it must be (one line of text|at most 60 characters long)\.$/,
      ['Two\nlines', 'x'.repeat(61)],
    ],
    [
      'OIDC_SCOPES',
      /it must be scopes with openid among them, separated by single spaces\.$/,
      ['email', 'openid,email', 'openid  email', 'openids', 'my.openid email'],
    ],
    ...['OIDC_SIGN_UP', 'OIDC_TRUST_EMAIL', 'OIDC_ONLY', 'OIDC_AUTO'].map(
      (name): [string, RegExp, string[]] => [name, /it must be one of true, false\.$/, ['yes', '1', 'on']],
    ),
    ['AUTH_SECRET', /it must be at least 32 characters long\.$/, ['x'.repeat(31), 'hunter2']],
    ['METRICS_TOKEN', /it must be at least 16 characters long\.$/, ['fifteen letters']],
    [
      'LOG_LEVEL',
      /it must be one of fatal, error, warn, info, debug, trace, silent\.$/,
      ['loud', 'information', '30'],
    ],
    [
      'TRUSTED_PROXIES',
      /it must be addresses or ranges like 10\.0\.0\.0\/8, separated by commas\.$/,
      [
        'proxy',
        '10.0.0.0/8 127.0.0.1',
        '10.0.0.0/33',
        '::1/129',
        '1.2.3.4.5',
        '256.0.0.1',
        '::::',
        '10.0.0.0/',
        '*',
      ],
    ],
    ['DATABASE_CONNECTIONS', /it must be a whole number from 2 to 1000\.$/, ['1', '1001', 'all']],
    ['DRAIN_SECONDS', /it must be a whole number from 0 to 60\.$/, ['-1', '61', 'long']],
    ['MAX_GROUP_MEMBERS', /it must be a whole number from 1 to 10000\.$/, ['0', '10001', 'many']],
    ...limits.map((name): [string, RegExp, string[]] => [
      name,
      /it must be a whole number from 1 to 1000000\.$/,
      ['0', '-1', 'none', '1000001'],
    ]),
  ]

  test.each(wrong)(
    '%s is refused in one line with the name of the setting and the allowed values',
    (name, refusal, values) => {
      for (const value of values) {
        const line = refusalOf({ AUTH_SECRET: authSecret, [name]: value })
        expect(line).toMatch(refusal)
        expect(line.startsWith(`${name} is '`), line).toBe(true)
        expect(line).not.toMatch(/[\n\r\p{Cc}]/u)
      }
    },
  )

  test('is shown as given, unless it may contain a secret', () => {
    expect(refusalOf({ PORT: 'abc' })).toBe("PORT is 'abc': it must be a whole number from 0 to 65535.")
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'AUTH_SECRET', 'METRICS_TOKEN']) {
      expect(refusalOf({ [name]: 'hunter2' })).not.toContain('hunter2')
    }
    expect(refusalOf({ OIDC_CLIENT_SECRET: 'hünter2' })).not.toContain('hünter2')
  })

  test('DATABASE_URL without AUTH_SECRET is refused', () => {
    expect(refusalOf({ DATABASE_URL: databaseUrl })).toMatch(
      /^AUTH_SECRET is not set: .* at least 32 characters\.$/,
    )
    expect(readConfig({ DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret })).toMatchObject({
      databaseUrl,
      authSecret,
    })
  })

  test('this file tests invalid values of every variable except HOST and DATA_DIR, which accept any text', () => {
    const unrestricted = ['HOST', 'DATA_DIR']
    expect(settingNames.filter(name => !unrestricted.includes(name)).sort()).toEqual(
      wrong.map(([name]) => name).sort(),
    )
  })
})
