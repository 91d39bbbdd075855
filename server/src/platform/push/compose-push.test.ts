import type { PushPayload } from '@grouplight/contract/push.ts'
import { readCatalogue } from '@grouplight/locales/src/catalogue.ts'
import { languageCodes } from '@grouplight/locales/src/languages.ts'
import { describe, expect, test } from 'vitest'
import { composePush } from './compose-push.ts'
import type { NotificationKind, PushContent, PushKind } from './push-content.ts'

const reader = {
  userId: 'user00000001',
  language: 'en',
  timeZone: 'Europe/Berlin',
  now: new Date('2026-03-12T12:00:00Z'),
  unread: 3,
  hidesNames: false,
  appUrl: 'https://lights.example.org',
  appName: 'Lights',
} as const
const group = { id: 'group0000001', name: 'Crew' }
const compose = (content: PushContent, more: Partial<Parameters<typeof composePush>[1]> = {}) =>
  JSON.parse(composePush(content, { ...reader, ...more })) as PushPayload

test('the push of a status notice names the member and the group, and opens the group with the notice in the address', () => {
  expect(compose({ kind: 'membership.status', group, user: 'Ben', noticeId: 7 })).toEqual({
    web_push: 8030,
    mutable: true,
    notification: {
      title: 'Ben is now available',
      body: 'Crew',
      navigate: 'https://lights.example.org/groups/group0000001?notice=7',
      lang: 'en',
      dir: 'ltr',
      tag: 'membership.status group0000001',
      silent: false,
      actions: [{ action: 'mute', title: 'Mute for 1 h' }],
      data: { kind: 'membership.status', groupId: 'group0000001', noticeId: 7 },
    },
    app_badge: 3,
  })
})

test('a push about a group that the recipient cannot see opens the dashboard', () => {
  for (const kind of ['group.deleted.member', 'membership.removed', 'invitation.received'] as const) {
    const { notification } = compose({ kind, group, user: 'Ben' })
    expect(notification.navigate).toBe('https://lights.example.org/dashboard')
  }
})

test("a push about the recipient's own keys or hooks opens the profile at the section of the keys or hooks", () => {
  const addressOf = (content: PushContent) => compose(content).notification.navigate
  expect(addressOf({ kind: 'admin.ending', count: 7, noticeId: 7 })).toBe(
    'https://lights.example.org/profile/connections?notice=7#keys',
  )
  expect(addressOf({ kind: 'admin.failed' })).toBe('https://lights.example.org/profile/connections#hooks')
})

test('with hidden names, the push of a status notice says that somebody is available, and three other pushes say that something happened', () => {
  const textOf = (kind: PushKind) => {
    const { title, body } = compose({ kind, group, user: 'Ben' }, { hidesNames: true }).notification
    return { title, body }
  }
  expect(textOf('membership.status')).toEqual({ title: 'Somebody is available', body: 'Lights' })
  for (const kind of ['invitation.received', 'membership.left.creator', 'group.deleted.member'] as const)
    expect(textOf(kind)).toEqual({ title: 'Lights', body: 'There’s news in your groups.' })
})

test('the push of a question has the actions “Yes” and “Not any more”', () => {
  const { title, body, actions } = compose({ kind: 'membership.asked', group, noticeId: 7 }).notification
  expect([title, body]).toEqual(['Still available in Crew?', 'Lights'])
  expect(actions).toEqual([
    { action: 'confirm', title: 'Yes' },
    { action: 'end', title: 'Not any more' },
  ])
})

test('the push of a prompt has an action to become Available until the offered end, and an action to dismiss the prompt', () => {
  const until = { at: '2026-03-02T21:00:00.000Z', time: '22:00' }
  const { title, body, actions, data } = compose({ kind: 'availability.prompt', group, until }).notification
  expect([title, body]).toEqual(['Are you available in Crew?', 'Lights'])
  expect(actions).toEqual([
    { action: 'available', title: 'Until 22:00' },
    { action: 'dismiss', title: 'Not today' },
  ])
  expect(data).toEqual({
    kind: 'availability.prompt',
    groupId: group.id,
    userId: reader.userId,
    until: until.at,
  })
})

test('the push of a status notice has actions, but a test push and a push about a member who left have none', () => {
  const withAction = (['membership.status', 'membership.left.creator', 'device.test'] as const).filter(
    kind => compose({ kind, group, user: 'Ben' }).notification.actions,
  )
  expect(withAction).toEqual(['membership.status'])
})

describe.each(languageCodes)('in %s', language => {
  const kinds: PushKind[] = [
    ...(Object.keys(readCatalogue('en', 'notice')) as NotificationKind[]),
    ...(['admin.announced', 'invitation.received', 'availability.prompt'] as const),
    ...(['device.confirmation', 'device.test', 'device.unseen'] as const),
  ]
  test.each(kinds)('a push of the kind %s names neither a user nor a group if names are hidden', kind => {
    const isAboutGroups = !/^(device\.|admin\.announced)/.test(kind)
    const about = isAboutGroups ? { group: { ...group, name: 'Secret' }, user: 'Zebulon', noticeId: 7 } : {}
    const content = { kind, ...about, count: 2, needed: 3, message: 'Tonight' }
    const shown = compose(content, { language, hidesNames: true })
    expect(JSON.stringify(shown)).not.toMatch(/Zebulon|Secret/)
    const named = compose(content, { language })
    for (const text of [shown.notification.title, shown.notification.body])
      expect(text).not.toMatch(/^$|[{}]|undefined/)
    const withoutText = (payload: PushPayload) => ({
      ...payload,
      notification: { ...payload.notification, title: '', body: '' },
    })
    expect(withoutText(shown)).toEqual(withoutText(named))
    if (!isAboutGroups) expect(shown).toEqual(named)
  })

  test('the JSON of a push has at most 3,000 bytes, however long its names and its text are', () => {
    for (const character of ['x', '"', '\\', '\u0001', 'ß', '漢', '👩‍🚒'])
      for (const kind of ['membership.status', 'membership.joined.member', 'admin.announced'] as const) {
        const names = { group: { ...group, name: character.repeat(500) }, user: character.repeat(500) }
        const content = { kind, ...names, message: character.repeat(900) }
        const json = composePush(content, { ...reader, language })
        expect(Buffer.byteLength(json)).toBeLessThanOrEqual(3_000)
        expect(JSON.parse(json).notification.title).not.toBe('')
      }
  })
})

describe('an end', () => {
  const endMs = Date.parse('2026-03-12T21:30:00Z')
  const status = { kind: 'membership.status', group, user: 'Ben', endMs, note: 'coffee' } as const

  test.each([
    ['en', 'Europe/Berlin', 'Crew · until 22:30 · coffee'],
    ['de', 'Europe/Berlin', 'Crew · bis 22:30 · coffee'],
    ['en', 'Asia/Tokyo', 'Crew · until Fri 06:30 · coffee'],
    ['ar', 'Europe/Berlin', '\u2068Crew\u2069 · حتى \u206822:30\u2069 · coffee'],
    ['en', null, 'Crew · coffee'],
  ] as const)(
    'in the language %s and the time zone %s, the push of a status notice with an end and a note shows: %s',
    (language, timeZone, body) => {
      expect(compose(status, { language, timeZone }).notification.body).toBe(body)
    },
  )

  test('with hidden names, the push of a status notice shows neither an end nor a note', () => {
    const { title, body } = compose(status, { hidesNames: true }).notification
    expect(title + body).toBe('Somebody is availableLights')
  })

  test('the reminder of an end has the actions “+1 hour” and “Don’t remind me”', () => {
    const { title, body, actions, data } = compose({
      kind: 'availability.ending',
      group,
      endMs,
      note: 'coffee',
    }).notification
    expect([title, body]).toEqual(['Crew', 'Your availability ends at 22:30'])
    expect(actions).toEqual([
      { action: 'available', title: '+1 hour' },
      { action: 'stopReminding', title: 'Don’t remind me' },
    ])
    expect(data).toMatchObject({ userId: reader.userId, until: '2026-03-12T22:30:00.000Z', note: 'coffee' })
  })

  test.each([
    ['en', 'Europe/Berlin', 'Your availability ends at 22:30'],
    ['de', 'Europe/Berlin', 'Deine Verfügbarkeit endet um 22:30'],
    ['ar', 'Europe/Berlin', 'ينتهي توفّرك في \u206822:30\u2069'],
    ['en', 'Asia/Tokyo', 'Your availability ends at 06:30'],
    ['en', null, 'Your availability ends soon'],
  ] as const)(
    'in the language %s and the time zone %s, the reminder of an end shows: %s',
    (language, timeZone, text) => {
      const content = { kind: 'availability.ending', group, endMs } as const
      const { notification } = compose(content, { language, timeZone })
      expect([notification.title, notification.body]).toEqual(['Crew', text])
      const hidden = compose(content, { language, timeZone, hidesNames: true }).notification
      expect([hidden.title, hidden.body]).toEqual([text, 'Lights'])
    },
  )
})
