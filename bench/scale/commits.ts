import { percentiles } from '../figures.ts'
import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { pause, type Random } from './random.ts'
import { Timeline } from './timeline.ts'

/** A toggle on its way: when it was asked for, its group, and for how many it writes a notification. */
export type Asked = { at: number; group: number; rows: number }
export type Bus = 'notify' | 'nats'

type Batch = { node: number; toggles: Asked[]; groups: Set<number> }
export type Played = {
  toggles: number
  /** Those that were committed before the end. */
  committed: number
  commits: number
  seconds: number
  cores: number
  latencyMs: { p50: number; p99: number }
  /** All cores are busy, or the wait has grown to half of what was played: it would grow on. */
  fallsBehind: boolean
}

const largestBatch = 128

/**
 * Plays some seconds of toggles on their way into one PostgreSQL. As in the product a node gathers while its last batch is
 * committed, and a batch holds its groups until then. All that wait for the disk become durable by one flush; with a NOTIFY
 * only one commit at a time may, because it holds a lock of the whole server.
 */
export function playCommits(
  load: { nodes: number; perSecond: number; seconds: number; bus: Bus; draw: () => Omit<Asked, 'at'> },
  { assumptions, costs, random }: { assumptions: Assumptions; costs: Costs; random: Random },
): Played {
  const timeline = new Timeline()
  const nodes = Array.from({ length: load.nodes }, () => ({ waiting: [] as Asked[], isRunning: false }))
  const held = new Map<number, Batch[]>()
  const runnable: Batch[] = []
  const durable: Batch[] = []
  const open = new Set<Asked>()
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
  timeline.playUntil(load.seconds)
  const committed = latencies.length
  // Who still waits has waited so long at least.
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
    fallsBehind: cores > 0.98 * assumptions.databaseCores || latencyMs.p99 > load.seconds * 500,
  }
}
