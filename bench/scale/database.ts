import { rushOf, type Site } from './site.ts'

/** Returns how many cores of one PostgreSQL are busy in the busy hour. The work for the bus is not included. */
export function databaseCores(site: Site, members: number) {
  const { costs, assumptions } = site
  const rush = rushOf(site, members)
  const { unchangedShare } = assumptions
  const dashboard =
    unchangedShare * costs.unchangedInDatabase + (1 - unchangedShare) * costs.dashboardInDatabase
  const toggles = (rush.toggles * costs.toggleInDatabase + rush.rows * costs.rowInDatabase) / 1e6
  return { toggles, reads: (rush.opens * (costs.openingInDatabase + dashboard)) / 1e6 }
}

/** Returns the write-ahead log in bytes per second. PostgreSQL logs a whole page at its first change after a checkpoint. */
export function logRate(site: Site, members: number) {
  const { assumptions, costs } = site
  const rush = rushOf(site, members)
  return {
    rows: rush.toggles * costs.logOfToggle + rush.rows * costs.logOfRow,
    // The new notifications of different users are on different pages of the index.
    pages: (members * site.shareNotified * costs.logOfPage) / (assumptions.checkpointMinutes * 60),
  }
}

/** Returns the size of the notifications after a year in bytes. Read notifications are kept for 90 days, unread ones for ever. */
export function notificationBytes(site: Site, members: number) {
  const { rowsADay } = rushOf(site, members)
  const { neverRead } = site.assumptions
  const keptDays = 90
  const of = (days: number) => rowsADay * days * site.costs.rowBytes
  return { rows: rowsADay * keptDays, kept: of(keptDays), neverRead: of((365 - keptDays) * neverRead) }
}
