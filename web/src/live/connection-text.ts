import { t } from '#texts/texts.ts'
import type { Connection } from './connection-state.ts'

/** 'Live', 'Reconnecting…' or 'Offline, as of 14:07'. */
export function connectionText({ status, asOf }: Connection, locale?: string): string {
  if (status === 'live') return t.live.live
  if (status === 'reconnecting') return t.live.reconnecting
  return asOf === null ? t.live.offline : t.live.offlineAsOf(clock(new Date(asOf), locale))
}

function clock(at: Date, locale?: string): string {
  return at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
