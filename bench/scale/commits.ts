import { percentiles } from '../figures.ts'
import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { pause, type Random } from './random.ts'
import { Timeline } from './timeline.ts'

/** A requested toggle and the number of notifications that it writes. */
export type PendingToggle = { at: number; group: number; rows: number }
export type Bus = 'notify' | 'nats'

type Batch = { node: number; toggles: PendingToggle[]; groups: Set<number> }
export type Simulated = {
  toggles: number
  /** The number that was committed in time. */
  committed: number
  commits: number
  seconds: number
  cores: number
  latencyMs: { p50: number; p99: number }
  /** All cores are busy, or the wait has grown to half of the simulated time and would go on growing. */
  isOverloaded: boolean
}

const largestBatch = 128

/**
 * Simulates some seconds of toggles on one PostgreSQL. A node collects toggles while its last batch is committed, and a batch
 * locks its groups until then. Waiting commits share one flush. With NOTIFY only one commit at a time is flushed, because it
 * holds a lock of the whole server.
 */
export function simulateCommits(
  load: {
    nodes: number
    perSecond: number
    seconds: number
    bus: Bus
    draw: () => Omit<PendingToggle, 'at'>
  },
  { assumptions, costs, random }: { assumptions: Assumptions; costs: Costs; random: Random },
): Simulated {
  const timeline = new Timeline()
  const nodes = Array.from({ length: load.nodes }, () => ({
    waiting: [] as PendingToggle[],
    isRunning: false,
  }))
  const held = new Map<number, Batch[]>()
  const runnable: Batch[] = []
  const durable: Batch[] = []
  const open = new Set<PendingToggle>()
  const latencies: number[] = []
  let freeCores = assumptions.databaseCores
  let isFlushing = false
  let [commits, busySeconds] = [0, 0]

  const arrive = () => {
    const node = Math.floor(random() * nodes.length)
    const line = nodes[node] as (typeof nodes)[number]
    const toggle = { at: timeline.now, ...load.draw() }
    line.waiting.push(toggle)
    open.add(toggle)
    if (!line.isRunning) begin(node)
    timeline.after(pause(random, load.perSecond), arrive)
  }
  const begin = (node: number) => {
    const line = nodes[node] as (typeof nodes)[number]
    const batch = line.waiting.splice(0, largestBatch)
    line.isRunning = batch.length > 0
    if (line.isRunning) hold({ node, toggles: batch, groups: new Set(batch.map(({ group }) => group)) })
  }
  const hold = (batch: Batch) => {
    for (const group of batch.groups) {
      const behind = held.get(group)
      if (behind) return void behind.push(batch)
    }
    for (const group of batch.groups) held.set(group, [])
    runnable.push(batch)
    work()
  }
  const work = () => {
    for (; freeCores > 0 && runnable.length > 0; freeCores--) {
      const batch = runnable.shift() as Batch
      const rows = batch.toggles.reduce((sum, { rows }) => sum + rows, 0)
      const seconds = (batch.toggles.length * costs.toggleInDatabase + rows * costs.rowInDatabase) / 1e6
      busySeconds += seconds
      timeline.after(seconds, () => {
        freeCores++
        durable.push(batch)
        flush()
        work()
      })
    }
  }
  const flush = () => {
    if (isFlushing || durable.length === 0) return
    isFlushing = true
    const together = durable.splice(0, load.bus === 'notify' ? 1 : durable.length)
    timeline.after(assumptions.flushMs / 1e3, () => {
      isFlushing = false
      for (const batch of together) release(batch)
      flush()
    })
  }
  const release = (batch: Batch) => {
    commits++
    for (const toggle of batch.toggles) {
      open.delete(toggle)
      latencies.push((timeline.now - toggle.at) * 1e3)
    }
    const next = [...batch.groups].flatMap(group => held.get(group) ?? [])
    for (const group of batch.groups) held.delete(group)
    for (const waiting of next) hold(waiting)
    begin(batch.node)
  }

  arrive()
  timeline.runUntil(load.seconds)
  const committed = latencies.length
  // Toggles that still wait count with the time so far.
  for (const { at } of open) latencies.push((load.seconds - at) * 1e3)
  const latencyMs = percentiles(latencies)
  const cores = busySeconds / load.seconds
  return {
    toggles: committed + open.size,
    committed,
    commits,
    cores,
    seconds: load.seconds,
    latencyMs,
    isOverloaded: cores > 0.98 * assumptions.databaseCores || latencyMs.p99 > load.seconds * 500,
  }
}
