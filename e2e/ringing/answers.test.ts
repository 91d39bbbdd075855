import { setAvailability } from '@grouplight/contract/availability.ts'
import { type Group, readGroup } from '@grouplight/contract/group.ts'
import { setAskingInterval, updateQuestionSettings } from '@grouplight/contract/question.ts'
import { readRingingSettings } from '@grouplight/contract/ringing-settings.ts'
import { minuteMs } from '../../server/src/platform/clock.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { setStatus } from '../fixtures/group.ts'
import type { Phone } from '../fixtures/phone.ts'
import type { Server } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const asked = 'Still available in Choir?'

/** Returns the user's own entry in the group's list of members. */
async function own({ api }: BrowserUser, { id: groupId }: Group) {
  const { members } = await api.ok(readGroup, { params: { groupId } })
  return members.find(({ userId }) => userId === api.userId)
}

/**
 * Registers the phone for pushes, sets the interval of the group to an hour, and advances the clock until the server asks the
 * user. Does not deliver the push about the question.
 */
async function ask(user: BrowserUser, { group, phone, server }: Asking): Promise<void> {
  await phone.ring()
  await user.api.ok(setAskingInterval, { params: { groupId: group.id }, body: { minutes: 60 } })
  await server.advance(61 * minuteMs)
}

async function askOnPhone(user: BrowserUser, asking: Asking): Promise<void> {
  await ask(user, asking)
  await asking.phone.receive()
  await expectAsked(asking.phone)
}

async function expectAsked(phone: Phone): Promise<void> {
  await expect.poll(() => phone.shown()).toContainEqual(expect.objectContaining({ title: asked }))
}

type Asking = { group: Group; phone: Phone; server: Pick<Server, 'advance'> }

test.use({ receivesPushes: true })

test('the question can be answered on the push, without opening a page', async ({
  ana,
  server,
  phone,
  choir,
}) => {
  await askOnPhone(ana, { group: choir, phone, server })
  await expect
    .poll(() => phone.shown())
    .toContainEqual(expect.objectContaining({ title: asked, actions: ['Yes', 'Not any more'] }))
  expect(await own(ana, choir)).toMatchObject({ status: true, unconfirmedSince: expect.any(String) })
  await phone.tap(asked, 'confirm')
  await expect.poll(async () => (await own(ana, choir))?.unconfirmedSince).toBeUndefined()
  expect(await own(ana, choir)).toMatchObject({ status: true })
  await expect.poll(() => phone.shown()).not.toContainEqual(expect.objectContaining({ title: asked }))

  await server.advance(61 * minuteMs)
  await phone.receive()
  await expectAsked(phone)
  await phone.tap(asked, 'end')
  await expect.poll(async () => (await own(ana, choir))?.status).toBe(false)
  await expect(ana.page).toHaveURL('/profile/alerts')
})

test('an answer that comes too late changes nothing, and a notification says that the answer was not saved', async ({
  ana,
  server,
  phone,
  choir,
}) => {
  await askOnPhone(ana, { group: choir, phone, server })
  await setStatus(ana, choir, false)
  await phone.tap(asked, 'confirm')
  await expect
    .poll(() => phone.shown())
    .toContainEqual(
      expect.objectContaining({
        title: 'Your answer was not saved',
        body: 'Nothing has changed. Please open the app.',
      }),
    )
  expect(await own(ana, choir)).toMatchObject({ status: false })
})

test('an answer changes nothing if another user of the same browser was asked the question', async ({
  ana,
  ben,
  server,
  phone,
  choir,
}) => {
  await ask(ana, { group: choir, phone, server })
  const { plaintext } = await phone.next()
  await phone.deliver(plaintext.replaceAll(ana.api.userId, ben.api.userId))
  await expectAsked(phone)
  await phone.tap(asked, 'confirm')
  await expect
    .poll(() => phone.shown())
    .toContainEqual(expect.objectContaining({ title: 'Your answer was not saved' }))
  expect(await own(ana, choir)).toMatchObject({ unconfirmedSince: expect.any(String) })
})

test('the reminder of an end offers another hour with the same note, and an end of the reminders', async ({
  ana,
  server,
  phone,
  choir,
}) => {
  await phone.ring()
  const params = { groupId: choir.id, userId: ana.api.userId }
  const body = { status: true, forMinutes: 10, note: 'coffee' }
  const { until } = await ana.api.ok(setAvailability, { params, body })
  await server.advance(6 * minuteMs)
  await phone.receive()
  await expect
    .poll(() => phone.shown())
    .toContainEqual(expect.objectContaining({ title: 'Choir', actions: ['+1 hour', 'Don’t remind me'] }))
  await phone.tap('Choir', 'available')
  const later = new Date(Date.parse(until ?? '') + 60 * minuteMs).toISOString()
  await expect.poll(() => own(ana, choir)).toMatchObject({ status: true, until: later, note: 'coffee' })

  await server.advance(60 * minuteMs)
  await phone.receive()
  await expect.poll(() => phone.shown()).toContainEqual(expect.objectContaining({ title: 'Choir' }))
  await phone.tap('Choir', 'stopReminding')
  await expect.poll(async () => (await ana.api.ok(readRingingSettings)).remindsOfEnds).toBe(false)
  await expect.poll(() => phone.shown()).not.toContainEqual(expect.objectContaining({ title: 'Choir' }))
  const reminders = ana.page.getByRole('switch', { name: 'Remind me of ends' })
  await expect(reminders).toHaveAttribute('aria-checked', 'false')
  await reminders.click()
  await expect(reminders).toHaveAttribute('aria-checked', 'true')
})

test('an answer to a prompt makes the user Available until the chosen time, or changes nothing', async ({
  ana,
  server,
  phone,
  choir,
}) => {
  await setStatus(ana, choir, false)
  await phone.ring()
  const time = (afterMinutes: number) =>
    new Date(Date.now() + afterMinutes * minuteMs).toISOString().slice(11, 16)
  const prompt = { days: [1, 2, 3, 4, 5, 6, 7], time: time(10), until: time(130), timeZone: 'UTC' }
  await ana.api.ok(updateQuestionSettings, { params: { groupId: choir.id }, body: { prompt } })
  const title = 'Are you available in Choir?'
  const actions = [`Until ${prompt.until}`, 'Not today']

  await server.advance(11 * minuteMs)
  await phone.receive()
  await expect.poll(() => phone.shown()).toContainEqual(expect.objectContaining({ title, actions }))
  await phone.tap(title, 'dismiss')
  await expect.poll(() => phone.shown()).not.toContainEqual(expect.objectContaining({ title }))
  expect(await own(ana, choir)).toMatchObject({ status: false })

  await server.advance(24 * 60 * minuteMs)
  await phone.receive()
  await expect.poll(() => phone.shown()).toContainEqual(expect.objectContaining({ title }))
  await phone.tap(title, 'available')
  await expect.poll(async () => (await own(ana, choir))?.status).toBe(true)
  expect((await own(ana, choir))?.until?.slice(11, 16)).toBe(prompt.until)
  await expect(ana.page).toHaveURL('/profile/alerts')
})
