import { percentiles } from '../figures.ts'
import type { Assumptions } from './assumptions.ts'
import type { Costs } from './costs.ts'
import { type Random, secondsToNextEvent } from './random.ts'
import { Timeline } from './timeline.ts'

type PendingToggle = { requestedAtSeconds: number; group: number }

type Batch = { node: number; toggles: PendingToggle[]; groups: Set<number> }
export type Simulated = {
  toggles: number
  committed: number
  commits: number
  seconds: number
  cores: number
  latencyMs: { p50: number; p99: number }
  isOverloaded: boolean
}

const largestBatch = 128

/**
 * Simulates toggles on one PostgreSQL server. While a batch of a node is being committed, the node collects the next toggles in
 * another batch. A batch locks its groups until its commit. Waiting commits share one flush to the disk. The bus is not
 * simulated, because it does not delay commits: live messages are sent afterwards.
 */
export function simulateCommits(
  load: {
    nodes: number
    perSecond: number
    seconds: number
    drawGroup: () => number
  },
  { assumptions, costs, random }: { assumptions: Assumptions; costs: Costs; random: Random },
): Simulated {
  const timeline = new Timeline()
  const nodes = Array.from({ length: load.nodes }, () => ({
    waiting: [] as PendingToggle[],
    isRunning: false,
  }))
  // The key is a locked group. The value is the list of batches that wait for this group.
  const waitingForGroup = new Map<number, Batch[]>()
  const waitingForCore: Batch[] = []
  const waitingForFlush: Batch[] = []
  const uncommitted = new Set<PendingToggle>()
  const latencies: number[] = []
  let freeCores = assumptions.databaseCores
  let isFlushing = false
  let [commits, busySeconds] = [0, 0]

  const requestToggle = () => {
    const node = Math.floor(random() * nodes.length)
    const sender = nodes[node] as (typeof nodes)[number]
    const toggle = { requestedAtSeconds: timeline.now, group: load.drawGroup() }
    sender.waiting.push(toggle)
    uncommitted.add(toggle)
    if (!sender.isRunning) startBatch(node)
    timeline.after(secondsToNextEvent(random, load.perSecond), requestToggle)
  }
  const startBatch = (node: number) => {
    const sender = nodes[node] as (typeof nodes)[number]
    const batch = sender.waiting.splice(0, largestBatch)
    sender.isRunning = batch.length > 0
    if (sender.isRunning)
      lockGroups({ node, toggles: batch, groups: new Set(batch.map(({ group }) => group)) })
  }
  const lockGroups = (batch: Batch) => {
    for (const group of batch.groups) {
      const queue = waitingForGroup.get(group)
      if (queue) return void queue.push(batch)
    }
    for (const group of batch.groups) waitingForGroup.set(group, [])
    waitingForCore.push(batch)
    useFreeCores()
  }
  const useFreeCores = () => {
    for (; freeCores > 0 && waitingForCore.length > 0; freeCores--) {
      const batch = waitingForCore.shift() as Batch
      const seconds = (costs.statement + batch.toggles.length * costs.toggleInDatabase) / 1e6
      busySeconds += seconds
      timeline.after(seconds, () => {
        freeCores++
        waitingForFlush.push(batch)
        flush()
        useFreeCores()
      })
    }
  }
  const flush = () => {
    if (isFlushing || waitingForFlush.length === 0) return
    isFlushing = true
    const together = waitingForFlush.splice(0)
    timeline.after(assumptions.flushMs / 1e3, () => {
      isFlushing = false
      for (const batch of together) finish(batch)
      flush()
    })
  }
  const finish = (batch: Batch) => {
    commits++
    for (const toggle of batch.toggles) {
      uncommitted.delete(toggle)
      latencies.push((timeline.now - toggle.requestedAtSeconds) * 1e3)
    }
    const next = [...batch.groups].flatMap(group => waitingForGroup.get(group) ?? [])
    for (const group of batch.groups) waitingForGroup.delete(group)
    for (const waiting of next) lockGroups(waiting)
    startBatch(batch.node)
  }

  requestToggle()
  timeline.runUntil(load.seconds)
  const committed = latencies.length
  // If a toggle is not committed at the end, its waiting time so far counts as its latency.
  for (const { requestedAtSeconds } of uncommitted) latencies.push((load.seconds - requestedAtSeconds) * 1e3)
  const latencyMs = percentiles(latencies)
  const cores = busySeconds / load.seconds
  return {
    toggles: committed + uncommitted.size,
    committed,
    commits,
    cores,
    seconds: load.seconds,
    latencyMs,
    isOverloaded: cores > 0.98 * assumptions.databaseCores || latencyMs.p99 > load.seconds * 500,
  }
}
