const secretNames = [
  'AUTH_SECRET',
  'DATABASE_URL',
  'NATS_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
] as const

/** The setting of each limit is its name in capitals after `LIMIT_`. */
export const usualLimits = {
  /** Counted separately for each network and for each known browser. */
  failedSignInsPerAccount: 10,
  /** Counted for all networks together. Failed sign-ins from known browsers have a separate counter. */
  failedSignInsPerAccountEverywhere: 100,
  failedSignInsPerIp: 50,
  passwordResetsPerAddress: 3,
  passwordResetsPerIp: 20,
  signUpsPerIp: 10,
  verificationEmailsPerIp: 20,
  wrongCodesPerIp: 50,
  invitationsPerDay: 100,
  invitationsOnFirstDay: 20,
  invitationsPerAddress: 10,
  /** Counts requests, live connections and their messages for each session or key. Guests are counted by network. */
  requestsPerSecond: 50,
  /** Open connections that are not live connections. */
  connections: 10_000,
  connectionsPerIp: 1_000,
  /** Changes of the availability, counted for each membership. */
  changesPerMinute: 60,
}

export type LimitName = keyof typeof usualLimits

export function settingOfLimit(name: LimitName): `LIMIT_${string}` {
  return `LIMIT_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`
}

/** Every variable that `readConfig` reads. For each secret, there is also a variable `…_FILE` with the path of a file that holds it. */
export const settingNames = [
  ...secretNames,
  'PORT',
  'HOST',
  'APP_URL',
  'APP_NAME',
  'DATA_DIR',
  'DATABASE_CONNECTIONS',
  'DRAIN_SECONDS',
  'SMTP_TLS',
  'EHLO_NAME',
  'MAIL_FROM',
  'PUSH_SERVICES',
  'HOOK_HOSTS',
  'LOG_LEVEL',
  'TRUSTED_PROXIES',
  'REGISTRATION',
  'ALLOWED_EMAIL_DOMAINS',
  'MAX_GROUP_MEMBERS',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_NAME',
  'OIDC_SCOPES',
  'OIDC_SIGN_UP',
  'OIDC_TRUST_EMAIL',
  'OIDC_ONLY',
  'OIDC_AUTO',
  ...(Object.keys(usualLimits) as LimitName[]).map(settingOfLimit),
] as const

export type SettingName = (typeof settingNames)[number]

export function isSecret(name: string): boolean {
  return secretNames.some(secret => secret === name)
}
