import { statfs } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Finding, SiteState } from '@grouplight/contract/operator.ts'
import { rootCause } from '#platform/config/operator-error.ts'
import { rows } from '#platform/database/database.ts'
import { groups, outbox, site, users } from '#platform/database/schema.ts'
import { isWaiting } from '#platform/mail/queue-email.ts'
import { version } from '#platform/version.ts'
import type { Services } from '#services.ts'
import { countNodes } from '../check-connections.ts'
import { checksOf } from '../check-data.ts'
import { checkFiles } from '../check-files.ts'
import { fine, warning, wrong } from '../finding.ts'

const mostMsPerCheck = 2_500

/** Makes the checks of the command `doctor`, side by side. A check that takes too long counts as a warning. */
export async function readSiteState(services: Services): Promise<SiteState> {
  const { config, database } = services
  const checks = Object.entries(checksOf(services)).map(([area, check]) =>
    within(services, area, check(services)),
  )
  const [size, [counted], ...found] = await Promise.all([
    rows<{ bytes: number }>(database)`select pg_database_size(current_database())::float8 as bytes`,
    database.select({ lastBackupAt: site.lastBackupAt }).from(site),
    within(services, 'data folder', checkFiles(config)),
    ...checks,
  ])
  const [disk, nodes, waitingEmails, userCount, groupCount] = await Promise.all([
    statfs(config.dataDir).catch(() => null),
    config.databaseUrl ? countNodes(database) : 1,
    database.$count(outbox, isWaiting),
    database.$count(users),
    database.$count(groups),
  ])
  return {
    version,
    startedAt: new Date(performance.timeOrigin).toISOString(),
    findings: [fine('version', version), ...found.flat()],
    disk: disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize },
    databaseBytes: size[0]?.bytes ?? 0,
    ...{ nodes, waitingEmails, users: userCount, groups: groupCount },
    lastBackupAt: counted?.lastBackupAt?.toISOString() ?? null,
  }
}

/** Returns what the check has found within the time. */
async function within({ log }: Services, area: string, findings: AsyncIterable<Finding>): Promise<Finding[]> {
  const found: Finding[] = []
  const collect = async () => {
    for await (const finding of findings) found.push(finding)
    return found
  }
  const collected = collect().catch(error => {
    log.error({ error, area }, 'a check failed')
    return [...found, wrong(area, `the check failed: ${rootCause(error).message}`)]
  })
  const tooLong = wait(mostMsPerCheck, null, { ref: false })
  return (await Promise.race([collected, tooLong])) ?? [...found, warning(area, 'no answer yet')]
}
