import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInPath } from './text.ts'

const endpoint = endpointsOf('ringing')

/** In a group, a user hears of all members who become Available, only of followed members, or of nobody. */
export const ringingRules = ['all', 'followed', 'none'] as const
export type RingingRule = (typeof ringingRules)[number]

/** In all groups together. The unread notices about each followed member are counted one by one. */
export const maxFollowsPerUser = 1_000

/** 'short' means only alerts about too few Available members. 'enough' means only alerts that there are enough again. */
export const coverageAlerts = ['none', 'short', 'enough', 'both'] as const
export type CoverageAlerts = (typeof coverageAlerts)[number]

/** The settings of a user in a group. No other user can see them. */
export const groupRingingSchema = z
  .object({
    groupId: z.string(),
    rule: z.enum(ringingRules),
    /** The ids of the followed members. They have an effect only with the rule 'followed'. */
    follows: z.array(z.string()),
    /** Absent if the user has not chosen a value. The default is 'short' for the creator, and 'none' for other members. */
    coverage: z.optional(z.enum(coverageAlerts)),
    /** Absent if the user hears of it when somebody asks around. */
    ignoresCalls: z.optional(z.literal(true)),
    /** Only for a deputy. Absent if the deputy hears of it when members ask to come, or go. */
    ignoresMembers: z.optional(z.literal(true)),
  })
  .register(z.globalRegistry, { id: 'GroupRinging' })

export type GroupRinging = z.infer<typeof groupRingingSchema>

const groupParams = z.strictObject({ groupId: idInPath })
const memberParams = z.strictObject({ groupId: idInPath, memberId: idInPath })

export const listRinging = endpoint('listRinging', {
  request: 'GET /api/ringing/groups',
  answer: () => z.object({ groups: z.array(groupRingingSchema) }),
})

export const setRingingRule = endpoint('setRingingRule', {
  request: 'PUT /api/groups/:groupId/ringing',
  params: () => groupParams,
  body: () => z.strictObject({ rule: z.enum(ringingRules, 'rule must be all, followed or none.') }),
  answer: () => groupRingingSchema,
  refusals: ['group-not-found'],
})

export const setCoverageAlerts = endpoint('setCoverageAlerts', {
  request: 'PUT /api/groups/:groupId/coverage-alerts',
  params: () => groupParams,
  body: () =>
    z.strictObject({
      coverage: z.enum(coverageAlerts, 'coverage must be none, short, enough or both.'),
    }),
  answer: () => groupRingingSchema,
  refusals: ['group-not-found'],
})

export const setCallAlerts = endpoint('setCallAlerts', {
  request: 'PUT /api/groups/:groupId/call-alerts',
  params: () => groupParams,
  body: () => z.strictObject({ on: z.boolean('on must be true or false.') }),
  answer: () => groupRingingSchema,
  refusals: ['group-not-found'],
})

/** For a deputy. The creator always hears of it when members ask to come, or go. */
export const setMemberAlerts = endpoint('setMemberAlerts', {
  request: 'PUT /api/groups/:groupId/member-alerts',
  params: () => groupParams,
  body: () => z.strictObject({ on: z.boolean('on must be true or false.') }),
  answer: () => groupRingingSchema,
  refusals: ['group-not-found'],
})

export const followMember = endpoint('followMember', {
  request: 'PUT /api/groups/:groupId/follows/:memberId',
  params: () => memberParams,
  answer: () => groupRingingSchema,
  refusals: ['group-not-found', 'member-not-found', 'too-many-follows'],
})

export const unfollowMember = endpoint('unfollowMember', {
  request: 'DELETE /api/groups/:groupId/follows/:memberId',
  params: () => memberParams,
  answer: () => groupRingingSchema,
  refusals: ['group-not-found'],
})
