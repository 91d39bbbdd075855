import * as z from 'zod/mini'
import { accountSchema } from './account.ts'
import { endpointsOf } from './endpoint.ts'
import { groupSchema } from './group.ts'
import { receivedInvitationSchema } from './invitation.ts'
import { unreadSchema } from './notification.ts'
import { groupRingingSchema } from './ringing.ts'

const endpoint = endpointsOf('dashboard')

const dashboardSchema = z.object({
  groups: z.array(groupSchema),
  unread: unreadSchema,
  invitations: z.array(receivedInvitationSchema),
  /** The same list as in the response of `listRinging`. */
  ringing: z._default(z.array(groupRingingSchema), []),
})

export type Dashboard = z.infer<typeof dashboardSchema>

export const readDashboard = endpoint('readDashboard', {
  request: 'GET /api/dashboard',
  access: 'anybody',
  isConditional: true,
  answer: () =>
    z.object({
      account: z.nullable(accountSchema),
      /** Null for a guest and for a user with an unverified address. */
      dashboard: z.nullable(dashboardSchema),
    }),
})
