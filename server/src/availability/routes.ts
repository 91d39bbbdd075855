import * as contract from '@grouplight/contract/availability.ts'
import type { Caller } from '#account/sessions.ts'
import type { Router } from '#http/endpoint-route.ts'
import type { Services } from '#services.ts'
import { setAvailability } from './set-availability.ts'
import { createToggleBatcher } from './toggle-batcher.ts'

export function availabilityRoutes(route: Router<Caller>, services: Services): void {
  const { database } = services
  const lane = createToggleBatcher(services)
  route(
    contract.setAvailability,
    async ({ session, authenticate, reply, params, body }) => {
      const { needsRenewal, ...answer } = await setAvailability(
        { database, lane },
        { session: session ?? '', ...params, ...body },
        callerId => {
          reply.request.userId = callerId
        },
      )
      if (needsRenewal) await authenticate()
      return answer
    },
    { authenticates: 'late' },
  )
}
