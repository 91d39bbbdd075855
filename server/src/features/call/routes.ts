import * as contract from '@grouplight/contract/ask-around.ts'
import type { Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { answerCall } from './answer-call.ts'
import { askEverybody, ringCall } from './ask-again.ts'
import { withdrawCall } from './end-call.ts'
import { stopCallEmails } from './mail-asked.ts'
import { openCall } from './open-call.ts'

export function callRoutes(route: Router<Caller>, services: Services): void {
  route(contract.openCall, ({ input }) => openCall(services, input))
  route(contract.answerCall, ({ input, query, key }) =>
    answerCall(services, { ...input, asked: query.userId, groupIds: key?.groupIds }),
  )
  route(contract.ringCall, ({ input }) => ringCall(services, input))
  route(contract.askEverybody, ({ input }) => askEverybody(services, input))
  route(contract.stopCallEmails, ({ body, ip }) => stopCallEmails(services, { ...body, ip }))
  route(contract.withdrawCall, ({ input }) => withdrawCall(services, input))
}
