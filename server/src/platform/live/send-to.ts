import type { LiveMessage } from '@grouplight/contract/live.ts'
import type { Committing } from '#platform/database/commit.ts'
import { rows, type Transaction } from '#platform/database/database.ts'
import type { Hub } from './hub.ts'

type Sent = { messages: Map<string, Map<string, LiveMessage>>; send(): Promise<void> }

const sentIn = new WeakMap<Transaction, Sent>()

/** A user gets all messages of a transaction together, with the user's next version and without duplicates. */
export function sendTo(transaction: Committing<{ hub: Hub }>, userId: string, message: LiveMessage): void {
  const { messages, send } = sentIn.get(transaction) ?? collect(transaction)
  transaction.beforeCommit(send)
  const ofUser = messages.get(userId) ?? new Map<string, LiveMessage>()
  messages.set(userId, ofUser.set(JSON.stringify(message), message))
}

function collect(transaction: Committing<{ hub: Hub }>): Sent {
  const messages: Sent['messages'] = new Map()
  const sent = {
    messages,
    async send() {
      for (const { userId, version } of await nextVersions(transaction, [...messages.keys()])) {
        const ofUser = [...(messages.get(userId)?.values() ?? [])]
        transaction.afterCommit(({ hub }) => hub.tell(['sendTo', userId, version, ofUser]))
      }
    },
  }
  sentIn.set(transaction, sent)
  return sent
}

/**
 * Increments the versions of users. This must be the last statement of a transaction. It locks the rows in the order of the user
 * ids, and no lock follows. So two transactions cannot cause a deadlock.
 */
function nextVersions(
  transaction: Transaction,
  userIds: string[],
): Promise<{ userId: string; version: number }[]> {
  return rows<{ userId: string; version: number }>(transaction)`
    insert into user_versions (user_id, version)
    select uid, 1 from users where uid in ${userIds}
    order by uid
    on conflict (user_id) do update set version = user_versions.version + 1
    returning user_id as "userId", version`
}
