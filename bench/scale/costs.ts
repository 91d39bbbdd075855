import type { Row } from '../result.ts'
import { readRun } from '../saved-run.ts'

/** The measured costs, in the units that `meanings` states. */
export type Costs = Record<keyof typeof meanings, number>

export const meanings = {
  request: 'µs of the node for a toggle, without the frames to screens',
  frame: 'µs of the node for a frame to one screen',
  statement: 'µs of the database for a statement of toggles, without its toggles',
  toggleInDatabase: 'µs of the database for each toggle of a statement',
  opening: 'µs of the node for opening a connection',
  openingInDatabase: 'µs of the database for opening a connection',
  dashboard: 'µs of the node for a dashboard of 3 changed groups',
  dashboardInDatabase: 'µs of the database for a dashboard of 3 changed groups',
  unchanged: 'µs of the node for a dashboard that has not changed',
  unchangedInDatabase: 'µs of the database for a dashboard that has not changed',
  idle: 'µs of the node per second for an idle connection',
  comparing: 'µs of the database for finding out whether a user has missed messages of a dead node',
  receiving: 'µs of a node for receiving a toggle from the bus',
  sending: 'µs for which a NOTIFY delays every other NOTIFY',
  waking: 'µs of the database for each node that a NOTIFY wakes',
  deleting: 'µs of maintenance for deleting the old status notices of a group, without the flush',
  connectionKiB: 'KiB of the node for a connection',
  frameBytes: 'bytes of a frame',
  logToAvailable: 'bytes of write-ahead log for a toggle that makes a member available',
  logToUnavailable: 'bytes of write-ahead log for a toggle that makes a member unavailable',
  logOfPage: 'bytes of write-ahead log for the first change of a page after a checkpoint',
  logOfDeletion: 'bytes of write-ahead log for deleting the old status notices of a group',
  membershipBytes: 'bytes of a membership in its table',
  groupBytes: 'bytes of a group in its table',
  noticeBytes: 'bytes of a status notice in its table',
  noticeIndexBytes: 'bytes of a status notice in its index',
  readingBytes: 'bytes of a single reading, including its index',
} as const

/** Calculates the costs from the last complete `npm run bench` and from the last `npm run scale -- measure`. */
export function readCosts(): Costs {
  return costsOf(readRun('latest'), readRun('scale'))
}

export function costsOf(latest: { rows: Row[] }, scale: { rows: Row[] }): Costs {
  const benchmark = figuresOf(latest, 'latest')
  const measured = figuresOf(scale, 'scale')
  const frame = benchmark('flood, 128 in flight', 'server CPU a delivery', 'reference')
  // On a site with many nodes, most frames contain one toggle. The cost of such a toggle is measured with one toggle in flight, in a
  // group of ten members. The toggle causes ten deliveries.
  const singleInServer = benchmark('10000 connections', 'server CPU a delivery', 'reference') * 10
  const singleInDatabase = benchmark('light', 'database CPU a toggle') * 1_000
  // The cost of a statement of 16 toggles is the cost of a statement of one toggle plus 15 times `toggleInDatabase`.
  const oneOfSixteenInDatabase = benchmark(
    'groups of 500, the statement alone',
    'database CPU a toggle',
    'reference',
  )
  const toggleInDatabase = (16 * oneOfSixteenInDatabase - singleInDatabase) / 15
  return {
    request: singleInServer - frame * 10,
    frame,
    statement: singleInDatabase - toggleInDatabase,
    toggleInDatabase,
    opening: benchmark('1000 connections are opened', 'server CPU a connection') * 1_000,
    openingInDatabase: benchmark('1000 connections are opened', 'database CPU a connection') * 1_000,
    dashboard: measured('dashboard, 3 groups have changed', 'server CPU'),
    dashboardInDatabase: measured('dashboard, 3 groups have changed', 'database CPU'),
    unchanged: measured('dashboard of 3 groups, unchanged', 'server CPU'),
    unchangedInDatabase: measured('dashboard of 3 groups, unchanged', 'database CPU'),
    idle: benchmark('idle, 10000 connections', 'server CPU a connection and minute') / 60,
    comparing: measured('a user of 3 groups is compared', 'database CPU'),
    receiving: measured('a bus of NOTIFY', 'CPU of receiving a toggle'),
    sending: 1e6 / measured('a bus of NOTIFY', 'NOTIFY a second, 32 connections'),
    waking: measured('a bus of NOTIFY', 'database CPU of waking a node'),
    deleting: measured('status notices of a day are deleted', 'time a group'),
    // The measured memory may be too small, because the server may reuse freed memory. A connection needs at least the memory of a
    // connection to the bare WebSocket server.
    connectionKiB: Math.max(
      benchmark('10000 connections', 'memory a connection'),
      benchmark('10000 connections', 'memory a connection', 'reference'),
    ),
    frameBytes: benchmark('flood, 32 in flight', 'bytes a delivery'),
    logToAvailable: measured('a toggle in a statement of its own', 'write-ahead log, to Available'),
    logToUnavailable: measured('a toggle in a statement of its own', 'write-ahead log, to Unavailable'),
    logOfPage: measured('toggles after a checkpoint', 'write-ahead log of a page'),
    logOfDeletion: measured('status notices of a day are deleted', 'write-ahead log a group'),
    membershipBytes: measured('rows', 'a membership in its table'),
    groupBytes: measured('rows', 'a group in its table'),
    noticeBytes: measured('rows', 'a status notice in its table'),
    noticeIndexBytes: measured('rows', 'a status notice in its index'),
    readingBytes: measured('rows', 'a single reading, including its index'),
  }
}

function figuresOf({ rows }: { rows: Row[] }, run: string) {
  return (scenario: string, figure: string, which: 'value' | 'reference' = 'value'): number => {
    const row = rows.find(row => row.scenario === scenario && row.figure === figure)
    const value = which === 'value' ? row?.value : row?.reference?.value
    if (value === undefined) throw new Error(`bench/results/${run}.json has no '${scenario}': '${figure}'`)
    return value
  }
}
