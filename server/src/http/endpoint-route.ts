import type { Endpoint } from '@grouplight/contract/endpoint.ts'
import { problemSchema, problemStatus } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Problem } from '#problem.ts'
import { networkOf } from './network-address.ts'

/** The validated input of a route's operation, and the authenticated caller. */
export type Request<Params, Query, Body, Caller> = Input<Params, Query, Body> & {
  /** For a 'verified' endpoint never null. */
  user: Caller
  reply: FastifyReply
}

type Input<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  /** The client's network, by which its requests are counted. */
  ip: string
  /** The session named by the request, whether valid or not. Null if the request names none. */
  session: string | null
}

/** What is known of every authenticated caller. `needsRenewal`: the session must be prolonged. */
export type Identity = { userId: string; emailVerified: boolean; needsRenewal: boolean }

/** How routes authenticate requests. Null means a guest. */
export type Authentication<Caller extends Identity> = {
  /** Looks up the session of a request, at most once per request. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null>
  /** Stores the caller of a request, and renews the session if needed. Part of `authenticate`. */
  identify(request: FastifyRequest, reply: FastifyReply, identity: Identity | null): Promise<void>
}

/**
 * Registers a route for an endpoint. By default, the session is looked up before the body is read. With `find`, the operation's
 * own statement looks up the session together with its data, after the input was validated. Its result is the handler's `user`.
 */
export type Router<Caller extends Identity> = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  Access extends 'anybody' | 'verified',
  Found extends Identity | null = Access extends 'verified' ? Caller : Caller | null,
>(
  endpoint: Endpoint<Params, Query, Body, Answer, Access>,
  handle: (
    request: Request<z.output<Params>, z.output<Query>, z.output<Body>, Found>,
  ) => Promise<Answer extends z.ZodMiniUndefined ? void : z.input<Answer>>,
  find?: (input: Input<z.output<Params>, z.output<Query>, z.output<Body>>) => Promise<Found | null>,
) => void

/**
 * Creates a router that validates input and answers with the contract's schemas and authenticates callers. Before anything else
 * it answers 401 to a guest and 403 to an unverified user.
 */
export function createRouter<Caller extends Identity>(
  app: FastifyInstance,
  { authenticate, identify }: Authentication<Caller>,
): Router<Caller> {
  return (endpoint, handle, find) => {
    const require = <Found extends Identity>(caller: Found | null) =>
      endpoint.access === 'verified' ? requireVerified(caller) : caller
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      attachValidation: find !== undefined,
      // Runs before the body is read, so that a guest's body is never parsed.
      onRequest: async (request, reply) => {
        if (find) return void (request.session === null && requireVerified(null))
        require(await authenticate(request, reply))
        // A client that has disconnected will never send the rest of the body, and the framework would wait for it for ever.
        if (endpoint.body && request.raw.destroyed)
          throw new Problem('invalid-input', 'The request cannot be read.')
      },
      handler: async (request, reply) => {
        const { params, query, body, ip, session, validationError } = request
        if (validationError) {
          require(await authenticate(request, reply))
          throw validationError
        }
        const input = { params, query, body, ip: networkOf(ip), session } as Parameters<
          NonNullable<typeof find>
        >[0]
        const user = find ? await find(input) : await authenticate(request, reply)
        if (find) await identify(request, reply, user)
        const answer = await handle({ ...input, reply, user: require(user) } as Parameters<typeof handle>[0])
        return endpoint.answer ? answer : reply.code(204).send()
      },
    })
  }
}

/** Returns a verified caller. Refuses a guest with 401 'unauthenticated' and an unverified user with 403 'email-not-verified'. */
export function requireVerified<User extends { emailVerified: boolean }>(user: User | null): User {
  if (!user) throw new Problem('unauthenticated', 'Please sign in.')
  if (!user.emailVerified)
    throw new Problem('email-not-verified', 'Please verify your email before accessing the app.')
  return user
}

function schemaOf(
  endpoint: Pick<
    Endpoint,
    | 'params'
    | 'query'
    | 'body'
    | 'answer'
    | 'isConditional'
    | 'summary'
    | 'tag'
    | 'access'
    | 'refusals'
    | 'name'
  >,
) {
  const { params, query, body, answer, summary, tag, access } = endpoint
  const signedIn: Record<string, string[]>[] = [{ session: [] }, { bearer: [] }]
  const statuses = new Set([
    400,
    ...(access === 'verified' ? [401, 403] : []),
    ...endpoint.refusals.map(code => problemStatus[code]),
  ])
  return {
    summary,
    tags: [tag],
    operationId: endpoint.name,
    ...(access === 'verified' && { security: signedIn }),
    ...(params && { params }),
    querystring: query ?? z.strictObject({}),
    ...(body && { body }),
    response: {
      ...(answer ? { 200: answer } : { 204: z.undefined().check(z.describe('Done.')) }),
      ...(endpoint.isConditional && { 304: z.undefined().check(z.describe('If-None-Match still holds.')) }),
      ...Object.fromEntries([...statuses].map(status => [status, problemSchema])),
    },
  }
}
