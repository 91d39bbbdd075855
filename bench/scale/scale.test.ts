import { expect, test } from 'vitest'
import { assume, parseAssumptions } from './assumptions.ts'
import { simulateCommits } from './commits.ts'
import { costsOf, readCosts } from './costs.ts'
import { readDocument, withTables } from './document.ts'
import { exampleRuns } from './example-runs.ts'
import { simulateHotGroup } from './hot-group.ts'
import { limitNames, limitsInOrder } from './limits.ts'
import { drawPopulation } from './population.ts'
import { below, seededRandom } from './random.ts'
import { drawSite } from './site.ts'
import { tableNames, tablesOf } from './tables.ts'
import { countDeliveries, drawToggles, nodesReached } from './toggles.ts'

const assumptions = assume({ users: 3_000 })
const costs = costsOf(exampleRuns.latest, exampleRuns.scale)
const population = drawPopulation(assumptions, seededRandom(1))
const toggles = drawToggles(population, 1_000, seededRandom(2))

test('a toggle counts as one delivery to every other online member of its group, and to no other user', () => {
  const { deliveries, others, receivedBy } = countDeliveries(population, toggles)
  const received = new Map<number, number>()
  for (const { group, actor } of toggles)
    for (const [user, isOnline] of population.isOnline.entries())
      if (isOnline && user !== actor && population.groupsOf[user]?.includes(group))
        received.set(user, (received.get(user) ?? 0) + 1)
  expect([...receivedBy]).toEqual(population.isOnline.map((_, user) => received.get(user) ?? 0))
  expect(deliveries).toBe([...received.values()].reduce((sum, count) => sum + count, 0))
  const sizes = toggles.map(({ group }) => population.membersOf[group]?.length ?? 0)
  expect(others).toBe(sizes.reduce((sum, size) => sum + size - 1, 0))
})

test('groups get toggles in proportion to their members, and users have as many groups as assumed, on average', () => {
  const sizes = population.membersOf.map(members => members.length)
  const memberships = sizes.reduce((sum, size) => sum + size, 0)
  const expected = sizes.reduce((sum, size) => sum + size * (size - 1), 0) / memberships
  const { others } = countDeliveries(population, drawToggles(population, 50_000, seededRandom(3)))
  expect(others / 50_000 / expected).toBeCloseTo(1, 1)
  expect(memberships / assumptions.users).toBeCloseTo(assumptions.groupsEach, 1)
})

test('with more nodes, a toggle reaches more other nodes on average, but at most as many as it has deliveries', () => {
  const reached = (nodes: number) => nodesReached(population, toggles, { nodes, random: seededRandom(4) })
  const { deliveries } = countDeliveries(population, toggles)
  expect(reached(1)).toBe(0)
  expect(reached(2)).toBeLessThan(reached(20))
  expect(reached(2_000)).toBeLessThanOrEqual(deliveries / toggles.length)
})

test('commits of one group need a flush each, but commits of different groups share a flush', () => {
  const simulate = (groups: number) => {
    const random = seededRandom(5)
    const load = { nodes: 40, perSecond: 5_000, seconds: 1, drawGroup: () => below(random, groups) }
    return simulateCommits(load, { assumptions, costs, random })
  }
  const flushesPerSecond = 1_000 / assumptions.flushMs
  const [apart, oneGroup] = [simulate(1e6), simulate(1)]
  expect(apart.commits).toBeGreaterThan(2 * flushesPerSecond)
  expect(oneGroup.commits).toBeLessThanOrEqual(flushesPerSecond)
  expect(apart.committed).toBeGreaterThan(0.9 * apart.toggles)
  expect(apart.latencyMs.p50).toBeGreaterThan(assumptions.flushMs)
  expect(apart.latencyMs.p50).toBeLessThan(oneGroup.latencyMs.p50)
})

test('the simulated cost of a toggle in the database does not depend on the size of its group', () => {
  const site = drawSite(assumptions, costs)
  const coresPerToggle = [100, 1_000].map(members => {
    const { cores, toggles } = simulateHotGroup(site, { members, nodes: 10 })
    return cores / toggles
  })
  expect((coresPerToggle[1] ?? 0) / (coresPerToggle[0] ?? 0)).toBeCloseTo(1, 1)
})

test('the costs of a statement and of its toggles add up to the measured costs', () => {
  expect(costs.statement + costs.toggleInDatabase).toBeCloseTo(400)
  expect(costs.statement / 16 + costs.toggleInDatabase).toBeCloseTo(100)
})

test('if the saved run lacks a needed result, the error names this result', () => {
  const withoutLight = exampleRuns.latest.rows.filter(({ scenario }) => scenario !== 'light')
  expect(() => costsOf({ rows: withoutLight }, exampleRuns.scale)).toThrow(
    "bench/results/latest.json has no 'light': 'database CPU a toggle'",
  )
})

test('with half of a resource, its limit is reached with about half as many users', () => {
  const limitOf = (changed: Parameters<typeof assume>[0], name: string) =>
    limitsInOrder(drawSite(assume({ ...changed, users: 3_000 }), costs), [name])[0]?.users ?? 0
  for (const [changed, name] of [
    [{ databaseConnections: 250 }, limitNames.connections],
    [{ deletionHours: 12 }, limitNames.deletion],
    [{ logMBs: 50 }, limitNames.log],
    [{ databaseGiB: 128 }, limitNames.memory],
    [{ databaseCores: 16 }, limitNames.cpu],
  ] as const)
    expect(limitOf(changed, name) / limitOf({}, name)).toBeCloseTo(0.5, 1)
})

test('an argument changes an assumption to a number above 0, and any other argument is refused', () => {
  expect(parseAssumptions(['online=0.5', 'seed=7'])).toEqual({ ...assume(), online: 0.5, seed: 7 })
  for (const typed of ['onlin=0.5', 'online=', 'online=half', 'online=0', 'online'])
    expect(() => parseAssumptions([typed])).toThrow()
})

test('docs/scale.md has a marker for every table except the costs', () => {
  const named = [...readDocument().matchAll(/<!-- table (\S+) -->/g)].map(([, name]) => name)
  expect(named.toSorted()).toEqual(tableNames.filter(name => name !== 'costs').toSorted())
})

test('docs/scale.md contains the tables of the simulation (npm run scale -- write)', () => {
  const document = readDocument()
  expect(document).toBe(withTables(document, tablesOf(assume(), readCosts())))
}, 120_000)
