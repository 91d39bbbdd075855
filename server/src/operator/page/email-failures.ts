import { type Database, rows } from '#platform/database/database.ts'
import { withoutAddresses } from '#platform/mail/explain-send-error.ts'

const mostFailures = 10

type Failure = { at: string; kind: string; reason: string }

/** The newest emails that were given up, or that wait for another attempt, and why. */
export async function listEmailFailures({
  database,
}: {
  database: Database
}): Promise<{ failures: Failure[] }> {
  const found = await rows<{ at: string | Date; kind: string; reason: string }>(database)`
    select coalesce(failed_at, created_at) as at, kind, last_error as reason from outbox
    where sent_at is null and last_error is not null
    order by created_at desc, id desc limit ${mostFailures}`
  return {
    failures: found.map(({ at, kind, reason }) => ({
      at: new Date(at).toISOString(),
      kind,
      reason: withoutAddresses(reason),
    })),
  }
}
