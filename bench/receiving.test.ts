import { beforeEach, expect, test } from 'vitest'
import { figures, groupOf, loadState, receivedByAll, type Screen } from './load-state.ts'
import { receive } from './receiving.ts'

let screen: Screen

beforeEach(() => {
  screen = {
    user: { userId: 'ana', token: '', groupIds: ['crew'] },
    url: '',
    versions: new Map([['crew', 1]]),
    fetched: new Map(),
    client: null as unknown as Screen['client'],
  }
  loadState.screens = [screen]
  loadState.groups.clear()
  groupOf('crew').screens = 1
  Object.assign(figures, { deliveries: 0, lost: 0, doubled: 0 })
})

test('a missing version counts as lost, and a repeated version counts as doubled', async () => {
  for (const version of [2, 4, 4])
    receive(screen, Buffer.from(JSON.stringify(['t', 'crew', version, 0, { ana: version }])))
  await receivedByAll(groupOf('crew'), 4)
  expect(figures).toMatchObject({ deliveries: 2, lost: 1, doubled: 1 })
})
