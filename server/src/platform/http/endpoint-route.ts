import {
  type Access,
  type Endpoint,
  type KeyUse,
  needsOperatorConfirmation,
  timeZoneHeader,
} from '@grouplight/contract/endpoint.ts'
import { problemSchema, problemStatus } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import * as z from 'zod/mini'
import { networkOf } from '#platform/network/network-address.ts'
import { Problem } from '#platform/problem.ts'
import { timeZoneOf } from '#platform/time-zone.ts'
import { operationSummaries } from './operation-summaries.ts'
import { unreadable } from './problem-handler.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route neither reads nor renews a session. */
    ignoresSession?: boolean
    /** Whether the route does not exist for everybody but operators. */
    isHidden?: boolean
  }
}

type Request<Params, Query, Body, Caller> = Sent<Params, Query, Body> & {
  /** Null if the caller is a guest. */
  user: Caller
  /** The caller's id, and everything that the request contains, as most operations take it. */
  input: Fields<Params> &
    Fields<Query> &
    Fields<Body> & { userId: Caller extends AnyCaller ? string : undefined }
  reply: FastifyReply
}

type Fields<Part> = Part extends object ? Part : unknown

type Sent<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  /** The client's network: see `networkOf`. */
  ip: string
  session: string | null
  key: KeyCaller | null
  /** The client's time zone, or UTC if the client names no known time zone. */
  zone: string
}

export type AnyCaller = { userId: string; emailVerified: boolean; needsRenewal: boolean }

/** `groupIds` is null if the key may see all groups of its user. */
export type KeyCaller = AnyCaller & { groupIds: string[] | null }

export type Authentication<Caller extends AnyCaller> = {
  /** Reads the session at most once per request. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null>
  /** Stores the user in the request, for the log and the rate limit. Renews the session if necessary. */
  identify(request: FastifyRequest, reply: FastifyReply, caller: AnyCaller | null): Promise<void>
  /** Throws a Problem if the key of the request is not valid or does not allow `use`. */
  authenticateKey(request: FastifyRequest, use: KeyUse): Promise<KeyCaller>
  /** Throws the Problem of an unknown path for everybody but operators. With `isChange`, demands a confirmation. */
  authorizeOperator(request: FastifyRequest, reply: FastifyReply, isChange: boolean): Promise<void>
  /** Throws a Problem if the operator has made too many changes. */
  countOperatorChange(operatorId: string): Promise<void>
}

/** Adds a route. Without `find`, the session is read before the body. `find` reads the session together with the data. */
export type Router<Caller extends AnyCaller> = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  Needed extends Access,
  Keys extends KeyUse | undefined,
  Found extends AnyCaller = Keys extends KeyUse ? KeyCaller | Caller : Caller,
>(
  endpoint: Endpoint<Params, Query, Body, Answer, Needed, Keys>,
  handle: (
    request: Request<
      z.output<Params>,
      z.output<Query>,
      z.output<Body>,
      Needed extends 'verified' | 'operator' ? Found : Found | null
    >,
  ) => Promise<Answer extends z.ZodMiniUndefined ? void : z.input<Answer>>,
  find?: (sent: Sent<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<Found | null>,
) => void

/**
 * If an endpoint is for verified users, a guest receives 401 and an unverified user 403, even if the input is not valid. Changes on the
 * operator's page are logged.
 */
export function createRouter<Caller extends AnyCaller>(
  app: FastifyInstance,
  { authenticate, identify, authenticateKey, authorizeOperator, countOperatorChange }: Authentication<Caller>,
  log: Logger,
): Router<Caller> {
  const keyCallers = new WeakMap<FastifyRequest, KeyCaller>()
  return (endpoint, handle, find) => {
    const require = <Found extends AnyCaller>(caller: Found | null) =>
      ['verified', 'operator'].includes(endpoint.access) ? requireVerified(caller) : caller
    const isForOperators = endpoint.access === 'operator'
    const isOperatorChange = needsOperatorConfirmation(endpoint)
    const requireKey = async (request: FastifyRequest) => {
      if (!endpoint.keys) throw notForKeys()
      return requireVerified(await authenticateKey(request, endpoint.keys))
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      config: {
        keys: endpoint.keys,
        ignoresSession: endpoint.access === 'board',
        isHidden: isForOperators,
      },
      attachValidation: find !== undefined,
      // Conditional responses can be large. Checking them against their schema would take longer than reading their data.
      ...(endpoint.isConditional && { serializerCompiler: () => JSON.stringify }),
      // This function runs before the body is read, so that the body is not parsed if the request is refused here.
      onRequest: async (request, reply) => {
        if (isForOperators) await authorizeOperator(request, reply, isOperatorChange)
        else if (request.key) keyCallers.set(request, await requireKey(request))
        else if (find) return void (request.session === null && require(null))
        else require(await authenticate(request, reply))
        // Without this check, the framework would wait forever for the body of a client that has disconnected.
        if (endpoint.body && request.raw.destroyed) throw unreadable()
      },
      handler: async (request, reply) => {
        const { params, query, body, ip, session, validationError, headers } = request
        if (validationError) {
          if (!request.key) require(await authenticate(request, reply))
          throw validationError
        }
        // A key may have been revoked while the body was being sent, so it is checked again.
        const known = endpoint.body ? undefined : keyCallers.get(request)
        const key = request.key && (known ?? (await requireKey(request)))
        // And so may an operator have been removed.
        if (isForOperators && endpoint.body) await authorizeOperator(request, reply, isOperatorChange)
        const zone = timeZoneOf(headers[timeZoneHeader])
        const sent = { params, query, body, ip: networkOf(ip), session, key, zone } as Parameters<
          NonNullable<typeof find>
        >[0]
        const user = find ? await find(sent) : (key ?? (await authenticate(request, reply)))
        if (find && !key) await identify(request, reply, user)
        // Another user's id may be among the parameters. An operation must not take it for the caller's.
        const input = Object.assign({}, query, params, body, { userId: user?.userId })
        if (isOperatorChange && user) await countOperatorChange(user.userId)
        const answer = await handle({ ...sent, input, reply, user: require(user) } as Parameters<
          typeof handle
        >[0])
        if (isOperatorChange) {
          const { userId: id, groupId } = { ...(answer as object), ...(params as object) } as Record<
            string,
            string
          >
          log.info(
            { operatorId: user?.userId, action: endpoint.name, targetId: id ?? groupId },
            'the operator’s page',
          )
        }
        if (endpoint.isFile) return reply
        return endpoint.answer ? answer : reply.code(204).send()
      },
    })
  }
}

export function notForKeys(): Problem {
  return new Problem('not-for-keys')
}

export function requireVerified<User extends { emailVerified: boolean }>(user: User | null): User {
  if (!user) throw new Problem('unauthenticated')
  if (!user.emailVerified) throw new Problem('email-not-verified')
  return user
}

function schemaOf(endpoint: Omit<Endpoint, 'path'>) {
  const { params, query, body, answer, tag, access, keys } = endpoint
  const security: Partial<Record<Access, Record<string, string[]>[]>> = {
    verified: [{ session: [] }, { bearer: [] }, ...(keys ? [{ key: [] }] : [])],
    operator: [{ session: [] }, { bearer: [] }],
    board: [{ board: [] }],
  }
  const statuses = new Set([
    400,
    ...(access === 'verified' ? [401, 403] : []),
    ...(access === 'operator' ? [404] : []),
    ...(needsOperatorConfirmation(endpoint) ? [403, 429] : []),
    // The number of requests with one key in a minute is limited.
    ...(keys ? [429] : []),
    ...endpoint.refusals.map(code => problemStatus[code]),
  ])
  return {
    summary: operationSummaries[endpoint.name],
    tags: [tag],
    operationId: endpoint.name,
    security: security[access] ?? [],
    ...(params && { params }),
    querystring: query ?? z.strictObject({}),
    ...(body && { body }),
    response: {
      ...(answer && { 200: answer }),
      ...(endpoint.isFile && { 200: z.undefined().check(z.describe('The file.')) }),
      ...(!answer && !endpoint.isFile && { 204: z.undefined().check(z.describe('Done.')) }),
      ...(endpoint.isConditional && { 304: z.undefined().check(z.describe('If-None-Match still holds.')) }),
      ...Object.fromEntries([...statuses].map(status => [status, problemSchema])),
    },
  }
}
