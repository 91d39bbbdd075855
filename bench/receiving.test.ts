import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { figures, groupOf, loadState, receivedByAll, type Screen } from './load-state.ts'
import { receive } from './receiving.ts'

const frameOf = (version: number) => Buffer.from(JSON.stringify(['t', 'crew', version, 0, { ana: version }]))
const receiveAll = (screen: Screen, ...versions: number[]) => {
  for (const version of versions) receive(screen, frameOf(version))
}
let requests = 0
let serverVersion = 1
const node = createServer((_request, response) => {
  requests++
  response.end(JSON.stringify({ version: serverVersion }))
})
let screen: Screen

beforeEach(async () => {
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  screen = {
    user: { userId: 'ana', token: '', groupIds: ['crew'] },
    url,
    versions: new Map([['crew', 1]]),
    fetched: new Map(),
    early: new Map(),
    fetching: new Set(),
    client: null as unknown as Screen['client'],
  }
  Object.assign(loadState, { urls: [url, url], screens: [screen] })
  loadState.groups.clear()
  groupOf('crew').screens = 1
  Object.assign(figures, { deliveries: 0, lost: 0, doubled: 0, fetches: 0 })
  requests = 0
})

afterEach(() => {
  node.closeAllConnections()
  return new Promise(resolve => node.close(resolve))
})

test('with one node, a missing version counts as lost, and a repeated version counts as doubled', async () => {
  loadState.urls = loadState.urls.slice(0, 1)
  receiveAll(screen, 2, 4, 4)
  await receivedByAll(groupOf('crew'), 4)
  expect(figures).toMatchObject({ deliveries: 2, lost: 1, doubled: 1, fetches: 0 })
})

test('with two nodes, a version that arrives early leads to one fetch of the group, and a repeated version counts as doubled', async () => {
  serverVersion = 3
  receiveAll(screen, 2, 4, 4, 3, 5, 5)
  await receivedByAll(groupOf('crew'), 5)
  await expect.poll(() => screen.fetching.size).toBe(0)
  expect(figures).toMatchObject({ deliveries: 4, lost: 0, doubled: 2, fetches: 1 })
})

test('with two nodes, the group is fetched until no version is missing', async () => {
  serverVersion = 1
  receiveAll(screen, 4)
  node.once('request', () => {
    serverVersion = 4
  })
  await receivedByAll(groupOf('crew'), 4)
  expect([requests, figures.fetches, screen.versions.get('crew')]).toEqual([2, 2, 4])
  expect(figures).toMatchObject({ deliveries: 1, lost: 0, doubled: 0 })
})
