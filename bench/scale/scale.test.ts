import { expect, test } from 'vitest'
import { assume, parseAssumptions } from './assumptions.ts'
import { type Bus, simulateCommits } from './commits.ts'
import { readCosts } from './costs.ts'
import { readDocument, withTables } from './document.ts'
import { drawPopulation } from './population.ts'
import { below, seededRandom } from './random.ts'
import { tablesOf } from './tables.ts'
import { countDeliveries, drawToggles, nodesReached, shareNotified } from './toggles.ts'

const assumptions = assume({ people: 3_000 })
const costs = readCosts()
const population = drawPopulation(assumptions, seededRandom(1))
const toggles = drawToggles(population, 1_000, seededRandom(2))

test('a toggle is sent once to every other member of the group who is online, and to no other user', () => {
  const { deliveries, others, receivedBy } = countDeliveries(population, toggles)
  const received = new Map<number, number>()
  for (const { group, actor } of toggles)
    for (const [person, isOnline] of population.isOnline.entries())
      if (isOnline && person !== actor && population.groupsOf[person]?.includes(group))
        received.set(person, (received.get(person) ?? 0) + 1)
  expect([...receivedBy]).toEqual(population.isOnline.map((_, person) => received.get(person) ?? 0))
  expect(deliveries).toBe([...received.values()].reduce((sum, count) => sum + count, 0))
  const sizes = toggles.map(({ group }) => population.membersOf[group]?.length ?? 0)
  expect(others).toBe(sizes.reduce((sum, size) => sum + size - 1, 0))
})

test('large groups get toggles in proportion to their members', () => {
  const sizes = population.membersOf.map(members => members.length)
  const seats = sizes.reduce((sum, size) => sum + size, 0)
  const expected = sizes.reduce((sum, size) => sum + size * (size - 1), 0) / seats
  const { others } = countDeliveries(population, drawToggles(population, 50_000, seededRandom(3)))
  expect(others / 50_000 / expected).toBeCloseTo(1, 1)
  expect(seats / assumptions.people).toBeCloseTo(assumptions.groupsEach, 1)
})

test('with more nodes a toggle is sent to more nodes, but never to more nodes than it has deliveries', () => {
  const reached = (nodes: number) => nodesReached(population, toggles, { nodes, random: seededRandom(4) })
  const { deliveries } = countDeliveries(population, toggles)
  expect(reached(1)).toBe(0)
  expect(reached(2)).toBeLessThan(reached(20))
  expect(reached(2_000)).toBeLessThanOrEqual(deliveries / toggles.length)
  expect(shareNotified(population, 0)).toBe(0)
  expect(shareNotified(population, 1_000)).toBeGreaterThan(0.9)
})

test('a group is locked by one batch at a time, and with NOTIFY commits are flushed one at a time', () => {
  const play = (bus: Bus, groups: number) => {
    const random = seededRandom(5)
    const draw = () => ({ group: below(random, groups), rows: 0 })
    const load = { nodes: 40, perSecond: 5_000, seconds: 1, bus, draw }
    return simulateCommits(load, { assumptions, costs, random })
  }
  const inTurn = 1_000 / assumptions.flushMs
  const [apart, oneGroup, notify] = [play('nats', 1e6), play('nats', 1), play('notify', 1e6)]
  expect(apart.commits).toBeGreaterThan(2 * inTurn)
  expect(oneGroup.commits).toBeLessThanOrEqual(inTurn)
  expect(notify.commits).toBeLessThanOrEqual(inTurn)
  for (const { committed, toggles } of [apart, notify]) expect(committed).toBeGreaterThan(0.9 * toggles)
  expect(apart.latencyMs.p50).toBeLessThan(notify.latencyMs.p50)
  expect(apart.latencyMs.p50).toBeGreaterThan(assumptions.flushMs)
})

test('an assumption can be changed by its name to a number above 0', () => {
  expect(parseAssumptions(['online=0.5', 'seed=7'])).toEqual({ ...assume(), online: 0.5, seed: 7 })
  for (const typed of ['onlin=0.5', 'online=', 'online=half', 'online=0', 'online'])
    expect(() => parseAssumptions([typed])).toThrow()
})

test('docs/scale.md contains the tables of the simulation (npm run scale -- write)', () => {
  const document = readDocument()
  const tables = tablesOf(assume(), costs)
  const named = [...document.matchAll(/<!-- table (\S+) -->/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(
    Object.keys(tables)
      .filter(name => name !== 'costs')
      .toSorted(),
  )
  expect(document).toBe(withTables(document, tables))
}, 120_000)
