import { rushOf, type Site } from './site.ts'

/** Cores of one PostgreSQL in the rush, without the bus. */
export function databaseCores(site: Site, members: number) {
  const { costs, assumptions } = site
  const rush = rushOf(site, members)
  const { unchangedShare } = assumptions
  const dashboard =
    unchangedShare * costs.unchangedInDatabase + (1 - unchangedShare) * costs.dashboardInDatabase
  const toggles = (rush.toggles * costs.toggleInDatabase + rush.rows * costs.rowInDatabase) / 1e6
  return { toggles, reads: (rush.opens * (costs.openingInDatabase + dashboard)) / 1e6 }
}

/** Bytes a second of write-ahead log: rows, and each page in full when it changes for the first time after a checkpoint. */
export function logRate(site: Site, members: number) {
  const { assumptions, costs } = site
  const rush = rushOf(site, members)
  return {
    rows: rush.toggles * costs.logOfToggle + rush.rows * costs.logOfRow,
    // The unread of one person lie on a page of their own: where the next one goes.
    pages: (members * site.shareTold * costs.logOfPage) / (assumptions.checkpointMinutes * 60),
  }
}

/** Bytes of notifications after a year: 90 days of those that were read, and all that never are. */
export function notificationBytes(site: Site, members: number) {
  const { rowsADay } = rushOf(site, members)
  const { neverRead } = site.assumptions
  const keptDays = 90
  const of = (days: number) => rowsADay * days * site.costs.rowBytes
  return { rows: rowsADay * keptDays, kept: of(keptDays), neverRead: of((365 - keptDays) * neverRead) }
}
