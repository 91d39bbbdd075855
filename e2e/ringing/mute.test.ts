import { readRingingSettings } from '@grouplight/contract/ringing-settings.ts'
import { hourMs } from '../../server/src/platform/clock.ts'
import type { BrowserUser } from '../fixtures/browser-user.ts'
import { groupOf, setStatus } from '../fixtures/group.ts'
import { expect, test } from '../fixtures/test.ts'

/** Returns whether a mute that began after this instant lasts an hour. */
const isMutedForAnHour = async ({ api }: BrowserUser, sinceMs: number) => {
  const { mutedUntil } = await api.ok(readRingingSettings)
  const startMs = Date.parse(mutedUntil ?? '') - hourMs
  return startMs >= sinceMs && startMs <= Date.now()
}

test.use({ receivesPushes: true })

test('the action of a push mutes the user for an hour: the notification closes, and the device does not ring for the next member', async ({
  ana,
  ben,
  cyd,
  pushService,
  phone,
}) => {
  const group = await groupOf('Choir', ana, ben, cyd)
  for (const other of [ben, cyd]) await setStatus(other, group, false)
  const device = ben.api.userId
  await pushService.register(ben.api, device)
  await phone.ring()
  await setStatus(ben, group, true)
  await phone.receive()
  await expect
    .poll(() => phone.shown())
    .toContainEqual(expect.objectContaining({ title: 'Ben is now available', actions: ['Mute for 1 h'] }))

  const requests = pushService.requests.length
  const tappedAt = Date.now()
  await phone.tap('Ben is now available', 'mute')
  await expect.poll(() => phone.bodies()).not.toContain('Choir')
  await expect.poll(() => isMutedForAnHour(ana, tappedAt)).toBe(true)
  await expect(ana.page).toHaveURL('/profile/alerts')
  await setStatus(cyd, group, true)
  // The server decides about all devices of a group together, so Ben's device rings last.
  await pushService.pushesTo(device)
  expect(pushService.requests.slice(requests)).toEqual([device])
})

test('if muting by a push fails, a notification says so and offers to try again', async ({
  ana,
  ben,
  phone,
  choir,
}) => {
  await setStatus(ben, choir, false)
  await phone.ring()
  await setStatus(ben, choir, true)
  await phone.receive()
  await expect.poll(() => phone.bodies()).toContain('Choir')
  const cookies = await ana.context.cookies()
  await ana.context.clearCookies()
  await phone.tap('Ben is now available', 'mute')
  await expect
    .poll(() => phone.shown())
    .toContainEqual(
      expect.objectContaining({
        title: 'Muting failed',
        body: 'Your devices still ring. Please try again.',
        actions: ['Mute for 1 h'],
      }),
    )
  await expect.poll(() => phone.bodies()).not.toContain('Choir')
  expect((await ana.api.ok(readRingingSettings)).mutedUntil).toBeNull()

  await ana.context.addCookies(cookies)
  const tappedAt = Date.now()
  await phone.tap('Muting failed', 'mute')
  await expect.poll(() => isMutedForAnHour(ana, tappedAt)).toBe(true)
  await expect
    .poll(() => phone.shown())
    .not.toContainEqual(expect.objectContaining({ title: 'Muting failed' }))
})
