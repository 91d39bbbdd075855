import * as contract from '@grouplight/contract/availability.ts'
import * as question from '@grouplight/contract/question.ts'
import type { KeyCaller, Router } from '#platform/http/endpoint-route.ts'
import type { Caller, Services } from '#services.ts'
import { confirmAvailability } from './confirm-availability.ts'
import { readQuestionSettings, updateQuestionSettings } from './question-settings.ts'
import { setAskingInterval } from './set-asking-interval.ts'
import { setAvailabilityInGroups } from './set-availability-in-groups.ts'
import { setUsualEnd } from './set-usual-end.ts'
import { requireChanged } from './status-outcome.ts'
import { createToggleBatcher, type Toggle } from './toggle-batcher.ts'
import { toggleByKey } from './toggle-by-key.ts'
import { undoAvailability } from './undo-availability.ts'

type Input = {
  session: string | null
  key: KeyCaller | null
  params: Pick<Toggle, 'groupId' | 'userId'>
  body: Pick<Toggle, 'status'> & contract.AvailabilityDetails
}

export function availabilityRoutes(route: Router<Caller>, services: Services): void {
  const batcher = createToggleBatcher(services)
  route(
    contract.setAvailability,
    ({ user: outcome, params }) => requireChanged(services, outcome, params),
    ({ session, key, params, body: { status, ...details } }: Input) => {
      const toggle = { ...params, status, details }
      if (key) return toggleByKey(services, batcher, { keyUserId: key.userId, toggle })
      return batcher.submit({ session: session ?? '', ...toggle })
    },
  )
  route(contract.setAvailabilityInGroups, ({ input, session }) =>
    setAvailabilityInGroups(services, { ...input, session: session ?? '' }),
  )
  route(contract.undoAvailability, ({ input, session }) =>
    undoAvailability(services, { ...input, session: session ?? '' }),
  )
  route(contract.setUsualEnd, ({ input }) => setUsualEnd(services, input))
  questionRoutes(route, services)
}

function questionRoutes(route: Router<Caller>, services: Services): void {
  route(question.confirmAvailability, ({ user, params, query }) =>
    confirmAvailability(services, { userId: user.userId, asked: query.userId, ...params }),
  )
  route(question.setAskingInterval, ({ input }) => setAskingInterval(services, input))
  route(question.readQuestionSettings, ({ input }) => readQuestionSettings(services.database, input))
  route(question.updateQuestionSettings, ({ input }) => updateQuestionSettings(services, input))
}
