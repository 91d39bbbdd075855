import type { Key } from '@grouplight/contract/key.ts'
import { api } from './api.ts'
import type { Reply, TestUser } from './test-user.ts'

type NewKey = { maySwitch?: boolean; mayAsk?: boolean; groupIds?: string[]; days?: 30 | 90 | 365 | null }

/** Makes a key. By default, it may see all groups of the user, cannot switch the user's availability, and ends in 90 days. */
export function newKey(user: TestUser, input: NewKey = {}): Promise<{ key: Key; token: string }> {
  return user.ok(api.createKey, { body: { name: 'Lamp', maySwitch: false, ...input } })
}

/** Returns an input of `TestUser.call` that sends the token of a key and no cookies. */
export function withKey(token: string): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${token}`, cookie: '' } }
}

export function setStatusByKey(
  user: TestUser,
  token: string,
  { groupId, status }: { groupId: string; status: boolean },
): Promise<Reply> {
  const params = { groupId, userId: user.userId }
  return user.call(api.setAvailability, { params, body: { status }, ...withKey(token) })
}

/** Returns the status of a response. For a refusal, the code follows, for example '404 group-not-found'. */
export function statusAndCode({ status, body }: Reply): string {
  const { code, error } = (body ?? {}) as { code?: string; error?: { status: string } }
  return status < 400 ? String(status) : `${status} ${code ?? error?.status}`
}
