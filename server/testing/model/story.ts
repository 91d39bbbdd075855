import fc from 'fast-check'
import type { BusCut } from '../bus-cuts.ts'
import { names, type Script, script } from './script.ts'

/** A random test: bursts of steps after `firstSteps`, and interruptions of the bus. */
export type Story = {
  script: Script
  nodes: number
  /** The index of the node that each device uses first, taken modulo `nodes`. Each user has two consecutive devices. */
  startNodes: number[]
  cuts: Cut[]
}

/**
 * The bus is interrupted before burst number `before` of the script, counted from 0, and restored `lasts` bursts later or at the
 * end of the script. If `isWatched` is true, tabs are also checked during the interruption.
 */
export type Cut = BusCut & { before: number; lasts: number; isWatched: boolean }

export const onOneNode: fc.Arbitrary<Story> = script.map(script => ({
  script,
  nodes: 1,
  startNodes: Array(2 * names.length).fill(0),
  cuts: [],
}))

const cut: fc.Arbitrary<Cut> = fc.record({
  before: fc.nat({ max: 11 }),
  lasts: fc.integer({ min: 1, max: 3 }),
  node: fc.constantFrom('all' as const, 0, 1, 2),
  isSilent: fc.boolean(),
  isWatched: fc.boolean(),
})

export const acrossNodes: fc.Arbitrary<Story> = fc.record({
  script,
  nodes: fc.constantFrom(2, 3),
  startNodes: fc.array(fc.nat({ max: 5 }), { minLength: 2 * names.length, maxLength: 2 * names.length }),
  cuts: fc.array(cut, { maxLength: 2 }),
})
