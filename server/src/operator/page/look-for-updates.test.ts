import { createServer, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { readConfig } from '#platform/config/config.ts'
import type { SiteValues } from '#platform/config/site-values.ts'
import { Site } from '#platform/site/site.ts'
import { freePort } from '#testing/free-port.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { lookForUpdates } from './look-for-updates.ts'
import { changeSiteSettings, readSiteSettings, readUpdates } from './site-settings.ts'

const port = await freePort()
const app = useOwnTestApp({ UPDATE_URL: `http://127.0.0.1:${port}/newest.json` })
const requests: IncomingMessage[] = []
let body = JSON.stringify({ version: '9.8.7', notesUrl: 'https://updates.example/9.8.7' })
const server = createServer((request, response) => {
  requests.push(request)
  response.end(body)
})
beforeAll(() => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve)))
afterAll(() => server.close())

const change = (changed: Partial<SiteValues>) => changeSiteSettings(app.services, changed)
const nothing = { newest: null, checkedAt: null, notesUrl: null }

test('the server looks for updates only when the operator has switched it on, once a day, with a request that says nothing', async () => {
  await lookForUpdates(app.services)
  await change({ updateCheck: false })
  await lookForUpdates(app.services)
  expect(requests).toHaveLength(0)
  expect(readUpdates(app.services)).toMatchObject(nothing)

  await change({ updateCheck: true })
  const before = app.clock.now().toISOString()
  for (let times = 0; times < 3; times++) await lookForUpdates(app.services)
  expect(requests.map(({ method, url, rawHeaders }) => [method, url, rawHeaders])).toEqual([
    ['GET', '/newest.json', ['Host', `127.0.0.1:${port}`, 'Connection', 'close']],
  ])
  await app.services.site.refresh()
  const { checkedAt, ...found } = readUpdates(app.services)
  expect(found).toMatchObject({ newest: '9.8.7', notesUrl: 'https://updates.example/9.8.7' })
  expect((checkedAt ?? '') >= before).toBe(true)
  app.clock.advance(25 * hourMs)
  await app.runMaintenance()
  expect(requests).toHaveLength(2)
})

test.each([
  '',
  'null',
  '{"version": "<b>"}',
  '{"version": "1.0.0", "notesUrl": "javascript:alert(1)"}',
  'x'.repeat(5_000),
])(
  'an answer that cannot be used changes nothing, and is asked for again only a day later (%#)',
  async answer => {
    await change({ updateCheck: true })
    body = answer
    app.clock.advance(25 * hourMs)
    const before = [requests.length, readUpdates(app.services).newest]
    for (let times = 0; times < 2; times++) await lookForUpdates(app.services)
    await app.services.site.refresh()
    expect([requests.length - 1, readUpdates(app.services).newest]).toEqual(before)
  },
)

test('UPDATE_CHECK=off forbids it, and so does a site without UPDATE_URL', async () => {
  await change({ updateCheck: true })
  const forbidding: Record<string, string>[] = [{ UPDATE_CHECK: 'off' }, { UPDATE_URL: '' }]
  for (const env of forbidding) {
    const given = readConfig({ UPDATE_URL: app.services.config.updateUrl, ...env })
    const config = { ...app.services.config, site: given.site, updateUrl: given.updateUrl }
    const services = { ...app.services, config, site: new Site({ ...app.services, config }) }
    onTestFinished(() => services.site.stop())
    expect(readSiteSettings(services).updateCheck).toEqual({ value: false, isFixed: true })
    app.clock.advance(25 * hourMs)
    const before = requests.length
    await lookForUpdates(services)
    expect(requests).toHaveLength(before)
    expect(readUpdates(services)).toMatchObject(nothing)
    await expect(changeSiteSettings(services, { updateCheck: true })).rejects.toThrow(
      'set by the environment',
    )
  }
})
