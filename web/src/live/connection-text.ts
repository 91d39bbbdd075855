import { timeOfDay } from '#texts/date-format.ts'
import { t } from '#texts/texts.ts'
import type { Connection } from './connection-state.ts'

export function connectionText({ status, asOf }: Connection): string {
  if (status === 'live') return t.live.live
  if (status === 'reconnecting') return t.live.reconnecting
  return asOf === null ? t.live.offline : t.live.offlineAsOf(timeOfDay(new Date(asOf)))
}
