import type { Endpoint } from '@grouplight/contract/endpoint.ts'
import { problemSchema, problemStatus } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Problem } from '#problem.ts'
import { networkOf } from './network-address.ts'

/** What a route hands to its operation: validated input, and who asks. */
export type Request<Params, Query, Body, Caller> = Input<Params, Query, Body> & {
  /** Of a 'verified' endpoint always somebody. */
  user: Caller
  reply: FastifyReply
}

type Input<Params, Query, Body> = {
  params: Params
  query: Query
  body: Body
  /** What the client is counted by. */
  ip: string
  /** The session that the request shows, good or not; null when it shows none. */
  session: string | null
}

/** What is always found out about who asks. `needsRenewal`: the session is to be prolonged. */
export type Identity = { userId: string; emailVerified: boolean; needsRenewal: boolean }

/** How routes find out who asks. Null: nobody that is known. */
export type Authentication<Caller extends Identity> = {
  /** Looks up the session of a request, at most once. */
  authenticate(request: FastifyRequest, reply: FastifyReply): Promise<Caller | null>
  /** Notes who sent a request, and renews the session when it is time. Part of `authenticate`. */
  identify(request: FastifyRequest, reply: FastifyReply, identity: Identity | null): Promise<void>
}

/**
 * Makes routes of endpoints. Usually the session is looked up before the body is read. With `find` the operation's own statement
 * does that, when the input is known; what it finds is the handler's `user`.
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
 * A router that checks input and answers with the contract's schemas, and finds out who asks.
 * 401 for a guest, 403 for somebody unverified, before anything else is looked at.
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
      // Before the body is read: a stranger's is not worth parsing.
      onRequest: async (request, reply) => {
        if (find) return void (request.session === null && requireVerified(null))
        require(await authenticate(request, reply))
        // Who has hung up meanwhile sends no more of it, and the framework would wait for it without an end.
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

/** Lets only a verified user pass: 401 'unauthenticated' for a guest, 403 'email-not-verified' for the others. */
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
