import type { ZodMiniUndefined as Nothing, ZodMiniType as Schema } from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/** What a page of the app says with each request, so that the server can tell it from one of an earlier version. */
export const pageVersionHeader = 'page-version'
export const pageVersion = '2'

type Tag = 'account' | 'notification' | 'group' | 'availability' | 'invitation' | 'dashboard'

/**
 * One operation of the HTTP API, as both sides know it. The server makes a route of it, the web app a typed call,
 * the OpenAPI document a page. `access` says who may ask at all: anybody, or a verified person with a session.
 */
export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Access extends 'anybody' | 'verified' = 'anybody' | 'verified',
> = {
  name: string
  tag: Tag
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters as ":name". */
  path: `/api/${string}`
  summary: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /** What a success answers; without it: 204 and no body. */
  answer?: Answer
  /** Answers come with an ETag, and 304 to an If-None-Match that still holds. */
  isConditional?: true
  refusals: readonly ProblemCode[]
}

type Definition<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
  Access,
> = Omit<Endpoint, 'access' | 'params' | 'query' | 'body' | 'answer'> & {
  access: Access
  params?: () => Params
  query?: () => Query
  body?: () => Body
  answer?: () => Answer
}

/**
 * Keeps the exact types of an endpoint's parts; a part that is left out is undefined. Each part is made when it is first asked
 * for: a phone that starts needs few of them.
 */
export function endpoint<
  Access extends 'anybody' | 'verified',
  Params extends Schema = Nothing,
  Query extends Schema = Nothing,
  Body extends Schema = Nothing,
  Answer extends Schema = Nothing,
>({
  params,
  query,
  body,
  answer,
  ...rest
}: Definition<Params, Query, Body, Answer, Access>): Endpoint<Params, Query, Body, Answer, Access> {
  const parts = { params: once(params), query: once(query), body: once(body), answer: once(answer) }
  return {
    ...rest,
    get params() {
      return parts.params()
    },
    get query() {
      return parts.query()
    },
    get body() {
      return parts.body()
    },
    get answer() {
      return parts.answer()
    },
  }
}

function once<Made>(make: (() => Made) | undefined): () => Made | undefined {
  let made: Made | undefined
  return () => {
    made ??= make?.()
    return made
  }
}
