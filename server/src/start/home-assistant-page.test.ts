import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { api } from '#testing/api.ts'
import { blocksOf } from '#testing/page-blocks.ts'
import { useTestApp } from '#testing/test-app.ts'

type Entity = { name: string; value_template: string; json_attributes?: string[] }
type Polled = { resource: string; headers: Headers; sensor: Entity[]; binary_sensor: Entity[] }
type Command = { url: string; method: string; headers: Headers; content_type: string; payload: string }
type Action = { action: string; target?: { entity_id: string }; data?: Record<string, unknown> }
type Headers = Record<string, string>
type Configuration = {
  rest: [Polled]
  rest_command: Record<string, Command>
  template: [{ switch: [{ state: string; turn_on: Action[]; turn_off: Action[] }] }]
}

const blocks = blocksOf('home-assistant.md').filter(({ language }) => language === 'yaml')
// The headers that Home Assistant's HTTP client adds to the configured headers.
const added = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'HomeAssistant/2026.11.1 aiohttp/3.13.2 Python/3.14',
}

const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')
let groupId: string
let key: string
let config: Configuration

beforeAll(async () => {
  groupId = (await app.groupOf(ana, ben)).id
  key = (await ana.ok(api.createKey, { body: { name: 'Home', maySwitch: true, groupIds: [groupId] } })).token
  config = read(textWith('rest_command:'))
})

function textWith(part: string): string {
  const text = blocks.find(({ text }) => text.includes(part))?.text
  if (text === undefined) throw new Error(`No block contains ${part}`)
  return text
}

/** Parses a YAML block of the page as Home Assistant does, with the test's values instead of the placeholders. */
function read(text: string) {
  const [name = '', secret = ''] =
    textWith('# secrets.yaml')
      .split('\n')[1]
      ?.split(/: (.*)/) ?? []
  const secrets: Headers = { [name]: secret.replace('gl_YOUR-KEY', key) }
  const own = text
    .replaceAll('https://light.example', app.url)
    .replaceAll('GROUP', groupId)
    .replaceAll('/ME/', `/${ana.userId}/`)
  return parse(own, {
    customTags: [
      { tag: '!secret', resolve: (name: string) => secrets[name] },
      { tag: '!input', resolve: (name: string) => `input ${name}` },
    ],
  })
}

/** Renders a template that contains only paths into `values`, such as `{{ value_json.name }}`. */
function render(template: string, values: object): string {
  return template.replace(/{{ ([\w.[\]]+) }}/g, (_, path: string) => {
    const keys = path.split(/[.[\]]+/).filter(Boolean)
    const value = keys.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], values)
    expect(value, path).toBeDefined()
    return String(value)
  })
}

async function send(method: string, url: string, headers: Headers, body?: string) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request(url, { method, headers: { ...added, ...headers, ...length } }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, type: response.headers['content-type'], body: await json(response) }
}

async function poll() {
  const [{ resource, headers, sensor, binary_sensor }] = config.rest
  const { status, type, body } = await send('GET', resource, headers)
  expect([status, type]).toEqual([200, expect.stringMatching(/^application\/json/)])
  for (const name of sensor.flatMap(({ json_attributes = [] }) => json_attributes))
    expect(body).toHaveProperty(name)
  const states = [...sensor, ...binary_sensor].map(({ name, value_template }) => [
    name,
    render(value_template, { value_json: body }),
  ])
  return Object.fromEntries(states)
}

async function act({ action, target, data = {} }: Action): Promise<void> {
  if (action === 'homeassistant.update_entity')
    return expect(target?.entity_id).toBe('binary_sensor.my_light')
  const command = config.rest_command[action.replace('rest_command.', '')]
  if (!command) throw new Error(`${action} is not configured`)
  const headers = { ...command.headers, 'content-type': command.content_type }
  const answer = await send(command.method.toUpperCase(), command.url, headers, render(command.payload, data))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('the sensors of docs/home-assistant.md read the group, and the switch changes the availability of the user', async () => {
  const [{ switch: switches }] = config.template
  expect(switches[0].state).toContain("'binary_sensor.my_light', 'on'")
  for (const [actions, mine, count] of [
    [switches[0].turn_off, 'false', '1'],
    [switches[0].turn_on, 'true', '2'],
  ] as const) {
    for (const action of actions) await act(action)
    expect(await poll()).toEqual({ 'Available in my group': count, 'My light': mine })
  }
})

test('the automation of docs/home-assistant.md makes the user Available for an hour', async () => {
  const { actions } = read(textWith('minutes: 60')) as { actions: Action[] }
  const before = app.clock.now().getTime()
  for (const action of actions) await act(action)
  const { members } = await ana.group(groupId)
  expect(Date.parse(members[0]?.until ?? '')).toBeGreaterThanOrEqual(before + 60 * 60_000)
})

test('the blueprint of docs/home-assistant.md uses exactly the inputs that it declares', () => {
  const { blueprint, ...automation } = read(textWith('blueprint:'))
  const used = new Set(JSON.stringify(automation).match(/(?<="input )\w+/g))
  expect(used).toEqual(new Set(Object.keys(blueprint.input)))
  expect(Object.keys(automation).sort()).toEqual(['actions', 'mode', 'triggers'])
})
