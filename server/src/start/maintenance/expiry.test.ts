import { closeCodes } from '@grouplight/contract/live.ts'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { addMs, secondMs } from '#platform/clock.ts'
import { invitations, sessions } from '#platform/database/schema.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { expiry } from './jobs.ts'
import { startJob } from './maintenance.ts'

const app = useOwnTestApp()
let stop = async () => {}
afterEach(() => stop())

/** Starts the job and waits until its next due time is read. Then the next run starts only when the clock advances. */
async function start(): Promise<void> {
  const execute = vi.spyOn(app.services.database, 'execute')
  stop = startJob(app.services, expiry).stop
  await vi.waitFor(() => expect(execute.mock.results.at(-1)?.type).toBe('return'))
  await execute.mock.results.at(-1)?.value
  execute.mockRestore()
}

test('the connections of a session are closed when it expires, and not before', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const [hers, his] = [await ana.open(), await ben.open()]
  const closed = vi.fn()
  void hers.closed.then(closed)
  const end = addMs(app.clock.now(), 40 * secondMs)
  await app.database.update(sessions).set({ expiresAt: end }).where(eq(sessions.userId, ana.userId))
  await start()
  await hers.settled()
  expect(closed).not.toHaveBeenCalled()
  app.clock.advance(41 * secondMs)
  expect(await hers.closed).toBe(closeCodes.sessionEnded)
  await his.settled()
})

test('the screens of the inviter and the invitee receive a message when an invitation expires', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const { id: groupId } = await app.groupOf(ana)
  await ana.invite(groupId, ben.email)
  const [hers, his] = [await ana.open(), await ben.open()]
  const end = addMs(app.clock.now(), 40 * secondMs)
  await app.database.update(invitations).set({ expiresAt: end }).where(eq(invitations.groupId, groupId))
  await start()
  app.clock.advance(41 * secondMs)
  await his.next(([name]) => name === 'invitations.changed')
  await hers.next(([name]) => name === 'group.invitations.changed')
})

test('the job runs again after the database was unreachable', async () => {
  const ana = await app.signUp('Ana')
  const screen = await ana.open()
  await app.database
    .update(sessions)
    .set({ expiresAt: addMs(app.clock.now(), 90 * secondMs) })
    .where(eq(sessions.userId, ana.userId))
  await start()
  const execute = vi.spyOn(app.services.database, 'execute').mockRejectedValue(new Error('away'))
  app.clock.advance(61 * secondMs)
  await vi.waitFor(() => expect(app.logged.join()).toContain('a maintenance job failed'))
  execute.mockRestore()
  app.clock.advance(61 * secondMs)
  expect(await screen.closed).toBe(closeCodes.sessionEnded)
})
