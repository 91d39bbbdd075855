import type { Endpoint } from '@grouplight/contract/endpoint.ts'
import { problemSchema, problemStatus } from '@grouplight/contract/problem.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Problem } from '#problem.ts'
import { networkOf } from './network-address.ts'

/** What a route hands to its operation: validated input, and who asks. */
export type Request<Params, Query, Body, Asker> = {
  params: Params
  query: Query
  body: Body
  /** Of a 'verified' endpoint always somebody. */
  person: Asker
  /** What the client is counted by. */
  ip: string
  reply: FastifyReply
  /** The session that the request shows, good or not; null when it shows none. */
  session: string | null
  /** Asks the database who it is. Already done, unless the route authenticates late. */
  authenticate(): Promise<Asker>
}

/** Late: the operation finds out itself who asks, in the very statement that does the rest; `person` is not there yet. */
export type RouteOptions = { authenticates?: 'late' }

/** Makes routes of endpoints. */
export type Router<Person> = <
  Params extends z.ZodMiniType,
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  Access extends 'anybody' | 'verified',
>(
  endpoint: Endpoint<Params, Query, Body, Answer, Access>,
  handle: (
    request: Request<
      z.output<Params>,
      z.output<Query>,
      z.output<Body>,
      Access extends 'verified' ? Person : Person | null
    >,
  ) => Promise<Answer extends z.ZodMiniUndefined ? void : z.input<Answer>>,
  options?: RouteOptions,
) => void

/**
 * A router that checks input and answers with the contract's schemas and asks `authenticate` who is there.
 * 401 for a guest, 403 for somebody unverified, before anything else is looked at.
 */
export function createRouter<Person extends { emailVerified: boolean }>(
  app: FastifyInstance,
  authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Person | null>,
): Router<Person> {
  return (endpoint, handle, options = {}) => {
    const people = new WeakMap<FastifyRequest, Person>()
    const isLate = options.authenticates === 'late'
    const known = async (request: FastifyRequest, reply: FastifyReply) => {
      const person = await authenticate(request, reply)
      if (person) people.set(request, person)
      return endpoint.access === 'verified' ? requireVerified(person) : person
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      attachValidation: isLate,
      // Before the body is read: a stranger's is not worth parsing.
      onRequest: async (request, reply) => {
        if (isLate) return void (request.session === null && requireVerified(null))
        await known(request, reply)
        // Who has hung up meanwhile sends no more of it, and the framework would wait for it without an end.
        if (endpoint.body && request.raw.destroyed)
          throw new Problem('invalid-input', 'The request cannot be read.')
      },
      handler: async (request, reply) => {
        if (request.validationError) {
          await known(request, reply)
          throw request.validationError
        }
        const { params, query, body, ip, session } = request
        const person = people.get(request) ?? null
        const asked = {
          params,
          query,
          body,
          ip: networkOf(ip),
          reply,
          person,
          session,
          authenticate: () => known(request, reply),
        }
        const answer = await handle(asked as Parameters<typeof handle>[0])
        return endpoint.answer ? answer : reply.code(204).send()
      },
    })
  }
}

/** Lets only a verified person pass: 401 'unauthenticated' for a guest, 403 'email-not-verified' for the others. */
export function requireVerified<Person extends { emailVerified: boolean }>(person: Person | null): Person {
  if (!person) throw new Problem('unauthenticated', 'Please sign in.')
  if (!person.emailVerified)
    throw new Problem('email-not-verified', 'Please verify your email before accessing the app.')
  return person
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
