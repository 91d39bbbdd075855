import appTexts from 'texts:app'
import { timeOfDay } from '#texts/date-format.ts'
import type { Connection } from './connection-state.ts'

export function connectionText({ status, asOf }: Connection): string {
  if (status === 'live') return appTexts.live
  if (status === 'reconnecting') return appTexts.reconnecting
  return asOf === null ? appTexts.offline : appTexts.offlineAsOf({ time: timeOfDay(new Date(asOf)) })
}
