import * as contract from '@grouplight/contract/session.ts'
import type { FastifyRequest } from 'fastify'
import type { Router } from '#platform/http/endpoint-route.ts'
import { version } from '#platform/version.ts'
import type { Caller, Services } from '#services.ts'
import { changePassword } from '../change-password.ts'
import { confirmByPassword } from '../confirmation.ts'
import { knownBrowserCookie } from '../known-browser-cookie.ts'
import type { SessionCookie } from '../session-cookie.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'

export function sessionRoutes(route: Router<Caller>, services: Services, cookie: SessionCookie): void {
  const knownBrowsers = knownBrowserCookie(services.config.appUrl, services.secret)
  const browserIdOf = (request: FastifyRequest, { email }: Caller) => knownBrowsers.read(request, email)

  route(contract.listSessions, async ({ user }) => ({ sessions: await listOwnSessions(services, user) }))

  route(contract.endSession, async ({ params, user, reply }) => {
    await endOwnSession(services, user, params.sessionId)
    if (params.sessionId === user.session) cookie.clear(reply)
  })

  route(contract.endOtherSessions, ({ user }) => endOtherSessions(services, user))

  route(contract.readVersion, async () => ({ version }))

  route(contract.changePassword, ({ body, ip, user, reply }) =>
    changePassword(services, { caller: user, ...body, ip, browserId: browserIdOf(reply.request, user) }),
  )

  route(contract.confirmByPassword, ({ body, ip, user, reply }) =>
    confirmByPassword(services, { caller: user, ...body, ip, browserId: browserIdOf(reply.request, user) }),
  )
}
