import { expect, test } from 'vitest'
import { commit } from '#platform/database/commit.ts'
import type { Services } from '#services.ts'
import type { HubCommand } from './hub-command.ts'
import { publish, sendTo } from './tell.ts'

test('a transaction tells each command once, and messages to users after those about groups', async () => {
  const received: HubCommand[] = []
  const services = {
    database: { transaction: (work: (transaction: object) => unknown) => work({}) },
    hub: { receive: (command: HubCommand) => received.push(command), changeOutside: () => {} },
    changeDetector: { wake: () => {} },
    bus: null,
  } as unknown as Services
  await commit(services, async transaction => {
    for (let times = 0; times < 2; times++) sendTo(transaction, 'ana', ['group.joined', 'crew'])
    publish(transaction, 'crew', ['group.changed', 'crew', 2])
  })
  expect(received).toEqual([
    ['publish', 'group:crew', ['group.changed', 'crew', 2]],
    ['sendTo', 'ana', ['group.joined', 'crew']],
  ])
})
