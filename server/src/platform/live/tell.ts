import type { LiveMessage } from '@grouplight/contract/live.ts'
import type { AfterCommit, Committing } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Bus } from './bus.ts'
import { groupTopic } from './connections.ts'
import type { Hub } from './hub.ts'
import type { HubCommand } from './hub-command.ts'

type Live = { hub: Hub; bus: Bus | null }
export type Telling = Committing<Live>
/** Hooks also tell the changes of groups. */
type OfGroups = AfterCommit<Live & { changeDetector: { wake(groupId: string): void } }>

/** Tells the change to everybody who follows the group. */
export function publish(transaction: Telling & OfGroups, groupId: string, message: LiveMessage): void {
  tell(transaction, ['publish', groupTopic(groupId), message])
  changeOutside(transaction, groupId)
}

/** For a change that only boards and hooks show, or whose message is told already. */
export function changeOutside(effects: OfGroups, groupId: string): void {
  effects.afterCommit(({ hub }) => hub.changeOutside(groupTopic(groupId)))
  detectChanges(effects, groupId)
}

export function follow(transaction: Telling & OfGroups, userId: string, groupId: string): void {
  tell(transaction, ['follow', userId, groupTopic(groupId)])
  detectChanges(transaction, groupId)
}

export function unfollow(transaction: Telling, userId: string, groupId: string): void {
  tell(transaction, ['unfollow', userId, groupTopic(groupId)])
}

/** Makes everybody unfollow the group. */
export function dissolve(transaction: Telling, groupId: string): void {
  tell(transaction, ['dissolve', groupTopic(groupId)])
}

/** Every node reads the settings of the site again. */
export function publishSite(transaction: Telling): void {
  tell(transaction, ['site'])
}

/** Closes the live connections of a session, or of all sessions of the user. */
export function closeConnections(transaction: Telling, userId: string, code: number, session?: string): void {
  tell(transaction, ['close', userId, code, session ?? null])
}

export function sendTo(transaction: Telling, userId: string, message: LiveMessage): void {
  tell(transaction, ['sendTo', userId, message])
}

function detectChanges(effects: OfGroups, groupId: string): void {
  effects.afterCommit(({ changeDetector }) => changeDetector.wake(groupId))
}

type Told = { commands: Map<string, HubCommand>; send(live: Live): Promise<void> }

const toldIn = new WeakMap<Transaction, Told>()

/** Tells the command to the hubs of all nodes after the commit. A transaction tells each command once. */
export function tell(transaction: Telling, command: HubCommand): void {
  const { commands, send } = toldIn.get(transaction) ?? collect(transaction)
  const key = JSON.stringify(command)
  commands.delete(key)
  commands.set(key, command)
  transaction.beforeCommit(send)
}

function collect(transaction: Telling): Told {
  const commands: Told['commands'] = new Map()
  const told = {
    commands,
    async send({ hub, bus }: Live) {
      // A page that is told to fetch a group ignores the answer if it gets the group's message meanwhile. So it is told last.
      const isToUser = ([name]: HubCommand) => name === 'sendTo'
      const all = [...commands.values()].sort((one, other) => +isToUser(one) - +isToUser(other))
      if (bus) return bus.announce(transaction, all)
      for (const command of all) transaction.afterCommit(() => hub.receive(command))
    },
  }
  toldIn.set(transaction, told)
  return told
}
