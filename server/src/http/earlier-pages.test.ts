import { pageVersion, pageVersionHeader } from '@grouplight/contract/endpoint.ts'
import { expect, test } from 'vitest'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const browser = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', accept: '*/*' }

test('a page that was opened before the upgrade reads and sets availability with the earlier field names', async () => {
  const ana = await app.signUp('Ana')
  const { id } = await app.groupOf(ana)
  const path = `/api/groups/${id}/members/${ana.userId}/availability`
  const set = await ana.request('PUT', path, { available: false }, browser)
  expect(set).toMatchObject({ status: 200, body: { status: false, available: false } })
  const { body } = await ana.request('GET', '/api/dashboard', undefined, browser)
  const { account, dashboard } = body as {
    account: { userId: string }
    dashboard: { groups: Record<string, unknown>[] }
  }
  const [group] = dashboard.groups
  expect(account.userId).toBe(ana.userId)
  expect(group?.createdAt).toBe(group?.created)
  expect(group?.members).toEqual([expect.objectContaining({ available: false, since: expect.any(String) })])
})

test('for pages of this release and for API clients, only the specified field names exist', async () => {
  const ana = await app.signUp('Ana')
  const { id } = await app.groupOf(ana)
  const path = `/api/groups/${id}/members/${ana.userId}/availability`
  for (const headers of [{}, { ...browser, [pageVersionHeader]: pageVersion }]) {
    expect((await ana.request('PUT', path, { available: false }, headers)).status).toBe(400)
    const { body } = await ana.request('GET', `/api/groups/${id}`, undefined, headers)
    expect(body).toMatchObject({ created: expect.any(String), members: [{ status: true }] })
    expect(JSON.stringify(body)).not.toMatch(/"(available|since|createdAt)"/)
  }
})

test('downloads and the API document contain only the specified field names, even in a browser', async () => {
  const ana = await app.signUp('Ana')
  const download = { ...browser, 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' }
  const { body } = await ana.request('GET', '/api/account/export', undefined, download)
  expect(body).toMatchObject({ account: { uid: ana.userId } })
  expect(body).not.toMatchObject({ account: { userId: expect.anything() } })
  const page = { ...browser, accept: 'application/json,*/*' }
  const document = await ana.request('GET', '/api/docs/json', undefined, page)
  expect(JSON.stringify(document.body)).toContain('"uid"')
  expect(document.body).toEqual((await ana.request('GET', '/api/docs/json')).body)
})
