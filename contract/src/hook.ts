import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInPath, name } from './text.ts'

const account = endpointsOf('account')
const group = endpointsOf('group')

export const maxHooksPerUser = 5
export const maxHooksPerGroup = 3
export const maxOutcomes = 10

/** 'webhook' is a signed request (Standard Webhooks). */
export const personalHookKinds = ['ntfy', 'gotify', 'webhook'] as const
/**
 * 'chat' sends `{text}`, which incoming webhooks of Slack, Mattermost and Matrix accept. 'telegram' needs the address of the bot's method
 * sendMessage with the parameter chat_id.
 */
export const groupHookKinds = ['webhook', 'chat', 'discord', 'telegram'] as const

export const hookName = name('hookName', 60)

const outcomeSchema = z.object({
  /** The time of the attempt, rounded down to the minute. */
  at: z.iso.datetime(),
  /** The status code of the response. Null if there was no response. */
  status: z.nullable(z.int()),
})

const shared = {
  id: z.string(),
  name: z.string(),
  /** The host of the address. Responses do not contain the whole address, because it may contain a secret. */
  host: z.string(),
  createdAt: z.iso.datetime(),
  offAt: z.nullable(z.iso.datetime()),
  outcomes: z.array(outcomeSchema),
}

export const personalHookSchema = z
  .object({
    ...shared,
    kind: z.enum(personalHookKinds),
    /** If true, the hook tells the user's notifications. The same rules apply as for devices, for example quiet hours. */
    tellsNotifications: z.boolean(),
    tellsOwnStatus: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'PersonalHook' })

export type PersonalHook = z.infer<typeof personalHookSchema>

export const groupHookSchema = z
  .object({
    ...shared,
    kind: z.enum(groupHookKinds),
    /** If true, the hook also tells the names of Available members who are shown outside. */
    tellsNames: z.boolean(),
    /** If true, the hook also tells what is asked, when somebody asks around. Without it, only numbers. */
    tellsCallTexts: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'GroupHook' })

export type GroupHook = z.infer<typeof groupHookSchema>

const address = z
  .string('url must be text.')
  .check(z.maxLength(2_000, 'url is too long.'), z.refine(isWebAddress, 'url must be a web address.'))

export function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text)
}

const token = z._default(
  z.nullable(z.string('token must be text.').check(z.regex(/^[\x21-\x7e]{1,500}$/, 'token is not a token.'))),
  null,
)
const trueOrFalse = (label: string) => z.boolean(`${label} must be true or false.`)

/** The receiver of a signed webhook checks signatures with this secret. Null for other kinds. No later response contains it. */
const secret = z.nullable(z.string())

const hookParams = z.strictObject({ hookId: idInPath })
const groupParams = z.strictObject({ groupId: idInPath })
const groupHookParams = z.strictObject({ groupId: idInPath, hookId: idInPath })

export const listPersonalHooks = account('listPersonalHooks', {
  request: 'GET /api/account/hooks',
  answer: () => z.object({ hooks: z.array(personalHookSchema) }),
})

export const createPersonalHook = account('createPersonalHook', {
  request: 'POST /api/account/hooks',
  body: () =>
    z
      .strictObject({
        name: hookName,
        kind: z.enum(personalHookKinds),
        /** For ntfy, the address of the topic. For Gotify, the address of the server. */
        url: address,
        /** For ntfy, the access token if the topic needs one. For Gotify, the application token. */
        token,
        tellsNotifications: trueOrFalse('tellsNotifications'),
        tellsOwnStatus: trueOrFalse('tellsOwnStatus'),
      })
      .check(
        z.refine(hook => hook.tellsNotifications || hook.tellsOwnStatus, {
          error: 'Choose what the hook tells.',
          path: ['tellsNotifications'],
        }),
        z.refine(hook => hook.kind !== 'gotify' || hook.token !== null, {
          error: 'Gotify needs a token.',
          path: ['token'],
        }),
      ),
  answer: () => z.object({ hook: personalHookSchema, secret }),
  refusals: ['confirm-first', 'hook-address-not-allowed', 'too-many-hooks', 'too-many-requests'],
})

export const removePersonalHook = account('removePersonalHook', {
  request: 'DELETE /api/account/hooks/:hookId',
  params: () => hookParams,
  refusals: ['hook-not-found'],
})

export const testPersonalHook = account('testPersonalHook', {
  request: 'POST /api/account/hooks/:hookId/test',
  params: () => hookParams,
  answer: () => personalHookSchema,
  refusals: ['hook-not-found', 'hook-address-not-allowed', 'too-many-requests'],
})

export const listGroupHooks = group('listGroupHooks', {
  request: 'GET /api/groups/:groupId/hooks',
  params: () => groupParams,
  answer: () => z.object({ hooks: z.array(groupHookSchema) }),
  refusals: ['group-not-found', 'not-group-creator'],
})

export const createGroupHook = group('createGroupHook', {
  request: 'POST /api/groups/:groupId/hooks',
  params: () => groupParams,
  body: () =>
    z.strictObject({
      name: hookName,
      kind: z.enum(groupHookKinds),
      url: address,
      tellsNames: z._default(trueOrFalse('tellsNames'), false),
      tellsCallTexts: z._default(trueOrFalse('tellsCallTexts'), false),
    }),
  answer: () => z.object({ hook: groupHookSchema, secret }),
  refusals: [
    'group-not-found',
    'not-group-creator',
    'hook-address-not-allowed',
    'too-many-hooks',
    'too-many-requests',
  ],
})

export const removeGroupHook = group('removeGroupHook', {
  request: 'DELETE /api/groups/:groupId/hooks/:hookId',
  params: () => groupHookParams,
  refusals: ['group-not-found', 'not-group-creator', 'hook-not-found'],
})

export const testGroupHook = group('testGroupHook', {
  request: 'POST /api/groups/:groupId/hooks/:hookId/test',
  params: () => groupHookParams,
  answer: () => groupHookSchema,
  refusals: [
    'group-not-found',
    'not-group-creator',
    'hook-not-found',
    'hook-address-not-allowed',
    'too-many-requests',
  ],
})
