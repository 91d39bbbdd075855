import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hear } from './receiving.ts'
import { everywhere, figures, groupOf, type Screen, watch } from './watch.ts'

const frameOf = (version: number) => Buffer.from(JSON.stringify(['t', 'crew', version, 0, { ana: version }]))
const hearAll = (screen: Screen, ...versions: number[]) => {
  for (const version of versions) hear(screen, frameOf(version))
}
let asked = 0
let versionThere = 1
const node = createServer((_request, response) => {
  asked++
  response.end(JSON.stringify({ version: versionThere }))
})
let screen: Screen

beforeEach(async () => {
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
  screen = {
    person: { userId: 'ana', token: '', groupIds: ['crew'] },
    url,
    versions: new Map([['crew', 1]]),
    read: new Map(),
    early: new Map(),
    reading: new Set(),
    client: null as unknown as Screen['client'],
  }
  Object.assign(watch, { urls: [url, url], screens: [screen] })
  watch.groups.clear()
  groupOf('crew').screens = 1
  Object.assign(figures, { deliveries: 0, lost: 0, doubled: 0, fetches: 0 })
  asked = 0
})

afterEach(() => {
  node.closeAllConnections()
  return new Promise(resolve => node.close(resolve))
})

test('of one node a version that is left out is lost, and one that comes again is doubled', async () => {
  watch.urls = watch.urls.slice(0, 1)
  hearAll(screen, 2, 4, 4)
  await everywhere(groupOf('crew'), 4)
  expect(figures).toMatchObject({ deliveries: 2, lost: 1, doubled: 1, fetches: 0 })
})

test('of two nodes a version may come early: the group is read again, and all is there once', async () => {
  versionThere = 3
  hearAll(screen, 2, 4, 4, 3, 5, 5)
  await everywhere(groupOf('crew'), 5)
  await expect.poll(() => screen.reading.size).toBe(0)
  expect(figures).toMatchObject({ deliveries: 4, lost: 0, doubled: 2, fetches: 1 })
})

test('of two nodes what never comes is read, as often as it takes', async () => {
  versionThere = 1
  hearAll(screen, 4)
  node.once('request', () => {
    versionThere = 4
  })
  await everywhere(groupOf('crew'), 4)
  expect([asked, figures.fetches, screen.versions.get('crew')]).toEqual([2, 2, 4])
  expect(figures).toMatchObject({ deliveries: 1, lost: 0, doubled: 0 })
})
