import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { api } from '#testing/api.ts'
import { useTestApp } from '#testing/test-app.ts'
import { mountSmallDisk } from './small-disk.fixture.ts'

const mebibyte = 2 ** 20
const disk = mountSmallDisk(384 * mebibyte)
if (!disk) process.stdout.write('Skipped: no disk can be mounted here.\n')

describe.skipIf(!disk)('a server with its database on a small disk', () => {
  if (!disk) return
  // The `afterAll` functions run in reverse order. The server is therefore closed before the disk is unmounted.
  afterAll(() => disk.unmount())
  beforeAll(() =>
    cpSync(join(inject('embeddedTemplate'), 'pgdata'), join(disk.path, 'pgdata'), { recursive: true }),
  )
  const app = useTestApp({ DATA_DIR: disk.path })

  test('answers reads and keeps live connections open while the disk is full, and accepts changes again when there is space', async () => {
    const [ana, ben] = [await app.signUp('Ana'), await app.signUp('Ben')]
    const { id: groupId } = await app.groupOf(ana, ben)
    const screen = await ana.open()
    const turn = (status: boolean) =>
      ben.call(api.setAvailability, { params: { groupId, userId: ben.userId }, body: { status } })

    let answered = await ana.ok(api.readGroup, { params: { groupId } })
    let refusal: Awaited<ReturnType<typeof turn>> | undefined
    // With less than 128 MiB free, changes are refused from the next measurement on, at most 250 ms later.
    disk.fillUpTo(100 * mebibyte)
    for (let status = false; !refusal; status = !status) {
      const answer = await turn(status)
      if (answer.status === 200) answered = await ana.ok(api.readGroup, { params: { groupId } })
      else refusal = answer
    }
    expect(refusal).toMatchObject({ status: 503, body: { code: 'disk-full' } })
    disk.fill()
    expect((await ana.call(api.createGroup, { body: { name: 'Choir' } })).status).toBe(503)
    // `startHousekeeping` runs this statement, too. PostgreSQL must not execute it, because a checkpoint without space would end the
    // database.
    await expect(app.database.execute(sql`checkpoint`)).rejects.toThrow()
    expect((await ana.ok(api.listGroups)).groups).toHaveLength(1)
    expect(await ana.ok(api.readGroup, { params: { groupId } })).toEqual(answered)
    await screen.settled()
    await (await ben.open()).settled()

    disk.makeRoom()
    screen.clear()
    const nextStatus = answered.availableCount === 1
    await expect.poll(async () => (await turn(nextStatus)).status).toBe(200)
    await screen.next(([name, , version]) => name === 't' && version === answered.version + 1)
    await app.restart()
    expect(await ana.ok(api.readGroup, { params: { groupId } })).toMatchObject({
      version: answered.version + 1,
      availableCount: nextStatus ? 2 : 1,
    })
  })
})
