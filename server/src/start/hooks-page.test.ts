import { beforeAll, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { minuteMs } from '#platform/clock.ts'
import { api } from '#testing/api.ts'
import { type HookRequest, openSigned } from '#testing/hook-receiver.ts'
import { blocksOf, shapeOf } from '#testing/page-blocks.ts'
import { useHookReceiver } from '#testing/shared-server.ts'
import { useTestApp } from '#testing/test-app.ts'

const blocks = blocksOf('home-assistant.md')
const receiver = await useHookReceiver()
const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string

beforeAll(async () => {
  groupId = (await app.groupOf(ana, ben)).id
})
beforeEach(async () => {
  for (const { id } of (await ana.ok(api.listPersonalHooks)).hooks)
    await ana.ok(api.removePersonalHook, { params: { hookId: id } })
  receiver.requests.length = 0
  // Within 5 minutes, a hook tells only once that the same member has become Available.
  app.clock.advance(6 * minuteMs)
})

async function setStatus(who: typeof ana, status: boolean, forMinutes?: number): Promise<void> {
  await who.turn(groupId, status, { forMinutes })
}

/** Checks that a received request has the headers, the fields and the types of the request that the page shows for this path. */
function expectShown({ path, headers, body }: HookRequest): void {
  const shown = blocks.find(({ language, text }) => language === 'http' && text.startsWith(`POST ${path}\n`))
  const [head = '', content = ''] = shown?.text.split('\n\n') ?? []
  const names = head
    .split('\n')
    .slice(1)
    .map(line => line.split(':')[0] ?? '')
  expect(names.length).toBeGreaterThan(0)
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(names))
  expect(headers['content-type']).toBe('application/json')
  expect(shapeOf(JSON.parse(body))).toEqual(shapeOf(JSON.parse(content)))
}

test('a webhook of Home Assistant receives the availability in the fields that the templates of docs/home-assistant.md read', async () => {
  const text = blocks.find(({ text }) => text.includes('trigger: webhook'))?.text ?? ''
  const [{ triggers, conditions, binary_sensor }] = parse(text.replaceAll('GROUP', groupId)).template
  const path = `/api/webhook/${triggers[0].webhook_id}`
  await setStatus(ana, false)
  const { secret } = await receiver.add(ana, path, { tellsNotifications: false, tellsOwnStatus: true })
  await setStatus(ana, true, 90)
  const [request] = await receiver.waitFor(path)
  if (!request) throw new Error('Nothing was received.')
  expectShown(request)
  openSigned(request, secret, app.clock)

  const trigger = { json: JSON.parse(request.body) }
  const found = (path: string) =>
    path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], { trigger })
  const wanted = [...conditions[0].value_template.matchAll(/([\w.]+) == '([^']*)'/g)]
  expect(wanted).toHaveLength(2)
  for (const [, path, value] of wanted) expect(found(path)).toBe(value)
  const [, state] = /^{{ ([\w.]+) }}$/.exec(binary_sensor[0].state) ?? []
  expect(found(state ?? '')).toBe(true)
})

test.each([
  ['ntfy', '/', '/ana-rings'],
  ['gotify', '/message', ''],
] as const)('%s receives a request as it is shown in docs/home-assistant.md', async (kind, path, address) => {
  await setStatus(ben, false)
  await receiver.add(ana, address, { kind, token: 'a-token' })
  await setStatus(ben, true)
  const [request] = await receiver.waitFor(path)
  if (!request) throw new Error('Nothing was received.')
  expectShown(request)
  expect(JSON.parse(request.body)).toMatchObject({
    title: 'Ben is now available',
    message: 'Mountain Rescue',
  })
})
