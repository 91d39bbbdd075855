import { rushOf, type Site } from './site.ts'

const pageBytes = 8_192
const hourSeconds = 3_600

/** Returns how many cores of one PostgreSQL server are busy with toggles and with reads during the burst, without NOTIFY. */
export function databaseCores(site: Site, users: number) {
  const { costs, assumptions } = site
  const rush = rushOf(site, users)
  const { unchangedShare } = assumptions
  const dashboard =
    unchangedShare * costs.unchangedInDatabase + (1 - unchangedShare) * costs.dashboardInDatabase
  // With many nodes, most statements contain one toggle. Here, every toggle costs as much as a statement of its own.
  const toggles = (rush.toggles * (costs.statement + costs.toggleInDatabase)) / 1e6
  return { toggles, reads: (rush.opens * (costs.openingInDatabase + dashboard)) / 1e6 }
}

/** Returns bytes per second. PostgreSQL logs a page as a whole at its first change after a checkpoint. */
export function logRate(site: Site, users: number) {
  const { assumptions, costs } = site
  const { toAvailable } = assumptions
  const logOfToggle = toAvailable * costs.logToAvailable + (1 - toAvailable) * costs.logToUnavailable
  return {
    rows: rushOf(site, users).toggles * logOfToggle,
    pages: (changedPages(site, users) * costs.logOfPage) / (assumptions.checkpointMinutes * 60),
    deletions: deletionsPerSecond(site, users) * costs.logOfDeletion,
  }
}

/**
 * Returns how many pages change between the checkpoint before the burst and the next checkpoint. Pages to which status notices are
 * added do not count, because PostgreSQL does not log a page as a whole if the page was empty.
 */
function changedPages(site: Site, users: number): number {
  const { checkpointMinutes, toAvailable, unreadShare } = site.assumptions
  const { burstToggles, steadyToggles, noticesADay } = rushOf(site, users)
  const seconds = checkpointMinutes * 60
  const toggles = burstToggles + steadyToggles * seconds
  // A deletion changes the group, the deleted notices, and the memberships with unread notices.
  const deletions = deletionsPerSecond(site, users) * seconds
  const deletedAtOnce = (noticesADay / 24) * Math.max(1, deletionHours(site, users))
  const deletedPerGroup = deletedAtOnce / storedRows(site, users).groups
  const bytes = changedBytes(site, users)
  const distinct = (bytes: number, changes: number) => {
    const pages = bytes / pageBytes
    return pages * (1 - Math.exp(-changes / pages))
  }
  return (
    distinct(bytes.memberships, toggles + deletions * unreadShare * site.membersPerGroup) +
    distinct(bytes.groups, toggles + deletions) +
    distinct(bytes.noticeIndex, toggles * toAvailable) +
    distinct(deletedAtOnce * site.costs.noticeBytes, deletions * Math.max(1, deletedPerGroup))
  )
}

/** Returns the sizes in bytes of the tables and of the index in which toggles change pages at random. */
export function changedBytes(site: Site, users: number) {
  const { costs } = site
  const { memberships, groups, notices } = storedRows(site, users)
  return {
    memberships: memberships * costs.membershipBytes,
    groups: groups * costs.groupBytes,
    noticeIndex: notices * costs.noticeIndexBytes,
  }
}

export function storedRows(site: Site, users: number) {
  const { assumptions, membersPerGroup, othersEach } = site
  const notices = rushOf(site, users).noticesADay * assumptions.keptDays
  const memberships = users * assumptions.groupsEach
  return {
    memberships,
    groups: memberships / membersPerGroup,
    notices,
    readings: notices * othersEach * assumptions.singleReadings,
  }
}

/** Returns how many hours maintenance needs to delete the old status notices of all groups, one group after the other. */
export function deletionHours(site: Site, users: number): number {
  return (storedRows(site, users).groups * secondsPerDeletion(site)) / hourSeconds
}

/**
 * Every hour, maintenance deletes the old status notices of each group with such notices. If an hour is not enough, maintenance works
 * without a pause.
 */
function deletionsPerSecond(site: Site, users: number): number {
  const { groups } = storedRows(site, users)
  const noticesPerGroupAndHour = rushOf(site, users).noticesADay / 24 / groups
  const wanted = (groups * (1 - Math.exp(-noticesPerGroupAndHour))) / hourSeconds
  return Math.min(wanted, 1 / secondsPerDeletion(site))
}

function secondsPerDeletion({ assumptions, costs }: Site): number {
  return costs.deleting / 1e6 + assumptions.flushMs / 1e3
}
