import { maxOutcomes } from '@grouplight/contract/hook.ts'
import { type SQL, sql } from 'drizzle-orm'
import { hourMs, minuteMs } from '#platform/clock.ts'
import { type HookOutcome, hooks } from '#platform/database/schema.ts'
import type { Result } from '#platform/network/result.ts'

export function hasSucceeded(result: Result): boolean {
  return !(result instanceof Error) && result.status >= 200 && result.status < 300
}

export function outcomeColumns(result: Result, now: Date): { outcomes: SQL; failingSince: SQL | null } {
  const outcome: HookOutcome = {
    at: roundedDown(now, minuteMs),
    status: result instanceof Error ? null : result.status,
  }
  return {
    outcomes: sql`jsonb_path_query_array(${JSON.stringify([outcome])}::jsonb || ${hooks.outcomes}, ${`$[0 to ${maxOutcomes - 1}]`}::jsonpath)`,
    failingSince: hasSucceeded(result)
      ? null
      : sql`coalesce(${hooks.failingSince}, ${roundedDown(now, hourMs)}::timestamptz)`,
  }
}

/** Times are rounded down, because the exact time of an attempt could reveal when somebody's availability changed. */
function roundedDown(time: Date, unitMs: number): string {
  return new Date(Math.floor(time.getTime() / unitMs) * unitMs).toISOString()
}
