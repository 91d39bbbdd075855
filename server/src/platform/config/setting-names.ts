const secretNames = [
  'AUTH_SECRET',
  'DATABASE_URL',
  'NATS_URL',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
] as const

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
  'LIMIT_FAILED_SIGN_INS_PER_ACCOUNT',
  'LIMIT_FAILED_SIGN_INS_PER_ACCOUNT_EVERYWHERE',
  'LIMIT_FAILED_SIGN_INS_PER_IP',
  'LIMIT_PASSWORD_RESETS_PER_ADDRESS',
  'LIMIT_PASSWORD_RESETS_PER_IP',
  'LIMIT_SIGN_UPS_PER_IP',
  'LIMIT_VERIFICATION_EMAILS_PER_IP',
  'LIMIT_WRONG_CODES_PER_IP',
  'LIMIT_INVITATIONS_PER_DAY',
  'LIMIT_INVITATIONS_ON_FIRST_DAY',
  'LIMIT_INVITATIONS_PER_ADDRESS',
  'LIMIT_REQUESTS_PER_SECOND',
  'LIMIT_CHANGES_PER_MINUTE',
  'LIMIT_CONNECTIONS',
  'LIMIT_CONNECTIONS_PER_IP',
] as const

export type SettingName = (typeof settingNames)[number]

export function isSecret(name: string): boolean {
  return secretNames.some(secret => secret === name)
}
