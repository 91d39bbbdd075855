import type { Connection } from './connection-state.ts'

/** 'Live', 'Reconnecting…' or 'Offline, as of 14:07'. */
export function connectionText({ status, asOf }: Connection, locale?: string): string {
  if (status === 'live') return 'Live'
  if (status === 'reconnecting') return 'Reconnecting…'
  return asOf === null ? 'Offline' : `Offline, as of ${clock(new Date(asOf), locale)}`
}

function clock(at: Date, locale?: string): string {
  return at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}
