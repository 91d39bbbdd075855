import { isIP } from 'node:net'
import { cleanLine, isVisible } from '@grouplight/contract/text.ts'
import { z } from 'zod'
import { checkMailSettings, ehloName, ehloNameOf, type SmtpTls, smtpTls } from './mail-settings.ts'
import { OperatorError } from './operator-error.ts'
import { type Environment, readEnvironment } from './read-environment.ts'
import { onOrOff, url, word } from './setting-values.ts'
import {
  isSecret,
  type LimitName,
  limitNames,
  type SettingName,
  settingOfLimit,
  settings,
} from './settings.ts'
import { type FixedSettings, readFixedSettings } from './site-values.ts'

/** The settings. The server reads their environment variables only with `readConfig`. */
export type Config = {
  port: number
  host: string
  /** The public origin, for example https://example.org. */
  appUrl: string
  appName: string
  dataDir: string
  /** If undefined, the server uses the embedded database in `dataDir`. */
  databaseUrl?: string
  /** If undefined, nodes exchange messages over PostgreSQL. */
  databaseConnections: number
  drainSeconds: number
  /** If undefined, emails are stored but not sent. */
  smtpUrl?: string
  /** If undefined, TLS is used if the mail server offers it, and required for a password to another machine. */
  smtpTls?: SmtpTls
  /** The name that the server gives to the mail server. */
  ehloName: string
  mailFrom: string
  /** The hosts and origins of push services to which pushes may be sent. Empty if pushes are switched off. */
  pushServices: string[]
  /** The `mailto:` or `https:` address at which push services can reach the operator of this site. */
  pushContact: string
  /** Where hooks may send to: 'external', 'private', hosts, ranges and origins. Empty if hooks are switched off. */
  hookHosts: string[]
  /** If undefined, the first start creates a secret in `dataDir`. */
  authSecret?: string
  logLevel: z.infer<typeof logLevel>
  /** If undefined, only this machine can read the metrics. */
  metricsToken?: string
  trustedProxies: string[]
  /** What the environment sets of the settings that the operator's page can change: see `site.ts`. */
  site: FixedSettings
  /** Where a static file names the newest version. If undefined, nobody can look for updates. */
  updateUrl?: string
  /** Whether operators have the page `/site`. */
  sitePage: boolean
  provider?: ProviderSettings
  maxGroupMembers: number
  limits: Record<LimitName, number>
}

export type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** The name in 'Sign in with {name}'. */
  name: string
  scopes: string
  /** Whether a sign-in by the provider creates an account if there is none. */
  signUp: boolean
  /** Whether an address counts as verified even if the provider does not say so. */
  trustEmail: boolean
  /** Whether the provider is the only way to sign in. */
  only: boolean
  /** Whether the login page sends the browser to the provider without a click. */
  auto: boolean
}

/** Throws OperatorError, in one line, if a setting is misspelt or its value cannot be used. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const env = readEnvironment(variables)
  const port = read(env, 'PORT', wholeNumber(0, 65_535))
  const databaseUrl = read(env, 'DATABASE_URL', url('postgres:', 'postgresql:').optional())
  const authSecret = read(env, 'AUTH_SECRET', z.string().min(32, 'at least 32 characters long').optional())
  if (databaseUrl && !authSecret) {
    throw new OperatorError(
      'AUTH_SECRET is not set: DATABASE_URL requires a secret of at least 32 characters.',
    )
  }
  const appUrl = read(env, 'APP_URL', origin, `http://localhost:${port}`)
  const smtpUrl = read(env, 'SMTP_URL', url('smtp:', 'smtps:').optional())
  const tls = read(env, 'SMTP_TLS', smtpTls.optional())
  checkMailSettings(smtpUrl, tls)
  const mailFrom = read(env, 'MAIL_FROM', sender.optional())
  const { hostname } = new URL(appUrl)
  const appName = read(env, 'APP_NAME', lineOfText)
  return {
    port,
    host: read(env, 'HOST', z.string().min(1)),
    appUrl,
    appName,
    dataDir: read(env, 'DATA_DIR', z.string().min(1)),
    databaseUrl,
    databaseConnections: read(env, 'DATABASE_CONNECTIONS', wholeNumber(2, 1_000)),
    drainSeconds: read(env, 'DRAIN_SECONDS', wholeNumber(0, 60)),
    smtpUrl,
    smtpTls: tls,
    ehloName: read(env, 'EHLO_NAME', ehloName, ehloNameOf(appUrl)),
    mailFrom: mailFrom ?? `no-reply@${ehloNameOf(appUrl)}`,
    pushServices: read(env, 'PUSH_SERVICES', pushServices),
    pushContact: mailFrom
      ? `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0]}`
      : appUrl.startsWith('https:')
        ? appUrl
        : `mailto:operator@${hostname}`,
    hookHosts: read(env, 'HOOK_HOSTS', hookHosts),
    authSecret,
    logLevel: read(env, 'LOG_LEVEL', logLevel),
    metricsToken: read(env, 'METRICS_TOKEN', z.string().min(16, 'at least 16 characters long').optional()),
    trustedProxies: read(env, 'TRUSTED_PROXIES', addressRanges),
    site: readFixedSettings(<Schema extends z.ZodType>(name: SettingName, schema: Schema) =>
      env[name] ? read(env, name, schema) : undefined,
    ),
    updateUrl: read(env, 'UPDATE_URL', safeUrl.optional()),
    sitePage: read(env, 'SITE_PAGE', onOrOff),
    provider: readProvider(env),
    maxGroupMembers: read(env, 'MAX_GROUP_MEMBERS', wholeNumber(1, 10_000)),
    limits: Object.fromEntries(
      limitNames.map(name => [name, read(env, settingOfLimit(name), limit)]),
    ) as Config['limits'],
  }
}

function readProvider(env: Environment): ProviderSettings | undefined {
  const issuer = read(env, 'OIDC_ISSUER', safeUrl.optional())
  const clientId = read(env, 'OIDC_CLIENT_ID', printable.optional())
  const clientSecret = read(env, 'OIDC_CLIENT_SECRET', printable.optional())
  const settings = {
    name: read(env, 'OIDC_NAME', lineOfText.optional()) ?? (issuer && new URL(issuer).hostname) ?? '',
    scopes: read(env, 'OIDC_SCOPES', scopes),
    signUp: read(env, 'OIDC_SIGN_UP', trueOrFalse),
    trustEmail: read(env, 'OIDC_TRUST_EMAIL', trueOrFalse),
    only: read(env, 'OIDC_ONLY', trueOrFalse),
    auto: read(env, 'OIDC_AUTO', trueOrFalse),
  }
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret, ...settings }
  if (!issuer && !clientId && !clientSecret && !settings.only) return undefined
  const missing = !issuer ? 'OIDC_ISSUER' : !clientId ? 'OIDC_CLIENT_ID' : 'OIDC_CLIENT_SECRET'
  throw new OperatorError(
    `${missing} is not set: signing in by a provider requires OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.`,
  )
}

const trueOrFalse = word('true', 'false').transform(text => text === 'true')

// The id and the secret of an OAuth client may contain no other characters (RFC 6749, appendix A).
const printable = z.string().regex(/^[\x20-\x7e]+$/, 'printable ASCII')

const scopes = z
  .string()
  .regex(
    /^(?=(.* )?openid( |$))[\x21-\x7e]+( [\x21-\x7e]+)*$/,
    'scopes with openid among them, separated by single spaces',
  )

const safeUrl = z
  .string()
  .refine(
    isSafeUrl,
    'an address that starts with https://, without a query. http:// is possible only on this machine',
  )
  .transform(text => new URL(text).href)

function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text) || /[?#]/.test(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (username || password) return false
  return (
    protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))
  )
}

const logLevel = word('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
const limit = wholeNumber(1, 1_000_000)
const lineOfText = z
  .string()
  .trim()
  .min(1)
  .regex(/^\P{Cc}*$/u, 'one line of text')
  .transform(cleanLine)
  .refine(isVisible, 'a text with a visible character')
  .refine(text => text.length <= 60, 'at most 60 characters long')

const origin = z.string().transform((text, context) => {
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (
    parsed &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.pathname === '/' &&
    !parsed.search &&
    !parsed.hash
  )
    return parsed.origin
  context.addIssue({ code: 'custom', message: 'an address like https://example.org, without a path' })
  return z.NEVER
})

const sender = z
  .string()
  .regex(
    /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    "an address like 'Grouplight <hello@example.org>'",
  )

const pushServices = z
  .string()
  .transform(text => (isOff(text) ? [] : text.split(',').map(entry => entry.trim().toLowerCase())))
  .refine(
    entries => entries.every(isPushService),
    "hosts like *.push.apple.com or origins like https://push.example.org, separated by commas, or 'off'",
  )

function isPushService(entry: string): boolean {
  return (
    /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/.test(entry) || isOrigin(entry)
  )
}

function isOrigin(entry: string): boolean {
  return /^https?:[^*]+$/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry
}

const hookHosts = z
  .string()
  .transform(text => (isOff(text) ? [] : text.split(',').map(entry => entry.trim().toLowerCase())))
  .refine(
    entries => entries.every(isHookHost),
    "external, private, hosts like ntfy.example.org, ranges like 192.168.1.0/24 or origins like http://192.168.1.5:8123, separated by commas, or 'off'",
  )

function isHookHost(entry: string): boolean {
  if (entry === 'off') return false
  return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(entry) || isAddressRange(entry) || isOrigin(entry)
}

const addressRanges = z
  .string()
  .transform(text =>
    text
      .split(',')
      .map(range => range.trim())
      .filter(Boolean),
  )
  .refine(ranges => ranges.every(isAddressRange), 'addresses or ranges like 10.0.0.0/8, separated by commas')

function isAddressRange(range: string): boolean {
  const [, address = '', bits] = /^([0-9a-fA-F.:]+)(?:\/([1-9]\d{0,2}))?$/.exec(range) ?? []
  const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return longest > 0 && Number(bits ?? longest) <= longest
}

function isOff(text: string): boolean {
  return text.toLowerCase() === 'off'
}

function wholeNumber(min: number, max: number) {
  const refusal = `a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, refusal)
    .transform(Number)
    .refine(number => number >= min && number <= max, refusal)
}

function read<Schema extends z.ZodType>(
  env: Environment,
  name: SettingName,
  schema: Schema,
  usual = settings.get(name)?.usual,
): z.infer<Schema> {
  const given = env[name] || undefined
  const result = schema.safeParse(given ?? usual)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const expected = issue?.code === 'invalid_value' ? `one of ${issue.values.join(', ')}` : issue?.message
  const got = isSecret(name) ? '…' : given?.replace(/\p{Cc}+/gu, ' ')
  throw new OperatorError(`${name} is '${got}': it must be ${expected}.`)
}
