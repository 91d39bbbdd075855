import { readRun } from '../saved-run.ts'

/** The measured cost of each kind of work. `names` explains each cost and its unit. */
export type Costs = typeof names extends Record<infer Name, string> ? Record<Name, number> : never

export const names = {
  request: 'µs of the node for a toggle, without what it writes to screens',
  frame: 'µs of the node for a frame on one screen',
  toggleInDatabase: 'µs of the database for a toggle',
  rowInDatabase: 'µs of the database for each notification',
  opening: 'µs of the node for a connection that is opened',
  openingInDatabase: 'µs of the database for it',
  dashboard: 'µs of the node for a dashboard',
  dashboardInDatabase: 'µs of the database for it',
  unchanged: 'µs of the node for a dashboard that has not changed',
  unchangedInDatabase: 'µs of the database for it',
  idle: 'µs of the node for a connection and second',
  comparing: 'µs of the database to compare a person with what a node knows of them',
  receiving: 'µs of a node for a toggle received on the bus',
  waking: 'µs of the database for each node that a NOTIFY wakes',
  connectionKiB: 'KiB of the node for a connection',
  frameBytes: 'bytes of a frame',
  logOfToggle: 'bytes of log for a toggle',
  logOfRow: 'bytes of log for each notification',
  logOfPage: 'bytes of log for a page’s first change after a checkpoint',
  rowBytes: 'bytes of a notification on disk, its index included',
} as const

/** Calculates the costs from the last complete run of the benchmark and from the last run of `measure.ts`. */
export function readCosts(): Costs {
  const benchmark = figuresOf('latest')
  const measured = figuresOf('scale')
  const wave = (members: number) =>
    measured(`everybody becomes available, groups of ${members}`, 'write-ahead log a toggle')
  const frame = benchmark('flood, 128 in flight', 'server CPU a delivery', 'beside')
  // With many nodes a batch or a frame rarely contains two toggles. So the cost of a single toggle in a group of ten is used.
  const aloneInServer = benchmark('10000 connections', 'server CPU a delivery', 'beside') * 10
  const aloneInDatabase = measured('a toggle alone, groups of 10', 'database CPU')
  const delivery = (members: number) => benchmark(`groups of ${members}`, 'server CPU a delivery')
  // The database's share of a toggle. It grows with the members, because half of all toggles notify all other members.
  const database = (members: number) =>
    benchmark(`groups of ${members}`, 'CPU a toggle, database included') - delivery(members) * members
  const rowInDatabase = (database(500) - database(10)) / ((500 - 10) / 2)
  const rowOfLog = (wave(500) - wave(10)) / (500 - 10)
  return {
    request: aloneInServer - frame * 10,
    frame,
    toggleInDatabase: aloneInDatabase - (rowInDatabase * (10 - 1)) / 2,
    rowInDatabase,
    opening: measured('a connection is opened', 'server CPU'),
    openingInDatabase: measured('a connection is opened', 'database CPU'),
    dashboard: measured('dashboard of 3 groups', 'server CPU'),
    dashboardInDatabase: measured('dashboard of 3 groups', 'database CPU'),
    unchanged: measured('dashboard of 3 groups, unchanged', 'server CPU'),
    unchangedInDatabase: measured('dashboard of 3 groups, unchanged', 'database CPU'),
    idle: benchmark('idle, 10000 connections', 'server CPU a connection and minute') / 60,
    comparing: measured('people compared, 3 groups each', 'database CPU'),
    receiving: measured('a bus of NOTIFY', 'CPU of a message received'),
    waking: measured('a bus of NOTIFY', 'database CPU of waking a node'),
    // The measured memory may be too small, because the first connections use memory that is free after a start. The memory of
    // the bare server is the lower bound.
    connectionKiB: Math.max(
      benchmark('10000 connections', 'memory a connection'),
      benchmark('10000 connections', 'memory a connection', 'beside'),
    ),
    frameBytes: benchmark('flood, 32 in flight', 'bytes a delivery'),
    logOfToggle: wave(10) - rowOfLog * (10 - 1),
    logOfRow: measured('a notification', 'write-ahead log of a row, its page known'),
    logOfPage: measured('a notification', 'write-ahead log of a page since the checkpoint'),
    rowBytes:
      measured('a notification', 'bytes in the table') + measured('a notification', 'bytes in the index'),
  }
}

function figuresOf(run: string) {
  const { rows } = readRun(run)
  return (scenario: string, figure: string, which: 'value' | 'beside' = 'value'): number => {
    const row = rows.find(row => row.scenario === scenario && row.figure === figure)
    const value = which === 'value' ? row?.value : row?.beside?.value
    if (value === undefined) throw new Error(`bench/results/${run}.json has no '${scenario}': '${figure}'`)
    return value
  }
}
