import fs from 'node:fs'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { openPglite } from '#platform/database/embedded/open-pglite.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { dataDirWithDatabase } from './data-dir.fixture.ts'
import { fakeDiskSpace } from './fake-disk-space.fixture.ts'

const mebibyte = 2 ** 20
const disk = fakeDiskSpace()
afterAll(() => disk.restore())
const app = useOwnTestApp()

test('while the disk is full, reads and live connections work, and changes are refused until there is space', async () => {
  const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
  const { id: groupId } = await app.groupOf(ana, ben)
  const screen = await ana.open()
  const turn = (status: boolean) =>
    ben.call(api.setAvailability, { params: { groupId, userId: ben.userId }, body: { status } })
  const metrics = async () => String((await ana.request('GET', '/metrics')).body)
  const before = await ana.ok(api.readGroup, { params: { groupId } })

  disk.setFree(127 * mebibyte)
  // Ben is Available already, so these requests write nothing before the server has noticed the full disk.
  await expect.poll(async () => (await turn(true)).status).toBe(503)
  const refused = [await turn(false), await ana.call(api.createGroup, { body: { name: 'Choir' } })]
  for (const { status, headers, body } of refused) {
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '60',
      expect.objectContaining({ code: 'disk-full', message: expect.stringMatching(/disk is full/) }),
    ])
  }
  expect((await ana.request('GET', '/api/ready')).body).toMatchObject({ status: 'read-only' })
  expect(await metrics()).toMatch(/^grouplight_accepts_changes 0$/m)
  expect(await metrics()).toContain(`grouplight_disk_free_bytes ${127 * mebibyte}\n`)
  expect(await ana.ok(api.readGroup, { params: { groupId } })).toEqual(before)
  await screen.settled()
  // From this time on, a request would renew the session. The renewal must wait until there is space.
  app.clock.advance(2 * dayMs)
  expect((await ana.ok(api.listGroups)).groups).toHaveLength(1)
  expect((await ana.call(api.readSession)).headers.get('set-cookie')).toBeNull()
  await (await ben.open()).settled()

  disk.setFree(129 * mebibyte)
  await expect.poll(async () => (await turn(true)).status).toBe(200)
  expect((await ana.request('GET', '/api/ready')).body).toEqual({ status: 'ready' })
  expect(await metrics()).toMatch(/^grouplight_accepts_changes 1$/m)
  expect((await turn(false)).status).toBe(200)
  await screen.next(([name]) => name === 't')
  expect((await ana.call(api.readSession)).headers.get('set-cookie')).toContain('Max-Age')
})

test('a database opens on a full disk, and logs once that it refuses changes and once that it accepts them again', async () => {
  const leave = (bytes: number) =>
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: bytes, bsize: 1 } as fs.StatsFs)
  onTestFinished(() => void vi.restoreAllMocks())
  leave(0)
  const lines: string[] = []
  const { pglite, close } = await openPglite(dataDirWithDatabase(), line => lines.push(line))
  const write = () => pglite.query('DELETE FROM users')
  await expect(write()).rejects.toMatchObject({ code: '53100' })
  await expect(write()).rejects.toMatchObject({ code: '53100' })
  await expect(pglite.transaction(tx => tx.query('DELETE FROM users'))).rejects.toMatchObject({
    code: '53100',
  })
  await expect(pglite.exec('CHECKPOINT')).rejects.toMatchObject({ code: '53100' })
  await expect(pglite.query('SELECT uid FROM users FOR UPDATE')).rejects.toMatchObject({ code: '53100' })
  expect((await pglite.query('SELECT uid FROM users')).rows).toEqual([])
  leave(32 * mebibyte)
  await pglite.exec('CHECKPOINT')
  await expect(write()).rejects.toMatchObject({ code: '53100' })
  leave(1024 * mebibyte)
  await vi.waitFor(write, 10_000)
  await close()
  expect(lines).toEqual([expect.stringContaining('refused'), expect.stringContaining('again')])
})
