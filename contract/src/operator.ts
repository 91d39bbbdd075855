import * as z from 'zod/mini'
import { displayName, email } from './account.ts'
import { endpointsOf } from './endpoint.ts'
import { idInPath, singleLine, tokenBody } from './text.ts'

const endpoint = endpointsOf('operator')

/** More can be made only by the command line. */
export const maxOperators = 5
export const userPageSize = 50
export const maxSearchLength = 100

/** 'wrong' needs the operator. A finding is one sentence in English, because it names settings and commands. */
export const findingStates = ['ok', 'warn', 'wrong'] as const
export const findingSchema = z
  .object({ area: z.string(), state: z.enum(findingStates), text: z.string() })
  .register(z.globalRegistry, { id: 'Finding' })
export type Finding = z.infer<typeof findingSchema>

const instant = z.iso.datetime()

export const readSiteState = endpoint('readSiteState', {
  request: 'GET /api/site/state',
  access: 'operator',
  answer: () =>
    z.object({
      version: z.string(),
      /** When the node that answers was started. */
      startedAt: instant,
      findings: z.array(findingSchema),
      /** Of the data folder. */
      disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
      databaseBytes: z.number(),
      nodes: z.int(),
      waitingEmails: z.int(),
      users: z.int(),
      groups: z.int(),
      /** Of the last backup that was written completely, by a command or on the page. */
      lastBackupAt: z.nullable(instant),
    }),
})
export type SiteState = z.infer<NonNullable<typeof readSiteState.answer>>

/** Makes the caller an operator. The token is in the address that the first start of a site prints. It works once, for 24 hours. */
export const claimSite = endpoint('claimSite', {
  request: 'POST /api/site/claim',
  body: tokenBody,
  refusals: ['link-not-usable', 'too-many-requests'],
})

/** An account, or a sign-up that is not verified yet. Both are named by their ids. */
export const listedUserSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    displayName: z.string(),
    state: z.enum(['active', 'unverified', 'disabled']),
    isOperator: z.boolean(),
    /** Whether the account has had no session for a year. Nothing else about times of use is ever shown. */
    isLongAbsent: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'ListedUser' })
export type ListedUser = z.infer<typeof listedUserSchema>

/** The newest come first. `next` is the `after` of the next page. */
export const listUsers = endpoint('listUsers', {
  request: 'GET /api/site/users',
  access: 'operator',
  query: () =>
    z.strictObject({
      /** A part of the address or of the name. */
      search: z.optional(
        z.string().check(z.maxLength(maxSearchLength, `search has at most ${maxSearchLength} characters.`)),
      ),
      after: z.optional(
        z.string().check(z.regex(/^\d{1,16}\.[0-9A-Za-z]{12}$/, 'after is not a place in the list.')),
      ),
    }),
  answer: () => z.object({ users: z.array(listedUserSchema), next: z.nullable(z.string()) }),
})

const userParams = () => z.strictObject({ userId: idInPath })

export const addUserByOperator = endpoint('addUserByOperator', {
  request: 'POST /api/site/users',
  access: 'operator',
  body: () => z.strictObject({ email: email(), displayName: z.optional(displayName) }),
  /** The link sets the password. It is null if users sign in with the provider only. */
  answer: () => z.object({ userId: z.string(), url: z.nullable(z.string()) }),
})

/** Exactly one change at a time. */
export const changeUserByOperator = endpoint('changeUserByOperator', {
  request: 'PATCH /api/site/users/:userId',
  access: 'operator',
  params: userParams,
  body: () =>
    z
      .strictObject({
        isDisabled: z.optional(z.boolean('isDisabled must be true or false.')),
        isVerified: z.optional(z.literal(true, 'isVerified can only be true.')),
        isOperator: z.optional(z.boolean('isOperator must be true or false.')),
      })
      .check(
        z.refine(body => Object.keys(body).length === 1, {
          error: 'Exactly one change is needed.',
          path: ['isDisabled'],
        }),
      ),
  refusals: ['user-not-found', 'user-disabled', 'last-operator', 'too-many-operators'],
})

export const signOutUserByOperator = endpoint('signOutUserByOperator', {
  request: 'POST /api/site/users/:userId/sign-out',
  access: 'operator',
  params: userParams,
  refusals: ['user-not-found'],
})

/** The link sets a new password, or verifies the address of a sign-up. */
export const createUserLink = endpoint('createUserLink', {
  request: 'POST /api/site/users/:userId/link',
  access: 'operator',
  params: userParams,
  answer: () => z.object({ url: z.string() }),
  refusals: [
    'user-not-found',
    'user-disabled',
    'password-sign-in-off',
    'sign-up-closed',
    'domain-not-allowed',
  ],
})

/** What becomes of the groups whose admin the user is: their members can take them over, or they are deleted. */
export const operatorFates = ['offer', 'delete'] as const

export const deleteUserByOperator = endpoint('deleteUserByOperator', {
  request: 'DELETE /api/site/users/:userId',
  access: 'operator',
  params: userParams,
  query: () =>
    z.strictObject({ groups: z.enum(operatorFates, `groups must be one of: ${operatorFates.join(', ')}.`) }),
  refusals: ['user-not-found', 'last-operator'],
})

/** `count` counts all groups. At most 100 of those without an admin are listed, the newest first. */
export const listGroupsWithoutAdmin = endpoint('listGroupsWithoutAdmin', {
  request: 'GET /api/site/groups',
  access: 'operator',
  answer: () =>
    z.object({
      count: z.int(),
      withoutAdmin: z.array(z.object({ id: z.string(), name: z.string(), memberCount: z.int() })),
    }),
})

export const offerGroupByOperator = endpoint('offerGroupByOperator', {
  request: 'PUT /api/site/groups/:groupId/offer',
  access: 'operator',
  params: () => z.strictObject({ groupId: idInPath }),
  body: () => z.strictObject({ email: email() }),
  refusals: ['group-not-found', 'group-has-admin', 'user-not-found', 'member-not-found'],
})

/** The bytes that the command `backup` writes. */
export const downloadBackup = endpoint('downloadBackup', {
  request: 'GET /api/site/backup',
  access: 'operator',
  isFile: true,
  refusals: ['backup-running'],
})

export const announcement = singleLine('announcement', 500)

export const announceToAll = endpoint('announceToAll', {
  request: 'POST /api/site/announcements',
  access: 'operator',
  body: () => z.strictObject({ message: announcement }),
  answer: () => z.object({ notified: z.int() }),
})
