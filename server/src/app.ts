import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import proxyAddress, { compile } from '@fastify/proxy-addr'
import { livePath } from '@grouplight/contract/live.ts'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { createAuthentication } from '#account/authentication.ts'
import { loadOrCreateSecret } from '#account/load-or-create-secret.ts'
import { normalizeAddresses } from '#account/normalize-addresses.ts'
import { accountFunctions, accountRoutes } from '#account/routes.ts'
import { sessionCookie } from '#account/session-cookie.ts'
import { type Caller, findCaller, isOpen } from '#account/sessions.ts'
import { accountExportRoutes } from '#account-export/routes.ts'
import { becomeUnavailable } from '#availability/become-unavailable.ts'
import { availabilityRoutes } from '#availability/routes.ts'
import { startCatchUp } from '#catch-up/catch-up.ts'
import type { Clock } from '#clock.ts'
import type { Config } from '#config.ts'
import { dashboardRoutes } from '#dashboard/routes.ts'
import type { OpenDatabase } from '#database/database.ts'
import { loggableError } from '#database/loggable-error.ts'
import { busConnectionName } from '#database/other-servers.ts'
import { joinSite } from '#database/site.ts'
import { leaveAllGroups } from '#group/leave-all-groups.ts'
import { groupIdsOf } from '#group/membership.ts'
import { renamedMember } from '#group/renamed-member.ts'
import { groupRoutes } from '#group/routes.ts'
import { groupTopic } from '#group/topic.ts'
import { serveMetrics } from '#health/metrics-page.ts'
import { serveHealth } from '#health/probes.ts'
import { logAnswers, logRefusal } from '#http/answer-log.ts'
import { serveApiDocument } from '#http/api-document.ts'
import { answerClientError } from '#http/client-error.ts'
import { serveEarlierPages } from '#http/earlier-pages.ts'
import { createRouter } from '#http/endpoint-route.ts'
import { checkForwarded } from '#http/forwarded.ts'
import { parseJson } from '#http/json-body.ts'
import { createListener } from '#http/listen.ts'
import { networkOf } from '#http/network-address.ts'
import { checkOrigin } from '#http/origin-check.ts'
import { answerProblem, handleProblems } from '#http/problem-handler.ts'
import { beforeRefusing, RequestRateLimiter, rateLimitRequests } from '#http/request-rate-limit.ts'
import { securityHeaders } from '#http/security-headers.ts'
import { serveWeb } from '#http/web-files.ts'
import { serveWebManifest } from '#http/web-manifest.ts'
import { cancelSentInvitations } from '#invitation/cancel-sent-invitations.ts'
import { invitationFunctions, invitationRoutes } from '#invitation/routes.ts'
import { Hub } from '#live/hub.ts'
import { openBus } from '#live/open-bus.ts'
import { serveLive } from '#live/socket.ts'
import { EmailWorker } from '#mail/email-worker.ts'
import { isLocal, serveMailbox } from '#mail/mailbox.ts'
import { createTransport } from '#mail/transport.ts'
import { Counts } from '#metrics/counts.ts'
import { forgetNotifications } from '#notification/forget-notifications.ts'
import { notificationRoutes } from '#notification/routes.ts'
import type { Services } from '#services.ts'

export type App = {
  http: FastifyInstance
  services: Services
  /** Serves on the host and the port of the settings. */
  listen(): Promise<void>
  /**
   * Stops gracefully: what was asked is answered, live connections are told to come back, emails under way are sent. `ending`
   * is what else ends meanwhile, and needs the database until then.
   */
  close(ending?: Promise<void>): Promise<void>
}

type Parts = { config: Config; clock: Clock; log: Logger; opened: OpenDatabase }

const longestStopMs = 8_000

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/**
 * Brings everything together, without listening yet. The only place where all the words meet. Throws OperatorError for a server
 * that cannot serve beside the others on its database.
 */
export async function createApp({ config, clock, opened, ...parts }: Parts): Promise<App> {
  const log = parts.log.child({}, { serializers: { error: loggableError, err: loggableError } })
  const services = await createServices({ config, clock, log, opened })
  await joinSite(services.database, services.secret, config.databaseUrl !== undefined)
  await normalizeAddresses(services.database)
  const cookie = sessionCookie(config.appUrl)
  const headers = securityHeaders(config.appUrl)

  const http = Fastify({
    // The framework may warn, unless the operator wants it quieter still.
    loggerInstance: log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    // Who takes longer to send headers, or all of a request, is cut off; looked at every two seconds.
    requestTimeout: 20_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // Refused before there is a route, and so before any hook.
    clientErrorHandler: answerClientError(headers),
    frameworkErrors: (error, request, reply) => answerProblem(error, request, reply.headers(headers)),
    // As long as a URL can be: an id that is too long is not found, like every other that is none.
    routerOptions: { maxParamLength: 16 * 1024 },
  }) as unknown as FastifyInstance
  http.removeContentTypeParser('text/plain')
  parseJson(http)
  http.setValidatorCompiler(validatorCompiler)
  http.setSerializerCompiler(serializerCompiler)
  handleProblems(http)
  const isTrusted = compile(config.trustedProxies)
  const forwarded = checkForwarded({ isTrusted, log, counts: services.counts })
  http.server.on('upgrade', forwarded)
  http.addHook('onRequest', (request, reply, done) => {
    forwarded(request.raw)
    reply.headers(headers)
    done()
  })
  logAnswers(http, services)
  const { authenticate, shownBy } = createAuthentication(http, services, cookie)
  const guard = new RequestRateLimiter(config.limits.requestsPerSecond)
  rateLimitRequests(http, guard)
  checkOrigin(http, config.appUrl)
  serveEarlierPages(http)
  await serveApiDocument(http, config)

  const route = createRouter<Caller>(http, authenticate)
  accountRoutes(route, services, cookie)
  accountFunctions(http, services)
  notificationRoutes(route, services)
  groupRoutes(route, services)
  availabilityRoutes(route, services)
  invitationRoutes(route, services)
  dashboardRoutes(route, services)
  accountExportRoutes(route, services)
  invitationFunctions(http, services, authenticate)
  const listener = createListener(http)
  let isStopping = false
  serveHealth(http, { database: services.database, isStopping: () => isStopping })
  serveMetrics(http, config.metricsToken, { services, opened, connections: listener.connections })
  if (hasMailbox(config)) serveMailbox(http, { database: services.database, appName: config.appName })
  serveWebManifest(http, { appName: config.appName })
  await serveWeb(http, { folder: webFolder, appName: config.appName })

  const stopLive = serveLive(http.server, {
    hub: services.hub,
    log,
    origin: config.appUrl,
    async mayKnock(request) {
      const guest = { session: null, ip: () => networkOf(proxyAddress(request, isTrusted)) }
      const isGranted = guard.charge(guest) !== null
      if (!isGranted) await beforeRefusing()
      return isGranted
    },
    async authenticate(request) {
      const client = { session: shownBy(request), ip: () => networkOf(proxyAddress(request, isTrusted)) }
      const charged = guard.charge(client)
      if (charged === null) {
        await beforeRefusing()
        return 'too-many-requests'
      }
      const caller = await findCaller(services, client.session)
      guard.settle(charged, client, caller !== null)
      if (!caller) return 'unauthenticated'
      return caller.emailVerified ? { person: caller.userId, session: caller.session } : 'email-not-verified'
    },
    turnedAway({ request, code, ...more }) {
      const route = code === 'not-found' ? undefined : livePath
      // Who has hung up meanwhile may have no address any more.
      const ip: string | undefined = proxyAddress(request, isTrusted)
      logRefusal(services, { ...more, method: 'GET', route, code, ip })
    },
    mayAsk: session => guard.grants(session),
    async topicsOf(userId, session) {
      if (!(await isOpen({ clock, database: services.database }, session))) return null
      return (await groupIdsOf(services.database, userId)).map(groupTopic)
    },
  })
  const stopCatchUp = startCatchUp(services)
  await http.ready()
  services.emailWorker.wake()

  return {
    http,
    services,
    listen: () => listener.listen(config),
    async close(ending) {
      isStopping = true
      // A proxy sees at `/api/ready` that nobody should come any more, and only then is the door shut.
      await wait(config.drainSeconds * 1_000)
      stopLive()
      // A mail server that keeps an email waiting is not waited for: its lease ends, and the next start sends it.
      const work = Promise.all([services.emailWorker.stop(), ending])
      const tooLong = wait(longestStopMs, undefined, { ref: false })
      await listener.stop()
      await http.close()
      await Promise.race([work, tooLong])
      await stopCatchUp()
      await services.bus?.close()
      await opened.close()
    },
  }
}

/** Whether the development mailbox is served: no mail server, and nobody but this machine can look into it. */
export function hasMailbox({ smtpUrl, host, appUrl }: Pick<Config, 'smtpUrl' | 'host' | 'appUrl'>): boolean {
  // A public address means a proxy in front: through it the loopback would be open to everybody.
  return !smtpUrl && isLocal(host) && isLocal(new URL(appUrl).hostname)
}

/** What every operation needs, on an open database. Nothing listens, and no email is sent, until it is asked to. */
export async function createServices({ config, clock, log, opened }: Parts): Promise<Services> {
  const { database } = opened
  const counts = new Counts()
  const hub = new Hub(counts)
  const transport = createTransport(config)
  const secret = config.authSecret ?? (await loadOrCreateSecret(config.dataDir))
  const bus = await openBus(config, { hub, secret, log, counts, connectionName: busConnectionName })
  return {
    config,
    clock,
    log,
    database,
    hub,
    bus,
    counts,
    emailWorker: new EmailWorker({
      database,
      clock,
      log,
      transport,
      counts,
      domain: new URL(config.appUrl).hostname,
    }),
    secret,
    accountListener: {
      signedOut: (transaction, userId) => becomeUnavailable(transaction, { clock, hub }, userId),
      renamed: (transaction, userId) => renamedMember(transaction, { hub }, userId),
      deleted: async (transaction, person) => {
        const left = await leaveAllGroups(transaction, { clock, hub }, person)
        const cancelled = await cancelSentInvitations(transaction, { clock, hub }, person.userId)
        await forgetNotifications(transaction, person.userId)
        return () => {
          left()
          cancelled()
        }
      },
    },
  }
}
