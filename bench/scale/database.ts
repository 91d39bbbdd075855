import { rushOf, type Site } from './site.ts'

/** Cores of one PostgreSQL in the busy hour, without the bus. */
export function databaseCores(site: Site, members: number) {
  const { costs, assumptions } = site
  const rush = rushOf(site, members)
  const { unchangedShare } = assumptions
  const dashboard =
    unchangedShare * costs.unchangedInDatabase + (1 - unchangedShare) * costs.dashboardInDatabase
  const toggles = (rush.toggles * costs.toggleInDatabase + rush.rows * costs.rowInDatabase) / 1e6
  return { toggles, reads: (rush.opens * (costs.openingInDatabase + dashboard)) / 1e6 }
}

/** Write-ahead log in bytes per second: rows, and each whole page at its first change after a checkpoint. */
export function logRate(site: Site, members: number) {
  const { assumptions, costs } = site
  const rush = rushOf(site, members)
  return {
    rows: rush.toggles * costs.logOfToggle + rush.rows * costs.logOfRow,
    // New notifications of one person go to a page of their own.
    pages: (members * site.shareNotified * costs.logOfPage) / (assumptions.checkpointMinutes * 60),
  }
}

/** Bytes after a year: 90 days of read notifications, and all that are never read. */
export function notificationBytes(site: Site, members: number) {
  const { rowsADay } = rushOf(site, members)
  const { neverRead } = site.assumptions
  const keptDays = 90
  const of = (days: number) => rowsADay * days * site.costs.rowBytes
  return { rows: rowsADay * keptDays, kept: of(keptDays), neverRead: of((365 - keptDays) * neverRead) }
}
