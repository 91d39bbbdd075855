type Setting = {
  /** The value if the variable is not set. */
  usual?: string
  /** What docs/settings.md shows as the default instead of `usual`. */
  otherwise?: string
  /** What docs/settings.md says about the setting. */
  does: string
  /** A secret is never printed. It may be in a file, whose path is in the variable `…_FILE`. */
  isSecret?: true
}

/** The usual value of each limit, and what it counts. */
export const limits = {
  failedSignInsPerAccount: [
    10,
    'failed sign-ins to one account in 15 minutes, from one network or one known browser',
  ],
  failedSignInsPerAccountEverywhere: [
    100,
    'failed sign-ins to one account in 15 minutes, from all networks or all known browsers',
  ],
  failedSignInsPerIp: [50, 'failed sign-ins in 15 minutes, from one network'],
  passwordResetsPerAddress: [3, 'reset links in an hour, for one address'],
  passwordResetsPerIp: [20, 'reset links in an hour, for one network'],
  signUpsPerIp: [10, 'sign-ups in an hour, from one network'],
  verificationEmailsPerIp: [20, 'requests for another verification link in an hour, from one network'],
  wrongCodesPerIp: [
    50,
    'attempts with links or reset tokens that do not work, in 15 minutes, from one network',
  ],
  invitationsPerDay: [100, 'invitation emails of one user in a day, including those that are sent again'],
  invitationsOnFirstDay: [20, 'the same, in the first 24 hours of the account'],
  invitationsPerAddress: [10, 'invitation emails to one address in a day, from everybody together'],
  requestsPerSecond: [
    50,
    'requests (except for files), new live connections and messages over live connections; counted for each session, for each key and for the guests of each network; a short burst may have ten times as many',
  ],
  connections: [10_000, 'open connections, without live connections'],
  connectionsPerIp: [
    1_000,
    'the same, from one network; those of `TRUSTED_PROXIES` and of this machine are not counted here',
  ],
  changesPerMinute: [60, "changes of a member's availability in one group"],
  callsPerDay: [30, 'questions and their rings in one group'],
} as const

const otherSettings = {
  PORT: { usual: '3000', does: 'the port on which the server listens' },
  HOST: {
    usual: 'localhost',
    does: 'the address on which the server listens; with `0.0.0.0`, other machines can connect',
  },
  APP_URL: {
    otherwise: '`http://localhost:PORT`',
    does: 'the public address, for links, cookies and origin checks',
  },
  APP_NAME: {
    usual: 'Grouplight',
    does: "the product's name, on screens, in emails and in the title of the tab",
  },
  DATA_DIR: {
    usual: './data',
    does: "the folder of the embedded database, the generated secret and the socket of the operator's commands",
  },
  DATABASE_URL: {
    otherwise: 'embedded database',
    does: 'a PostgreSQL server, `postgres://…`, of version 14 to 18 (tested with 15)',
    isSecret: true,
  },
  DATABASE_CONNECTIONS: {
    usual: '16',
    does: 'how many connections to PostgreSQL each node opens at most for requests of users',
  },
  AUTH_SECRET: {
    otherwise: 'made at the first start, kept in `DATA_DIR`',
    does: 'the secret that sessions, links and keys depend on, 32 characters or more; must be set if `DATABASE_URL` is set',
    isSecret: true,
  },
  SMTP_URL: {
    otherwise: 'development mailbox',
    does: 'the mail server, `smtp://user:password@host:587` or `smtps://…`',
    isSecret: true,
  },
  MAIL_FROM: { otherwise: '`no-reply@` and the host of `APP_URL`', does: 'the sender of emails' },
  SMTP_TLS: {
    otherwise: 'TLS if it is offered',
    does: '`off`, `opportunistic` or `required` ([how](operations.md#the-mail-server))',
  },
  EHLO_NAME: {
    otherwise: 'the host of `APP_URL`',
    does: 'the name that the server gives to the mail server',
  },
  REGISTRATION: {
    usual: 'open',
    does: 'who may sign up: `open`, `invited` or `closed` ([how](operations.md#who-may-sign-up))',
  },
  ALLOWED_EMAIL_DOMAINS: {
    usual: '',
    otherwise: 'all',
    does: 'domains whose addresses may sign up and be invited, like `club.example, *.school.example, grün.example`',
  },
  IMPRINT_URL: {
    otherwise: 'none',
    does: 'a link in the footer of every page and email, to the page that says who runs this site',
  },
  PRIVACY_URL: { otherwise: 'none', does: "the same, to the operator's privacy policy" },
  ACCESSIBILITY_URL: { otherwise: 'none', does: 'the same, to the accessibility statement' },
  CONTACT: { otherwise: 'none', does: 'the same, to a contact: an email address or a link' },
  UPDATE_CHECK: {
    otherwise: "the operator's page asks",
    does: 'whether the server looks for updates: `on` or `off` ([how](operations.md#legal-links-and-updates))',
  },
  UPDATE_URL: {
    otherwise: 'nobody can look for updates',
    does: 'the static file that names the newest version, like `{"version": "1.2.0", "notesUrl": "https://…"}`; `http:` only on this machine',
  },
  SITE_PAGE: {
    usual: 'on',
    does: 'whether operators have the page `/site` ([how](operations.md#the-operators-page)): `on` or `off`',
  },
  OIDC_ISSUER: {
    otherwise: 'no sign-in by a provider',
    does: 'the OpenID Connect provider by which users can sign in ([how](operations.md#sign-in-by-your-own-provider)); `http:` only on this machine',
  },
  OIDC_CLIENT_ID: { otherwise: 'as above', does: 'the id that the provider has given to this site' },
  OIDC_CLIENT_SECRET: {
    otherwise: 'as above',
    does: 'the secret that the provider has given to this site',
    isSecret: true,
  },
  OIDC_NAME: {
    otherwise: 'the host of `OIDC_ISSUER`',
    does: "the provider's name in 'Sign in with …'",
  },
  OIDC_SCOPES: {
    usual: 'openid email profile',
    does: 'what the provider is asked for, separated by spaces',
  },
  OIDC_SIGN_UP: {
    usual: 'true',
    does: 'whether a user of the provider who has no account here gets one, whatever `REGISTRATION` is',
  },
  OIDC_TRUST_EMAIL: {
    usual: 'false',
    does: 'whether an address counts as verified even if the provider does not say so',
  },
  OIDC_ONLY: { usual: 'false', does: 'whether the provider is the only way to sign in' },
  OIDC_AUTO: { usual: 'false', does: 'whether the login page goes to the provider by itself' },
  PUSH_SERVICES: {
    usual: 'fcm.googleapis.com, *.push.services.mozilla.com, *.push.apple.com, *.notify.windows.com',
    does: 'hosts of push services through which devices ring, `*.` for subdomains; an origin like `http://127.0.0.1:9000` allows exactly this origin; `off` allows none',
  },
  HOOK_HOSTS: {
    usual: 'external',
    does: 'where hooks may send to ([how](operations.md#where-hooks-may-send-to))',
  },
  TRUSTED_PROXIES: {
    usual: '',
    otherwise: 'none',
    does: 'addresses or ranges of proxies whose forwarded headers count, like `10.0.0.0/8, 127.0.0.1`',
  },
  DRAIN_SECONDS: {
    usual: '0',
    does: 'how long a stopping node still accepts requests, so that its proxy notices the stop in time',
  },
  LOG_LEVEL: {
    usual: 'info',
    does: 'the lowest level of the lines in the log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
  },
  METRICS_TOKEN: {
    otherwise: 'only this machine may read `/metrics`',
    does: 'the bearer token with which Prometheus reads `/metrics` from any machine; at least 16 characters',
    isSecret: true,
  },
  MAX_GROUP_MEMBERS: { usual: '500', does: 'how many members a group may have' },
} as const satisfies Record<string, Setting>

export type LimitName = keyof typeof limits

export type SettingName = keyof typeof otherSettings | `LIMIT_${string}`

export const limitNames = Object.keys(limits) as LimitName[]

/** The setting of each limit is its name in capitals after `LIMIT_`. */
export function settingOfLimit(name: LimitName): `LIMIT_${string}` {
  return `LIMIT_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`
}

const settingsOfLimits = limitNames.map((name): [SettingName, Setting] => {
  const [usual, does] = limits[name]
  return [settingOfLimit(name), { usual: String(usual), does }]
})

/** Every variable that `readConfig` reads, in the order of docs/settings.md. */
export const settings = new Map(
  (Object.entries(otherSettings) as [SettingName, Setting][]).concat(settingsOfLimits),
)

export const settingNames = [...settings.keys()]

export function isSecret(name: string): boolean {
  return settings.get(name as SettingName)?.isSecret === true
}
