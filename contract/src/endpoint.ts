import type { ZodMiniUndefined as Nothing, ZodMiniType as Schema } from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/** The web app sends this header with each request, so that the server recognises requests of earlier versions of the web app. */
export const pageVersionHeader = 'page-version'
export const pageVersion = '2'

type Tag = 'account' | 'notification' | 'group' | 'availability' | 'invitation' | 'dashboard'

/**
 * The definition of one operation of the HTTP API. The server's routes, the web app's typed calls and the OpenAPI document are
 * made from it. `access` is 'verified' if the operation requires a session of a user with a verified address.
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
  /** Parameters are written as ":name". */
  path: `/api/${string}`
  summary: string
  access: Access
  params?: Params
  query?: Query
  body?: Body
  /** The body of a successful response. Without this schema, the response is 204 with no body. */
  answer?: Answer
  /** The response has an ETag. The server responds 304 if If-None-Match contains the current ETag. */
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
 * Returns an endpoint with the exact types of its schemas. An omitted schema is undefined. Each schema is created on first use,
 * because the web app needs only a few of them at start.
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

function once<Value>(create: (() => Value) | undefined): () => Value | undefined {
  let value: Value | undefined
  return () => {
    value ??= create?.()
    return value
  }
}
