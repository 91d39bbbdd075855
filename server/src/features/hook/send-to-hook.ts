import { createHmac } from 'node:crypto'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { sql } from 'drizzle-orm'
import { type Clock, secondMs } from '#platform/clock.ts'
import type { Config } from '#platform/config/config.ts'
import { isConfirmed } from '#platform/database/conditions.ts'
import { type Queryable, rows } from '#platform/database/database.ts'
import type { hooks } from '#platform/database/schema.ts'
import { compareNames, shownName } from '#platform/names.ts'
import { AddressNotAllowedError } from '#platform/network/addresses.ts'
import { post } from '#platform/network/post.ts'
import type { Result } from '#platform/network/result.ts'
import { addressesAllowedFor } from './allowed-addresses.ts'
import { composeHook } from './compose-hook.ts'
import type { HookContent } from './hook-content.ts'
import { openTarget } from './hook-target.ts'

export type SendOptions = {
  database: Queryable
  clock: Clock
  secret: string
  config: Pick<Config, 'hookHosts' | 'appUrl' | 'appName'>
}

export type SealedHook = Pick<typeof hooks.$inferSelect, 'id' | 'kind' | 'target' | 'timeZone'> & {
  /** The language of the owner. */
  language: Language
  hidesNames: boolean
  /** The user who has added the hook. */
  ownerId: string
}

/** `messageId` must be the same in every attempt to send the same delivery. */
type HookMessage = { messageId: string; content: HookContent; createdAt: Date }

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
  const callText = await readCallText(database, content, hook.id)
  const now = clock.now()
  const { url, headers, body } = composeHook(hook.kind, content, {
    ...{ ...target, ...hook, ...config },
    ...{ names, callText, createdAt, now },
  })
  const isAllowed = addressesAllowedFor(url, config.hookHosts)
  if (!isAllowed) return new AddressNotAllowedError()
  const signature = target.secret ? signatureHeaders(target.secret, { id: messageId, body, now }) : {}
  const message = { headers: { ...headers, 'user-agent': 'Grouplight', ...signature }, body }
  return post(url, message, { isAllowed, owner: hook.ownerId }).catch((error: Error) => error)
}

/** Signs as Standard Webhooks defines. `id` must be the same in every attempt, but `now` must be the time of the attempt. */
function signatureHeaders(
  secret: string,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const seconds = Math.floor(now.getTime() / secondMs)
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': `${seconds}`, 'webhook-signature': `v1,${signature}` }
}

/** The text is not stored in the delivery, so that it goes with the call. */
async function readCallText(on: Queryable, content: HookContent, hookId: string): Promise<string | null> {
  if (!('call' in content)) return null
  const [found] = await rows<{ text: string }>(on)`
    select c.text from calls c join hooks h on h.group_id = c.group_id and h.tells_call_texts
    where c.id = ${content.call.id} and h.id = ${hookId}`
  return found?.text ?? null
}

/** Must be called just before the content is sent, because members may have become Unavailable, may have been asked, or may not be shown outside any more. */
export async function readNames(on: Queryable, content: HookContent): Promise<string[]> {
  if (content.type !== 'group.changed' || !content.shownIds?.length) return []
  const found = await rows<{ name: string }>(on)`
    select ${sql.raw(shownName)} as name from memberships m join users u on u.uid = m.user_id
    where m.group_id = ${content.group.id} and m.user_id in ${content.shownIds} and ${sql.raw(isConfirmed)} and m.shown_outside`
  return found.map(({ name }) => name).sort(compareNames)
}
