import {
  createGroupHook,
  createPersonalHook,
  type GroupHook,
  groupHookKinds,
  listGroupHooks,
  listPersonalHooks,
  type PersonalHook,
  personalHookKinds,
  removeGroupHook,
  removePersonalHook,
  testGroupHook,
  testPersonalHook,
} from '@grouplight/contract/hook.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { withConfirmation } from '#features/account/confirmation/with-confirmation.ts'

export type Hook = PersonalHook | GroupHook
export type HookKind = Hook['kind']

/** What a hook tells its receiver, named like the fields of the API. */
export type HookContent = 'tellsNotifications' | 'tellsOwnStatus' | 'tellsNames' | 'tellsCallTexts'

type HookDraft<Kind extends HookKind = HookKind> = {
  name: string
  kind: Kind
  url: string
  token: string | null
  tells: HookContent[]
}

export type HookApi = {
  kinds: readonly HookKind[]
  query: ReturnType<typeof hooksQuery>
  add: (draft: HookDraft) => Promise<{ hook: Hook; secret: string | null }>
  test: (hookId: string) => Promise<Hook>
  remove: (hookId: string) => Promise<unknown>
}

export const personalHookApi: HookApi = {
  kinds: personalHookKinds,
  query: hooksQuery('own', async signal => (await call(listPersonalHooks, { signal })).hooks),
  add: draft => addPersonalHook(draft as HookDraft<PersonalHook['kind']>),
  test: hookId => call(testPersonalHook, { params: { hookId } }),
  remove: hookId => call(removePersonalHook, { params: { hookId } }),
}

export function groupHookApi(groupId: string): HookApi {
  const params = { groupId }
  return {
    kinds: groupHookKinds,
    query: hooksQuery(groupId, async signal => (await call(listGroupHooks, { params, signal })).hooks),
    add: draft => addGroupHook(groupId, draft as HookDraft<GroupHook['kind']>),
    test: hookId => call(testGroupHook, { params: { groupId, hookId } }),
    remove: hookId => call(removeGroupHook, { params: { groupId, hookId } }),
  }
}

function hooksQuery(owner: string, list: (signal: AbortSignal) => Promise<Hook[]>) {
  return queryOptions({ queryKey: ['hooks', owner], queryFn: ({ signal }) => list(signal) })
}

function addPersonalHook({ tells, ...draft }: HookDraft<PersonalHook['kind']>) {
  const tellsNotifications = tells.includes('tellsNotifications')
  const tellsOwnStatus = tells.includes('tellsOwnStatus')
  return withConfirmation(() =>
    call(createPersonalHook, { body: { ...draft, tellsNotifications, tellsOwnStatus } }),
  )
}

function addGroupHook(groupId: string, { name, kind, url, tells }: HookDraft<GroupHook['kind']>) {
  const tellsNames = tells.includes('tellsNames')
  const tellsCallTexts = tells.includes('tellsCallTexts')
  return call(createGroupHook, { params: { groupId }, body: { name, kind, url, tellsNames, tellsCallTexts } })
}
