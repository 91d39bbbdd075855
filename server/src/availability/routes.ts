import * as contract from '@grouplight/contract/availability.ts'
import type { Caller } from '#account/sessions.ts'
import type { Router } from '#http/endpoint-route.ts'
import type { Services } from '#services.ts'
import { setAvailability } from './set-availability.ts'

export function availabilityRoutes(route: Router<Caller>, services: Services): void {
  route(contract.setAvailability, ({ person, params, body }) =>
    setAvailability(services, { callerId: person.userId, ...params, ...body }),
  )
}
