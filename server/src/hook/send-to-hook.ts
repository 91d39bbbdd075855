import type { Clock } from '#clock.ts'
import type { Config } from '#config.ts'
import type { Queryable } from '#database/database.ts'
import type { hooks } from '#database/schema.ts'
import { AddressNotAllowedError } from '#outgoing/addresses.ts'
import { post } from '#outgoing/post.ts'
import type { Result } from '#outgoing/result.ts'
import { addressesAllowedFor } from './allowed-addresses.ts'
import { composeHook } from './compose-hook.ts'
import type { HookContent } from './hook-content.ts'
import { openTarget } from './hook-target.ts'
import { readNames } from './read-names.ts'
import { signatureHeaders } from './sign.ts'

export type SendOptions = {
  database: Queryable
  clock: Clock
  secret: string
  config: Pick<Config, 'hookHosts' | 'appUrl' | 'appName'>
}

export type SealedHook = Pick<
  typeof hooks.$inferSelect,
  'id' | 'kind' | 'target' | 'language' | 'timeZone'
> & {
  hidesNames: boolean
  /** The user who has added the hook. */
  ownerId: string
}

/** `messageId` must be the same in every attempt to send the same delivery. */
export type HookMessage = { messageId: string; content: HookContent; createdAt: Date }

/**
 * Makes one attempt. If the address is not allowed or the request fails, the result is an error. Rejects if the database fails or
 * the target cannot be opened.
 */
export async function sendToHook(
  { database, clock, secret, config }: SendOptions,
  hook: SealedHook,
  { messageId, content, createdAt }: HookMessage,
): Promise<Result> {
  const target = openTarget(hook.target, hook.id, secret)
  const names = await readNames(database, content)
  const now = clock.now()
  const { url, headers, body } = composeHook(hook.kind, content, {
    ...{ ...target, ...hook, ...config },
    ...{ names, createdAt, now },
  })
  const isAllowed = addressesAllowedFor(url, config.hookHosts)
  if (!isAllowed) return new AddressNotAllowedError()
  const signature = target.secret ? signatureHeaders(target.secret, { id: messageId, body, now }) : {}
  const message = { headers: { ...headers, 'user-agent': 'Grouplight', ...signature }, body }
  return post(url, message, { isAllowed, owner: hook.ownerId }).catch((error: Error) => error)
}
