import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { compile } from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'
import { createServices, type Parts } from '#create-services.ts'
import { sessionRoutes } from '#features/account/own-sessions/routes.ts'
import { providerRoutes } from '#features/account/provider/routes.ts'
import { accountFunctions, accountRoutes } from '#features/account/routes.ts'
import { sessionCookie } from '#features/account/session-cookie.ts'
import { findValidSessions } from '#features/account/sessions.ts'
import { accountExportRoutes } from '#features/account-export/routes.ts'
import { availabilityRoutes } from '#features/availability/routes.ts'
import { boardRoutes } from '#features/board/routes.ts'
import { callRoutes } from '#features/call/routes.ts'
import { dashboardRoutes } from '#features/dashboard/routes.ts'
import { readTopics } from '#features/group/read-topics.ts'
import { groupRoutes } from '#features/group/routes.ts'
import { hookRoutes } from '#features/hook/routes.ts'
import { inviteLinkRoutes } from '#features/invitation/link/routes.ts'
import { invitationFunctions, invitationRoutes } from '#features/invitation/routes.ts'
import { keyRoutes } from '#features/key/routes.ts'
import { notificationRoutes } from '#features/notification/routes.ts'
import { deviceRoutes, ringingRoutes, watchRoutes } from '#features/ringing/routes.ts'
import { operatorRoutes } from '#operator/page/routes.ts'
import { loggableError } from '#platform/database/database-errors.ts'
import { joinSite } from '#platform/database/site.ts'
import { serveApiDocument } from '#platform/http/api-document.ts'
import { limitConnections } from '#platform/http/connection-limit.ts'
import { createRouter } from '#platform/http/endpoint-route.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { serveLegalPages } from '#platform/http/legal-pages.ts'
import { createListener, maxStopMs } from '#platform/http/listen-and-stop.ts'
import { checkOrigin } from '#platform/http/protection.ts'
import { RequestRateLimiter, rateLimitRequests } from '#platform/http/request-rate-limit.ts'
import { siteOf } from '#platform/http/site-tag.ts'
import { serveWeb } from '#platform/http/web-files.ts'
import { serveWebManifest } from '#platform/http/web-manifest.ts'
import { startCatchUp } from '#platform/live/catch-up.ts'
import { hasMailbox, serveMailbox } from '#platform/mail/mailbox.ts'
import type { Caller, Services } from '#services.ts'
import { watchChanges } from '#start/health/changes-accepted.ts'
import { serveMetrics } from '#start/health/metrics-page.ts'
import { serveHealth } from '#start/health/probes.ts'
import { createAuthentication } from './authentication.ts'
import { refuseUnusableKeys } from './key-authentication.ts'
import { serveLiveConnections } from './live-connections.ts'

export type App = {
  http: FastifyInstance
  services: Services
  listen(): Promise<void>
  /** After the drain, waits at most 8 s for the requests in progress, the workers and `ending`. Then closes the database. */
  close(ending?: Promise<void>): Promise<void>
}

const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** The server does not listen yet. Throws OperatorError if the server must not run on its database. */
export async function createApp({ config, clock, opened, ...parts }: Parts): Promise<App> {
  const log = parts.log.child({}, { serializers: { error: loggableError, err: loggableError } })
  const services = await createServices({ config, clock, log, opened })
  const { database, site, changeDetector, ringer, callMailer, bus } = services
  const workers = Object.values(services.workers)
  await joinSite(database, services.secret)

  const isTrusted = compile(config.trustedProxies)
  const http = createHttpServer(services, isTrusted)
  const exceptFromLimit = limitConnections(http.server, { ...services, isTrusted })
  const cookie = sessionCookie(config.appUrl)
  const authentication = createAuthentication(http, services, cookie)
  const limiter = new RequestRateLimiter(config.limits.requestsPerSecond)
  rateLimitRequests(http, limiter)
  refuseUnusableKeys(http, services)
  checkOrigin(http, config.appUrl)
  await serveApiDocument(http, { ...config, cookieName: cookie.name })

  const route = createRouter<Caller>(http, authentication, log)
  accountRoutes(route, services, cookie)
  accountFunctions(http, services)
  sessionRoutes(route, services, cookie)
  keyRoutes(route, services)
  providerRoutes(route, http, { services, cookie, authenticate: authentication.authenticate })
  notificationRoutes(route, services)
  groupRoutes(route, services)
  availabilityRoutes(route, services)
  inviteLinkRoutes(route, services)
  invitationRoutes(route, services)
  invitationFunctions(http, services, authentication.authenticate)
  dashboardRoutes(route, services)
  ringingRoutes(route, services)
  watchRoutes(route, services)
  callRoutes(route, services)
  deviceRoutes(route, services)
  hookRoutes(route, services)
  accountExportRoutes(route, services)
  if (config.sitePage) operatorRoutes(route, services)
  const frameOriginsOf = boardRoutes(route, http, services)

  const listener = createListener(http)
  let isStopping = false
  const acceptsChanges = watchChanges(http, opened)
  serveHealth(http, { database, isStopping: () => isStopping, acceptsChanges })
  serveMetrics(http, config.metricsToken, {
    ...{ services, opened, acceptsChanges },
    connections: listener.connections,
  })
  if (hasMailbox(config)) serveMailbox(http, { ...services, appName: config.appName })
  serveWebManifest(http, { appName: config.appName })
  serveLegalPages(http, site)
  await serveWeb(http, {
    folder: webFolder,
    appName: config.appName,
    site: () => siteOf(config, site.registration),
    legalLinksIn: language => site.linksIn(language),
    frameOriginsOf,
  })
  const stopLive = serveLiveConnections(http.server, {
    services,
    limiter,
    sessionOf: authentication.sessionOf,
    isTrusted,
    onLive: exceptFromLimit,
  })
  await bus?.open(command => services.hub.receive(command))
  const stopCatchUp = startCatchUp({
    ...services,
    topicsOf: userIds => readTopics(database, userIds),
    validSessionsOf: sessions => findValidSessions(services, sessions),
  })
  await http.ready()
  await Promise.all(workers.map(worker => worker.start()))

  return {
    http,
    services,
    listen: () => listener.listen(config),
    async close(ending) {
      isStopping = true
      // Until the proxy notices that `/api/ready` fails, it sends requests to this node.
      await wait(config.drainSeconds * 1_000)
      stopLive()
      // A slow mail server, push service or receiver delays the stop by at most `maxStopMs`. Whatever was not sent remains stored.
      const stopping = [...workers, ringer, callMailer, changeDetector].map(worker => worker.stop())
      const work = Promise.all([...stopping, ending])
      const tooLong = wait(maxStopMs, undefined, { ref: false })
      await listener.stop()
      await http.close()
      await Promise.race([work, tooLong])
      await Promise.all([stopCatchUp(), site.stop()])
      await bus?.close()
      await opened.close()
    },
  }
}
