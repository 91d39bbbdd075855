import * as z from 'zod/mini'
import { accountSchema } from './account.ts'
import { endpoint } from './endpoint.ts'
import { groupSchema } from './group.ts'
import { receivedInvitationSchema } from './invitation.ts'
import { unreadSchema } from './notification.ts'

const dashboardSchema = z.object({
  groups: z.array(groupSchema),
  unread: unreadSchema,
  invitations: z.array(receivedInvitationSchema),
})

/** What `listGroups`, `countUnread` and `listReceivedInvitations` answer, of one person. */
export type Dashboard = z.infer<typeof dashboardSchema>

export const readDashboard = endpoint({
  name: 'readDashboard',
  tag: 'dashboard',
  method: 'GET',
  path: '/api/dashboard',
  summary: 'All that the first screen shows: who is signed in, their groups, unread count and invitations.',
  access: 'anybody',
  isConditional: true,
  answer: () =>
    z.object({
      /** Null for a guest. */
      account: z.nullable(accountSchema),
      /** Null unless somebody verified asks. */
      dashboard: z.nullable(dashboardSchema),
    }),
  refusals: [],
})
