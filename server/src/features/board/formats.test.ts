import { describe, expect, test } from 'vitest'
import { api } from '#testing/api.ts'
import { createGroupWithBoard } from '#testing/boards.ts'
import { useTestApp } from '#testing/test-app.ts'

const app = useTestApp()
const [ana, ben] = app.users('Ana', 'Ben')

describe('other formats of a board', () => {
  test.each([
    [null, 2, '2/2', 'brightgreen', true],
    [null, 0, '0/2', 'lightgrey', false],
    [2, 2, '2/2', 'brightgreen', true],
    [2, 1, '1/2', 'orange', false],
    [2, 0, '0/2', 'lightgrey', false],
  ])(
    'for the needed number %j and %i Available members, the badge says %s in %s, and the open field of SpaceAPI is %j',
    async (...row) => {
      const [needed, available, message, color, open] = row
      const { groupId, code } = await createGroupWithBoard(app, [ana, ben])
      await ana.ok(api.setNeeded, { params: { groupId }, body: { needed } })
      for (const [index, user] of [ana, ben].entries()) {
        const params = { groupId, userId: user.userId }
        await user.ok(api.setAvailability, { params, body: { status: index < available } })
      }
      const headers = { authorization: `Bearer ${code}` }
      expect(await app.guest().ok(api.readBoardBadge, { headers })).toEqual({
        ...{ schemaVersion: 1, label: 'Mountain Rescue', message, color },
      })
      expect(await app.guest().ok(api.readBoardSpace, { headers })).toEqual({
        state: { open },
        sensors: { people_now_present: [{ value: available }] },
      })
    },
  )

  test('for a board with names, SpaceAPI contains the names of Available members who are shown outside', async () => {
    const { groupId, code } = await createGroupWithBoard(app, [ana, ben], { showsNames: true })
    await ben.ok(api.setShownOutside, { params: { groupId }, body: { shown: true } })
    const headers = { authorization: `Bearer ${code}` }
    const { sensors } = await app.guest().ok(api.readBoardSpace, { headers })
    expect(sensors.people_now_present).toEqual([{ value: 2, names: ['Ben'] }])
  })
})
