import type { Row } from '../result.ts'

/** Plausible results for tests that must not depend on the saved runs. */
export const exampleRuns: { latest: { rows: Row[] }; scale: { rows: Row[] } } = {
  latest: runOf({
    'flood, 128 in flight': { 'server CPU a delivery': [7, 7.5] },
    'flood, 32 in flight': { 'bytes a delivery': [53] },
    '10000 connections': { 'server CPU a delivery': [55, 50], 'memory a connection': [4.5, 5] },
    'idle, 10000 connections': { 'server CPU a connection and minute': [78] },
    '1000 connections are opened': {
      'server CPU a connection': [0.3, 0.13],
      'database CPU a connection': [0.1],
    },
    light: { 'database CPU a toggle': [0.4] },
    'groups of 500, the statement alone': {
      'database CPU a toggle': [106, 100],
    },
  }),
  scale: runOf({
    'dashboard, 3 groups have changed': { 'server CPU': [800], 'database CPU': [1_000] },
    'dashboard of 3 groups, unchanged': { 'server CPU': [300], 'database CPU': [250] },
    'a user of 3 groups is compared': { 'database CPU': [35] },
    'a bus of NOTIFY': {
      'NOTIFY a second, 32 connections': [10_000],
      'CPU of receiving a toggle': [4],
      'database CPU of waking a node': [24],
    },
    'status notices of a day are deleted': { 'time a group': [2_500], 'write-ahead log a group': [3_000] },
    'a toggle in a statement of its own': {
      'write-ahead log, to Available': [600],
      'write-ahead log, to Unavailable': [350],
    },
    'toggles after a checkpoint': { 'write-ahead log of a page': [6_000] },
    rows: {
      'a membership in its table': [190],
      'a group in its table': [220],
      'a status notice in its table': [130],
      'a status notice in its index': [48],
      'a single reading, including its index': [130],
    },
  }),
}

function runOf(scenarios: Record<string, Record<string, [value: number, reference?: number]>>) {
  const rows = Object.entries(scenarios).flatMap(([scenario, figures]) =>
    Object.entries(figures).map(([figure, [value, reference]]) => ({
      scenario,
      figure,
      value,
      unit: '',
      ...(reference !== undefined && { reference: { name: '', value: reference } }),
    })),
  )
  return { rows }
}
