import { openCall, withdrawCall } from '@grouplight/contract/ask-around.ts'
import { type Group, readGroup, setAskers } from '@grouplight/contract/group.ts'
import { hourMs } from '../../server/src/platform/clock.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import type { Phone } from '../fixtures/phone.ts'
import type { Server } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ receivesPushes: true })

type Asking = {
  ana: BrowserUser
  ben: BrowserUser
  choir: Group
  phone: Phone
  server: Pick<Server, 'advance'>
}

const title = 'Ben asks'

/** Ben asks the choir. The push for Ana’s phone is not delivered. */
async function ask({ ana, ben, choir, phone, server }: Asking) {
  await ana.api.ok(setAskers, { params: { groupId: choir.id }, body: { askers: 'members' } })
  await phone.ring()
  await server.advance(hourMs)
  const body = { text: 'Fire drill', needed: 1, forMinutes: 60 }
  const call = await ben.api.ok(openCall, { params: { groupId: choir.id }, body })
  const { plaintext } = await phone.next()
  return { call, plaintext }
}

const shows = (phone: Phone, shown: { title: string; body?: string; actions?: string[] }) =>
  expect.poll(() => phone.shown()).toContainEqual(expect.objectContaining(shown))

const countOf = async ({ api }: BrowserUser, { id: groupId }: Group) =>
  (await api.ok(readGroup, { params: { groupId } })).calls?.map(({ count }) => count)

test('a question is answered on the push, and the answer is taken back there', async ({
  ana,
  ben,
  choir,
  phone,
  server,
}) => {
  const { plaintext } = await ask({ ana, ben, choir, phone, server })
  await phone.deliver(plaintext)
  await shows(phone, { title, actions: ['I can', 'I can’t'] })
  await phone.tap(title, 'can')
  await shows(phone, { title: 'You said you can.', actions: ['Take back'] })
  expect(await countOf(ben, choir)).toEqual([1])
  await phone.tap('You said you can.', 'take-back')
  await expect.poll(() => countOf(ben, choir)).toEqual([0])
})

test('an answer that comes too late is no failure', async ({ ana, ben, choir, phone, server }) => {
  const { call, plaintext } = await ask({ ana, ben, choir, phone, server })
  await phone.deliver(plaintext)
  await shows(phone, { title })
  await ben.api.ok(withdrawCall, { params: { callId: call.id } })
  await phone.tap(title, 'can')
  await shows(phone, { title: 'This is over.', actions: [] })
})

test('an answer for another user of the browser, or without a session, is not sent, and can be tapped again', async ({
  ana,
  ben,
  choir,
  phone,
  server,
}) => {
  const { plaintext } = await ask({ ana, ben, choir, phone, server })
  const notSent = { title: 'Not sent', body: 'Tap to answer.', actions: ['I can', 'I can’t'] }
  await phone.deliver(plaintext.replaceAll(ana.api.userId, ben.api.userId))
  await shows(phone, { title })
  await phone.tap(title, 'can')
  await shows(phone, notSent)
  await ana.context.clearCookies()
  await phone.deliver(plaintext)
  await shows(phone, { title })
  await phone.tap(title, 'can')
  await shows(phone, notSent)
  expect(await countOf(ben, choir)).toEqual([0])
})

test('where notifications have no actions, a tap opens the question, and its answers are the first buttons', async ({
  ana,
  ben,
  choir,
  phone,
  server,
}) => {
  const { call, plaintext } = await ask({ ana, ben, choir, phone, server })
  await phone.deliver(plaintext)
  await shows(phone, { title })
  await phone.tap(title)
  await expect(ana.page).toHaveURL(`/groups/${choir.id}?call=${call.id}`)
  const first = ana.page.getByRole('main').getByRole('button').first()
  await expect(first).toHaveText('I can')
  await first.click()
  await expect(ana.page.getByText('Found: Ana · Fire drill')).toBeVisible()
  expect(await countOf(ben, choir)).toEqual([1])
})
