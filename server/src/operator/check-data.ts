import type { Finding } from '@grouplight/contract/operator.ts'
import { type SQL, sql } from 'drizzle-orm'
import { addMs, hourMs } from '#platform/clock.ts'
import { rows } from '#platform/database/database.ts'
import { latestVersion } from '#platform/database/migration-files.ts'
import { schemaVersionOf } from '#platform/database/schema-version.ts'
import { isWaiting } from '#platform/mail/queue-email.ts'
import { connectionOf, speakToMailServer } from '#platform/mail/speak-to-mail-server.ts'
import type { Services } from '#services.ts'
import { checkConnections } from './check-connections.ts'
import { checkHooks } from './check-hooks.ts'
import { checkProvider } from './check-provider.ts'
import { checkPushServices } from './check-push-services.ts'
import { checkRegistration } from './check-registration.ts'
import type { Command } from './command.ts'
import { fine, formatFinding, wrong } from './finding.ts'

export const checkData: Command = {
  name: 'doctor-data',
  parameters: [],
  summary: null,
  async run(services, _, print) {
    for (const check of Object.values(checksOf(services)))
      for await (const finding of check(services)) print(formatFinding(finding))
  },
}

/** The checks of the database and of what the server reaches, by area, in the order of the command `doctor`. */
export function checksOf({ config }: Pick<Services, 'config'>): Record<string, Check> {
  return {
    'sign-up': checkSignUp,
    database: checkDurability,
    ...(config.databaseUrl && { access: checkAccess, connections: checkConnections }),
    schema: checkSchema,
    clock: checkClock,
    ...Object.fromEntries(invariants.map(invariant => [invariant[0], checkInvariant(invariant)])),
    emails: checkOutbox,
    'mail server': checkMailServer,
    push: checkPushServices,
    hooks: checkHooks,
    provider: checkProvider,
    proxies: checkProxies,
  }
}

type Check = (services: Services) => AsyncGenerator<Finding>

async function* checkSignUp({ site }: Services): AsyncGenerator<Finding> {
  yield checkRegistration(site)
}

async function* checkSchema({ database }: Services): AsyncGenerator<Finding> {
  const version = await schemaVersionOf(database)
  yield version === latestVersion()
    ? fine('schema', version)
    : wrong('schema', `${version}; this program works with ${latestVersion()}`)
}

function checkInvariant([area, text, broken]: Invariant): Check {
  return async function* ({ database }) {
    const [found] = await rows<{ count: number }>(database)`
      select count(*)::int as count from (${broken}) broken`
    const count = found?.count ?? 0
    yield count === 0 ? fine(area, text) : wrong(area, `${count} violations: ${text}`)
  }
}

// A server counts the requests from unknown proxies in memory. The count is 0 when a server starts, and without a running server.
async function* checkProxies({ config, counts: { untrustedForwards } }: Services): AsyncGenerator<Finding> {
  if (untrustedForwards === 0) return yield fine('proxies', 'no request was forwarded by an unknown proxy')
  const text = `${untrustedForwards} requests were forwarded by a proxy that TRUSTED_PROXIES does not name. All guests behind this proxy count as one client`
  yield config.appUrl.startsWith('https:') ? wrong('proxies', text) : fine('proxies', text)
}

async function* checkDurability({ database }: Services): AsyncGenerator<Finding> {
  const [found] = await rows<Record<'version' | 'sync' | 'commit' | 'pages', string>>(database)`
    select current_setting('server_version') as version, current_setting('fsync') as sync,
      current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`
  const text = `PostgreSQL ${found?.version}; fsync ${found?.sync}, synchronous_commit ${found?.commit}, full_page_writes ${found?.pages}`
  const isDurable = found?.sync === 'on' && found.commit !== 'off' && found.pages === 'on'
  yield isDurable
    ? fine('database', text)
    : wrong('database', `${text}: a power failure may lose confirmed changes`)
}

/** By default, PostgreSQL allows every role to connect to every database. */
async function* checkAccess({ database }: Services): AsyncGenerator<Finding> {
  const [found] = await rows<{ name: string; isOpen: boolean; others: number }>(database)`
    select quote_ident(current_database()) as name,
      has_database_privilege('public', current_database(), 'connect') as "isOpen",
      (select count(*)::int from pg_roles where rolcanlogin and not rolsuper and rolname <> current_user) as others`
  const { name, isOpen, others = 0 } = found ?? {}
  yield isOpen && others > 0
    ? wrong(
        'access',
        `${others} other roles may connect. To prevent this, run: revoke connect on database ${name} from public`,
      )
    : fine('access', 'only the roles that need the database may connect')
}

async function* checkClock({ database, clock }: Services): AsyncGenerator<Finding> {
  const before = clock.now().getTime()
  const [found] = await rows<{ now: number; newest: number | null }>(database)`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
      extract(epoch from greatest((select max(created_at) from notices), (select max(created_at) from status_notices)))::float8
        * 1000 as newest`
  const now = clock.now().getTime()
  const { now: there = now, newest } = found ?? {}
  const apartMs = Math.max(0, before - there, there - now)
  if (apartMs > 2_000)
    return yield wrong(
      'clock',
      `the clocks of the database and the server differ by ${Math.round(apartMs / 1000)} s`,
    )
  if (newest && newest > now + 60_000)
    return yield wrong(
      'clock',
      `the newest notice has a time in the future: ${new Date(newest).toISOString()}`,
    )
  yield fine('clock', new Date(now).toISOString())
}

// Constraints of the database already enforce the first three of these invariants.
type Invariant = [area: string, text: string, broken: SQL]
const invariants: Invariant[] = [
  [
    'groups',
    'every group has its creator among its members, or members who can take it over',
    sql`select 1 from groups g where not exists (
      select 1 from memberships m where m.group_id = g.id
        and (m.user_id = g.created_by or g.created_by is null and g.without_admin_since is not null)
    )`,
  ],
  [
    'memberships',
    'every member has an account and a group',
    sql`select 1 from memberships m left join users u on u.uid = m.user_id left join groups g on g.id = m.group_id where u.uid is null or g.id is null`,
  ],
  [
    'invitations',
    'an address has at most one pending invitation to a group',
    sql`select 1 from invitations where status = 'pending' group by group_id, email having count(*) > 1`,
  ],
  [
    'sessions',
    'no disabled or unverified user has a session',
    sql`select 1 from sessions s join users u on u.uid = s.user_id where u.disabled_at is not null or u.email_verified_at is null`,
  ],
  ['indexes', 'every index is valid', sql`select 1 from pg_index where not indisvalid`],
]

async function* checkOutbox({ database, clock, config }: Services): AsyncGenerator<Finding> {
  const now = clock.now()
  const [found] = await rows<{ waiting: number; stuck: number; failed: number; reason: string | null }>(
    database,
  )`
    select count(*) filter (where waits)::int as waiting,
      count(*) filter (where waits and created_at < ${addMs(now, -hourMs).toISOString()})::int as stuck,
      count(*) filter (where failed_at > ${addMs(now, -24 * hourMs).toISOString()})::int as failed,
      (array_agg(last_error order by created_at desc) filter (where last_error is not null and sent_at is null))[1] as reason
    from (select *, ${isWaiting} as waits from outbox) emails`
  const { waiting = 0, stuck = 0, failed = 0, reason } = found ?? {}
  const because = reason ? `; the latest error: ${reason.replace(/\s+/g, ' ')}` : ''
  yield stuck > 0
    ? wrong('emails', `${stuck} waiting for more than an hour${because}`)
    : fine('emails', `${waiting} waiting to be sent${config.smtpUrl ? '' : '; SMTP_URL is not set'}`)
  if (failed > 0) yield wrong('emails', `${failed} failed in the last 24 h${because}`)
}

/** Sends no email. */
export async function* checkMailServer({ config }: Pick<Services, 'config'>): AsyncGenerator<Finding> {
  const { smtpUrl, ehloName } = config
  if (!smtpUrl) return
  const report = await speakToMailServer({ ...config, smtpUrl })
  const { words, fault } = report
  const connection = connectionOf(report)
  yield fault === null
    ? fine('mail server', `${connection}, greeted as ${ehloName}: “${words}”`)
    : wrong('mail server', `${connection}, greeted as ${ehloName}: “${words}”; ${fault}`)
}
