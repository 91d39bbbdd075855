import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'
import { idInPath } from './text.ts'

const endpoint = endpointsOf('ringing')

/** Which changes to Available a user hears of in a group: those of all members, of the followed members, or none. */
export const ringingRules = ['all', 'followed', 'none'] as const
export type RingingRule = (typeof ringingRules)[number]

/** Which coverage alerts a user gets in a group: none, only that too few members are Available, only enough again, or both. */
export const coverageAlerts = ['none', 'short', 'enough', 'both'] as const
export type CoverageAlerts = (typeof coverageAlerts)[number]

/** The settings of a user for ringing in a group. No other user can see them. */
export const groupRingingSchema = z
  .object({
    groupId: z.string(),
    rule: z.enum(ringingRules),
    /** The ids of the members whom the user follows in this group. They matter only with the rule 'followed'. */
    follows: z.array(z.string()),
    /** Absent if the user has not chosen a value. Then 'short' applies to the creator, and 'none' to other members. */
    coverage: z.optional(z.enum(coverageAlerts)),
  })
  .register(z.globalRegistry, { id: 'GroupRinging' })

export type GroupRinging = z.infer<typeof groupRingingSchema>

const groupParams = z.strictObject({ groupId: idInPath })
const memberParams = z.strictObject({ groupId: idInPath, memberId: idInPath })

export const listRinging = endpoint('listRinging', {
  request: 'GET /api/ringing/groups',
  summary: "Returns what rings in the user's groups, except those with the rule 'all' and no chosen alerts.",
  answer: () => z.object({ groups: z.array(groupRingingSchema) }),
})

export const setRingingRule = endpoint('setRingingRule', {
  request: 'PUT /api/groups/:groupId/ringing',
  summary: "Sets the user's own rule of a group. What it hid so far counts as read.",
  params: () => groupParams,
  body: () => z.strictObject({ rule: z.enum(ringingRules, 'rule must be all, followed or none.') }),
  answer: () => groupRingingSchema,
  refusals: ['group-not-found'],
})

export const setCoverageAlerts = endpoint('setCoverageAlerts', {
  request: 'PUT /api/groups/:groupId/coverage-alerts',
  summary: 'Sets whether the user is told that too few members are Available in a group, or enough again.',
  params: () => groupParams,
  body: () =>
    z.strictObject({
      coverage: z.enum(coverageAlerts, 'coverage must be none, short, enough or both.'),
    }),
  answer: () => groupRingingSchema,
  refusals: ['group-not-found'],
})

export const followMember = endpoint('followMember', {
  request: 'PUT /api/groups/:groupId/follows/:memberId',
  summary: 'Follows another member of a group.',
  params: () => memberParams,
  answer: () => groupRingingSchema,
  refusals: ['group-not-found', 'member-not-found'],
})

export const unfollowMember = endpoint('unfollowMember', {
  request: 'DELETE /api/groups/:groupId/follows/:memberId',
  summary: 'Stops following a member of a group.',
  params: () => memberParams,
  answer: () => groupRingingSchema,
  refusals: ['group-not-found'],
})
