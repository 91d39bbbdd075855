import { expect, test } from 'vitest'
import { composeHook, ntfyAddress, telegramAddress } from './compose-hook.ts'
import type { GroupCounts, HookContent, HookContext, HookKind, OwnStatus } from './hook-content.ts'

const at = (time: string) => new Date(`2026-03-02T${time}Z`)
const group = { id: 'g1', name: 'Crew' }
const context: HookContext = {
  url: 'https://hooks.example/in',
  token: null,
  language: 'en',
  timeZone: 'Europe/Berlin',
  hidesNames: false,
  names: [],
  callText: null,
  createdAt: at('13:07:21.500'),
  now: at('13:07:22'),
  appUrl: 'https://light.example',
  appName: 'Grouplight',
}
const status: HookContent = {
  type: 'notification',
  push: {
    kind: 'membership.status',
    group,
    user: 'Ana',
    noticeId: 7,
    endMs: at('15:30:59').getTime(),
  },
}
const own: OwnStatus = { type: 'availability.changed', group, status: true, endMs: null }
const counts: GroupCounts = {
  type: 'group.changed',
  group,
  available: 2,
  unconfirmed: 0,
  members: 5,
  needed: null,
  coverage: null,
  shownIds: null,
}

function compose(kind: HookKind, content: HookContent, changed: Partial<HookContext> = {}) {
  const { body, ...request } = composeHook(kind, content, { ...context, ...changed })
  return { ...request, body: JSON.parse(body) }
}

test('ntfy gets JSON at the address of its server, with the topic, a priority and the address that a click opens', () => {
  const target = { url: 'https://ntfy.example/ana-rings', token: 'tk_1' }
  expect(compose('ntfy', status, target)).toEqual({
    url: 'https://ntfy.example/',
    headers: { 'content-type': 'application/json', authorization: 'Bearer tk_1' },
    body: {
      topic: 'ana-rings',
      title: 'Ana is now available',
      message: 'Crew · until 16:30',
      priority: 4,
      tags: ['green_circle'],
      click: 'https://light.example/groups/g1?notice=7',
    },
  })
  expect(compose('ntfy', status, { ...target, token: null }).headers).not.toHaveProperty('authorization')
})

test('the address of an ntfy hook must end with the name of a topic, and may have a path before it', () => {
  expect(ntfyAddress('https://a.example/push/door/')).toEqual({
    root: 'https://a.example/push/',
    topic: 'door',
  })
  for (const url of ['https://a.example', 'https://a.example/', 'https://a.example/two.words'])
    expect(() => ntfyAddress(url), url).toThrow('names no topic')
})

test('Gotify gets a message with the application token in a header', () => {
  expect(compose('gotify', status, { url: 'https://gotify.example/', token: 'Aabc' })).toEqual({
    url: 'https://gotify.example/message',
    headers: { 'content-type': 'application/json', 'x-gotify-key': 'Aabc' },
    body: {
      title: 'Ana is now available',
      message: 'Crew · until 16:30',
      priority: 8,
      extras: { 'client::notification': { click: { url: 'https://light.example/groups/g1?notice=7' } } },
    },
  })
})

test('a signed webhook gets type, time and data of the content, with all times rounded down to the minute', () => {
  expect(compose('webhook', status)).toEqual({
    url: 'https://hooks.example/in',
    headers: { 'content-type': 'application/json' },
    body: {
      type: 'notification',
      timestamp: '2026-03-02T13:07:00.000Z',
      data: {
        kind: 'membership.status',
        title: 'Ana is now available',
        message: 'Crew · until 16:30',
        url: 'https://light.example/groups/g1?notice=7',
        group,
        user: 'Ana',
        until: '2026-03-02T15:30:00.000Z',
      },
    },
  })
})

test('a hook sends the availability of its user, with the end if there is one', () => {
  const ending = { ...own, endMs: at('15:30:59').getTime() }
  expect(compose('webhook', ending).body.data).toEqual({
    groupId: 'g1',
    group: 'Crew',
    status: true,
    until: '2026-03-02T15:30:00.000Z',
  })
  const ntfy = { url: 'https://ntfy.example/t' }
  const texts = [own, ending, { ...own, status: false }].map(content => compose('ntfy', content, ntfy).body)
  expect(texts.map(({ message }) => message)).toEqual([
    'You are now available in Crew',
    'You are available in Crew until 16:30',
    'You are no longer available in Crew',
  ])
  expect(texts[0]).toMatchObject({ title: 'Grouplight', priority: 2, tags: ['green_circle'] })
  expect(texts[2].tags).toEqual(['white_circle'])
})

test('a hook of a user who hides names sends no name of a user or a group', () => {
  for (const kind of ['ntfy', 'gotify', 'webhook'] as const)
    for (const content of [status, own, { ...own, status: false }]) {
      const { body } = compose(kind, content, { url: 'https://a.example/t', hidesNames: true })
      expect(JSON.stringify(body)).not.toMatch(/Ana|Crew/)
    }
})

test('a hook of a group sends the names of Available members only if it is set to send names', () => {
  const expected = {
    groupId: 'g1',
    group: 'Crew',
    available: 2,
    unconfirmed: 0,
    members: 5,
    needed: null,
    coverage: null,
  }
  expect(compose('webhook', counts).body.data).toEqual(expected)
  const names = ['Ana', 'Ben']
  const named = { ...counts, shownIds: ['a', 'b'] }
  expect(compose('webhook', named, { names }).body.data).toEqual({ ...expected, names })
  expect(compose('chat', named, { names }).body).toEqual({ text: 'Crew: 2 available\nAna, Ben' })
})

test('a chat gets the number of Available members in a sentence, with the coverage if there is a needed number', () => {
  const text = (changed: Partial<GroupCounts>, language: 'en' | 'de' | 'ar' = 'en') =>
    compose('chat', { ...counts, ...changed }, { language }).body.text
  expect(text({ available: 0 })).toBe('Crew: nobody is available')
  expect(text({ needed: 3, coverage: 'short' })).toBe('Crew: 2 available, too few (3 needed)')
  expect(text({ needed: 2, coverage: 'enough' })).toBe('Crew: 2 available, enough (2 needed)')
  expect(text({ unconfirmed: 1, needed: 3, coverage: 'short' })).toBe(
    'Crew: 2 available, 1 not confirmed, too few (3 needed)',
  )
  expect(text({ available: 0, unconfirmed: 2 })).toBe('Crew: nobody is available, 2 not confirmed')
  expect(text({ unconfirmed: 1 }, 'de')).toBe('Crew: 2 verfügbar, 1 nicht bestätigt')
  expect(text({ needed: 3, coverage: 'short' }, 'de')).toBe('Crew: 2 verfügbar, zu wenige (3 gebraucht)')
  expect(text({}, 'ar')).toBe('\u2068Crew\u2069: عدد المتاحين 2')
})

test('the name of a group can neither mention anybody in a chat nor become a link', () => {
  const name = '<!channel> @all [here](https://a.example) & co'
  const { text } = compose('chat', { ...counts, group: { id: 'g1', name } }).body
  expect(text).toBe('&lt;!channel&gt; @\u200ball [here]\u200b(https://a.example) &amp; co: 2 available')
})

test('the message of a test says that it is a test', () => {
  expect(compose('gotify', { type: 'test' }, { language: 'de' }).body.message).toBe('Das ist ein Test.')
  expect(compose('webhook', { type: 'test' }).body).toMatchObject({
    type: 'test',
    data: { message: 'This is a test.' },
  })
})

test('Discord and Telegram get plain text, in which names neither mention anybody nor become links', () => {
  const name = '@all [here](https://a.example) *co*'
  const named = { ...counts, group: { id: 'g1', name } }
  const discord = compose('discord', named, { names: ['Ana'] })
  expect(discord.url).toBe('https://hooks.example/in')
  expect(discord.body).toEqual({
    content: '\\@all \\[here\\]\\(https\\://a.example\\) \\*co\\*\\: 2 available\nAna',
    allowed_mentions: { parse: [] },
  })
  const url = 'https://api.telegram.org/bot1:x/sendMessage?chat_id=-100'
  const telegram = compose('telegram', named, { url })
  expect(telegram.url).toBe('https://api.telegram.org/bot1:x/sendMessage')
  expect(telegram.body).toEqual({
    chat_id: '-100',
    text: '@\u200ball [here](https://a.example) *co*: 2 available',
    link_preview_options: { is_disabled: true },
  })
  for (const wrong of ['https://api.telegram.org/bot1:x/sendMessage', 'https://a.example/?chat_id=1'])
    expect(() => telegramAddress(wrong), wrong).toThrow('names no chat')
})

test('a signed webhook gets the numbers of a call, and what it asks if the hook tells that', () => {
  const call = { id: 'c1', count: 1, needed: 2, endMs: at('15:30:59').getTime() }
  const content: HookContent = { type: 'call.opened', group, call }
  const data = {
    groupId: 'g1',
    group: 'Crew',
    callId: 'c1',
    count: 1,
    needed: 2,
    until: '2026-03-02T15:30:00.000Z',
  }
  expect(compose('webhook', content).body).toMatchObject({ type: 'call.opened', data })
  expect(compose('webhook', content, { callText: 'Coffee?' }).body.data).toEqual({ ...data, text: 'Coffee?' })
})
