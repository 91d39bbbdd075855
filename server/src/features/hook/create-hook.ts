import {
  type GroupHook,
  maxHooksPerGroup,
  maxHooksPerUser,
  type PersonalHook,
} from '@grouplight/contract/hook.ts'
import { eq, type SQL } from 'drizzle-orm'
import { commitConfirmed, requireConfirmation } from '#features/account/confirmation.ts'
import { type GroupRequest, lockGroupAsCreator, requireCreator } from '#features/group/membership.ts'
import { hourMs } from '#platform/clock.ts'
import { commit } from '#platform/database/commit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { hooks } from '#platform/database/schema.ts'
import { consumeOrRefuse } from '#platform/limits/limits.ts'
import { hasAllowedAddress } from '#platform/network/addresses.ts'
import { Problem } from '#platform/problem.ts'
import { newId } from '#platform/tokens.ts'
import type { Caller, Services } from '#services.ts'
import { addressesAllowedFor } from './allowed-addresses.ts'
import { ntfyAddress, telegramAddress } from './compose-hook.ts'
import { newHookSecret, sealTarget } from './hook-target.ts'
import { type HookRow, toGroupHook, toPersonalHook } from './hooks.ts'

type Description = Pick<HookRow, 'name' | 'kind' | 'timeZone'> &
  Partial<Pick<HookRow, 'tellsNotifications' | 'tellsOwnStatus' | 'tellsNames' | 'tellsCallTexts'>> & {
    url: string
    token?: string | null
  }

const maxCreatedPerHour = 20

/** Throws the Problem 'confirm-first' without a confirmation. `secret` is null if the hook is not a signed webhook. */
export async function createPersonalHook(
  services: Services,
  caller: Caller,
  description: Description & { kind: PersonalHook['kind'] },
): Promise<{ hook: PersonalHook; secret: string | null }> {
  const { userId } = caller
  await requireConfirmation(services, caller)
  await checkDescription(services, userId, description)
  const created = await commitConfirmed(services, caller, async transaction => {
    await refuseTooMany(transaction, eq(hooks.userId, userId), maxHooksPerUser)
    const { hook, secret } = await insertHook(transaction, services, { userId, ...description })
    return { hook: toPersonalHook(hook), secret }
  })
  services.log.info({ userId }, 'a hook was added')
  return created
}

/** Only the creator of the group may do this. `secret` is null if the hook is not a signed webhook. */
export async function createGroupHook(
  services: Services,
  { userId, groupId, ...description }: GroupRequest & Description & { kind: GroupHook['kind'] },
): Promise<{ hook: GroupHook; secret: string | null }> {
  const input = { userId, groupId }
  await requireCreator(services.database, input)
  await checkDescription(services, userId, description)
  return commit(services, async transaction => {
    await lockGroupAsCreator(transaction, input)
    await refuseTooMany(transaction, eq(hooks.groupId, groupId), maxHooksPerGroup)
    const { hook, secret } = await insertHook(transaction, services, { groupId, ...description })
    return { hook: toGroupHook(hook), secret }
  })
}

async function checkDescription(
  services: Services,
  userId: string,
  { kind, url }: Description,
): Promise<void> {
  if (kind === 'ntfy' && !isReadable(ntfyAddress, url))
    throw new Problem('invalid-input', { message: 'url must contain the name of a topic.', field: 'url' })
  if (kind === 'telegram' && !isReadable(telegramAddress, url))
    throw new Problem('invalid-input', { message: 'url must end with /sendMessage?chat_id=…', field: 'url' })
  const isAllowed = addressesAllowedFor(url, services.config.hookHosts)
  if (!isAllowed) throw addressNotAllowed()
  const limit = { key: `hooks:${userId}`, most: maxCreatedPerHour, windowMs: hourMs }
  await consumeOrRefuse(services, limit, 'too-many-requests.hooks')
  // A host name that does not resolve is refused like a forbidden address. Two different refusals would reveal which names exist
  // in the internal network.
  if (!(await hasAllowedAddress(new URL(url), isAllowed, userId))) throw addressNotAllowed()
}

function isReadable(read: (url: string) => unknown, url: string): boolean {
  try {
    read(url)
    return true
  } catch {
    return false
  }
}

async function refuseTooMany(transaction: Transaction, ofOwner: SQL, most: number): Promise<void> {
  if ((await transaction.$count(hooks, ofOwner)) >= most)
    throw new Problem('too-many-hooks', { params: { max: most } })
}

async function insertHook(
  transaction: Transaction,
  { clock, secret: siteSecret }: Services,
  { url, token = null, ...columns }: Description & ({ userId: string } | { groupId: string }),
): Promise<{ hook: HookRow; secret: string | null }> {
  const id = newId()
  const secret = columns.kind === 'webhook' ? newHookSecret() : null
  const [hook] = await transaction
    .insert(hooks)
    .values({
      ...columns,
      id,
      host: new URL(url).host,
      target: sealTarget({ url, token, secret }, id, siteSecret),
      createdAt: clock.now(),
      lastSent: {},
      outcomes: [],
    })
    .returning()
  if (!hook) throw new Error('A hook was not written')
  return { hook, secret }
}

export function addressNotAllowed(): Problem {
  return new Problem('hook-address-not-allowed')
}
