// Carries out `npm run scale`: what sites of 1, 10 and 100 million users need, and which wall a growing site meets first. It is arithmetic
// from measured costs; no site of these sizes was tried. `npm run scale -- write` renews the tables of docs/measured.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { readRun } from './saved-run.ts'

/** How people use the site, and how large the machines are. */
const assumed = {
  groupsEach: 3,
  medianGroup: 8,
  /** The standard deviation of the logarithm of the sizes: a sixth of the groups has more than 22 members. */
  groupSpread: 1,
  online: 0.2,
  togglesADay: 4,
  toAvailable: 0.5,
  opensADay: 6,
  unchangedShare: 0.3,
  keptDays: 7,
  /** The busy hour has three times the average load. It begins with a burst, in which 2 % of the users toggle within a minute. */
  peak: 3,
  burstShare: 0.02,
  burstSeconds: 60,
  connectionsPerNode: 20_000,
  databaseCores: 32,
  busy: 0.6,
}

/** Costs that `npm run bench` does not measure, measured on 2026-11-22 on a machine three times as slow as the one of latest.txt. */
const measuredOnce = {
  dashboardMs: 1.45,
  unchangedDashboardMs: 0.305,
  /** A commit that announces, on a disk that syncs in 1 ms. Only one can be under way: see docs/decisions/nodes.md. */
  announcingMs: 1.2,
  wakingMs: 0.0424,
  deletingMs: 3.05,
  logOfPageBytes: 6_697,
  membershipBytes: 182,
  groupBytes: 175,
  noticeBytes: 170,
}

export type Site = ReturnType<typeof siteOf>

/** Rates are per second. Times of the node and the database are CPU seconds per second, so they count busy cores. */
export function siteOf(users: number, costs = benchmarkCosts()) {
  const inBusyHour = (aDay: number) => (users * aDay * assumed.peak) / 86_400
  const memberships = users * assumed.groupsEach
  const groups = memberships / (assumed.medianGroup * Math.exp(assumed.groupSpread ** 2 / 2))
  // A toggle belongs to a random membership, so it is more often in a large group than in a small one.
  const groupOfToggle = assumed.medianGroup * Math.exp(1.5 * assumed.groupSpread ** 2)
  const toggles = inBusyHour(assumed.togglesADay) + (users * assumed.burstShare) / assumed.burstSeconds
  const deliveries = toggles * (groupOfToggle - 1) * assumed.online
  const opens = inBusyHour(assumed.opensADay)
  const online = users * assumed.online
  const nodes = Math.max(2, Math.ceil(online / assumed.connectionsPerNode))
  const dashboardMs =
    assumed.unchangedShare * measuredOnce.unchangedDashboardMs +
    (1 - assumed.unchangedShare) * measuredOnce.dashboardMs
  // While a commit waits for those of other nodes, the next batch of its node grows.
  const commits = Math.min(toggles, 1_000 / measuredOnce.announcingMs)
  const notices = users * assumed.togglesADay * assumed.toAvailable * assumed.keptDays
  return {
    online,
    toggles,
    deliveries,
    nodes,
    nodeCores: (toggles * costs.requestMs + deliveries * costs.frameMs + opens * dashboardMs) / 1_000,
    idleCores: (online * costs.idleMs) / 1_000,
    poolConnections: nodes * 16,
    databaseCores: (toggles * costs.statementMs + opens * (dashboardMs + costs.openingMs)) / 1_000,
    // Most toggles are the first change of their membership's and their group's page since the last checkpoint.
    logMBs:
      (toggles * costs.logBytes + inBusyHour(assumed.togglesADay) * 2 * measuredOnce.logOfPageBytes) / 1e6,
    longestWaitMs: nodes * measuredOnce.announcingMs,
    wakingCores: (commits * nodes * measuredOnce.wakingMs) / 1_000,
    deletingHours: (groups * measuredOnce.deletingMs) / 3.6e6,
    noticesGiB: (notices * measuredOnce.noticeBytes) / 2 ** 30,
    changingGiB: (memberships * measuredOnce.membershipBytes + groups * measuredOnce.groupBytes) / 2 ** 30,
  }
}

/** Calculates costs in ms (CPU) and bytes from the last complete run of the benchmark. */
function benchmarkCosts() {
  const { rows } = readRun('latest')
  const figure = (scenario: string, name: string, which: 'value' | 'reference' = 'value'): number => {
    const row = rows.find(row => row.scenario === scenario && row.figure === name)
    const value = which === 'value' ? row?.value : row?.reference?.value
    if (value === undefined) throw new Error(`latest.json has no '${scenario}': '${name}'`)
    return value
  }
  const frameMs = figure('flood, 128 in flight', 'server CPU a delivery', 'reference') / 1_000
  // On a site with many nodes, most batches contain one toggle. Such a toggle is measured alone, in a group of ten.
  const aloneMs = (figure('10000 connections', 'server CPU a delivery', 'reference') * 10) / 1_000
  return {
    frameMs,
    requestMs: aloneMs - 10 * frameMs,
    statementMs: figure('light', 'database CPU a toggle'),
    openingMs: figure('1000 connections are opened', 'database CPU a connection'),
    idleMs: figure('idle, 10000 connections', 'server CPU a connection and minute') / 60 / 1_000,
    logBytes: figure('everybody becomes available', 'write-ahead log a toggle') * 1_024,
  }
}

/** Each wall is given as the share of it that a site uses. */
const walls: Record<string, (site: Site) => number> = {
  '500 connections to PostgreSQL, 16 for each node': site => site.poolConnections / 500,
  'NOTIFY: every commit wakes every node (a fifth of 32 cores)': site =>
    site.wakingCores / (assumed.databaseCores / 5),
  'NOTIFY: a commit waits 250 ms for one of each other node': site => site.longestWaitMs / 250,
  'database CPU (60 % of 32 cores)': site => site.databaseCores / (assumed.databaseCores * assumed.busy),
  'write-ahead log (100 MB/s)': site => site.logMBs / 100,
  'deleting old status notices (24 hours)': site => site.deletingHours / 24,
  'memory for the pages that toggles change (256 GiB)': site => site.changingGiB / 256,
}

export function wallsInOrder(): { wall: string; users: number }[] {
  return Object.entries(walls)
    .map(([wall, shareOf]) => ({ wall, users: usersAt(users => shareOf(siteOf(users))) }))
    .sort((one, other) => one.users - other.users)
}

/** Finds by bisection where the growing function reaches 1. */
function usersAt(shareOf: (users: number) => number): number {
  let [low, high] = [1e3, 1e12]
  while (high / low > 1.001) {
    const middle = Math.sqrt(low * high)
    if (shareOf(middle) < 1) low = middle
    else high = middle
  }
  return high
}

const lines: [string, (site: Site) => number][] = [
  ['connected users in the busy hour', site => site.online],
  ['toggles a second in the burst', site => site.toggles],
  ['messages to screens a second in the burst', site => site.deliveries],
  ['nodes', site => site.nodes],
  ['busy cores of all nodes: toggles, screens, dashboards', site => site.nodeCores],
  ['busy cores of all nodes: heartbeats of idle connections', site => site.idleCores],
  ['busy cores of PostgreSQL', site => site.databaseCores],
  ['write-ahead log, MB a second', site => site.logMBs],
  ['status notices, GiB', site => site.noticesGiB],
  ['pages that toggles change, GiB', site => site.changingGiB],
  ['hours to delete old status notices', site => site.deletingHours],
  ['ms that a commit waits, if each node has one', site => site.longestWaitMs],
]

export function tables(): Record<string, string> {
  const sites = [1e6, 1e7, 1e8].map(users => siteOf(users))
  return {
    sizes: tableOf(
      ['users', '1 million', '10 million', '100 million'],
      lines.map(([name, figureOf]) => [name, ...sites.map(site => rounded(figureOf(site)))]),
    ),
    walls: tableOf(
      ['wall', 'users'],
      wallsInOrder().map(({ wall, users }) => [wall, rounded(users)]),
    ),
  }
}

function tableOf(head: string[], body: string[][]): string {
  const row = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...body.map(row)].join('\n')
}

function rounded(value: number): string {
  const twoDigits = Number(value.toPrecision(2))
  return twoDigits >= 1e6 ? `${twoDigits / 1e6} million` : twoDigits.toLocaleString('en')
}

const page = new URL('../docs/measured.md', import.meta.url)

/** Replaces each table of the page after a comment `<!-- table NAME -->`. */
export function renewedPage(): { before: string; after: string } {
  const before = readFileSync(page, 'utf8')
  const computed = tables()
  const after = before.replace(
    /(<!-- table (\w+) -->\n\n)((?:\|.*\n)*)/g,
    (_, mark: string, name: string) => `${mark}${computed[name]}\n`,
  )
  return { before, after }
}

export function renewPage(): void {
  writeFileSync(page, renewedPage().after)
}

if (import.meta.main) {
  if (process.argv[2] === 'write') renewPage()
  else for (const [name, table] of Object.entries(tables())) console.log(`\n${name}\n\n${table}`)
}
