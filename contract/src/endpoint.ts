import type { ZodMiniUndefined as Nothing, ZodMiniType as Schema } from 'zod/mini'
import type { ProblemCode } from './problem.ts'

/** The web app sends the browser's time zone in this header, for example 'Europe/Berlin'. */
export const timeZoneHeader = 'time-zone'

type Tag =
  | 'account'
  | 'notification'
  | 'group'
  | 'availability'
  | 'invitation'
  | 'ringing'
  | 'dashboard'
  | 'device'
  | 'operator'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Path = `/api/${string}`

/**
 * What a caller needs. For 'link', it is the secret of an invite link in the body. For everybody but operators, the paths of operators do
 * not exist.
 */
export type Access = 'anybody' | 'link' | 'board' | 'verified' | 'operator'

/** Which keys of the user may call the operation: any, or only those that may switch, or ask around. */
export type KeyUse = 'see' | 'switch' | 'ask'

/** The server's routes, the web app's typed calls and the OpenAPI document are derived from endpoints. */
export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Needed extends Access = Access,
  Keys extends KeyUse | undefined = KeyUse | undefined,
> = {
  name: string
  tag: Tag
  method: Method
  path: Path
  access: Needed
  /** If undefined, no key may call the operation. */
  keys: Keys
  params?: Params
  query?: Query
  body?: Body
  /** Without this schema, the response is 204 with no body. */
  answer?: Answer
  /** True if the response has an ETag. If the header If-None-Match contains the current ETag, the response is 304. */
  isConditional?: true
  /** True if the response is a file, which the handler sends. */
  isFile?: true
  refusals: readonly ProblemCode[]
}

type Definition<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
  Needed,
  Keys,
> = Pick<Endpoint, 'isConditional' | 'isFile'> & {
  request: `${Method} ${Path}`
  /** The default is 'verified'. */
  access?: Needed
  keys?: Keys
  refusals?: readonly ProblemCode[]
  params?: () => Params
  query?: () => Query
  body?: () => Body
  answer?: () => Answer
}

/** The schemas of an endpoint are created when they are first read, because the web app needs few schemas when it starts. */
export function endpointsOf(tag: Tag) {
  return <
    Needed extends Access = 'verified',
    Params extends Schema = Nothing,
    Query extends Schema = Nothing,
    Body extends Schema = Nothing,
    Answer extends Schema = Nothing,
    Keys extends KeyUse | undefined = undefined,
  >(
    name: string,
    definition: Definition<Params, Query, Body, Answer, Needed, Keys>,
  ): Endpoint<Params, Query, Body, Answer, Needed, Keys> => {
    const {
      request,
      access = 'verified' as Needed,
      keys,
      refusals = [],
      params,
      query,
      body,
      answer,
      ...rest
    } = definition
    const [method, path] = request.split(' ') as [Method, Path]
    const schemas = { params: once(params), query: once(query), body: once(body), answer: once(answer) }
    return {
      name,
      tag,
      method,
      path,
      access,
      keys: keys as Keys,
      refusals,
      ...rest,
      get params() {
        return schemas.params()
      },
      get query() {
        return schemas.query()
      },
      get body() {
        return schemas.body()
      },
      get answer() {
        return schemas.answer()
      },
    }
  }
}

/** Whether an operator must have confirmed, shortly before, that the person is still the user. Such requests are also counted and logged. */
export function needsOperatorConfirmation({
  access,
  method,
  isFile,
}: Pick<Endpoint, 'access' | 'method' | 'isFile'>) {
  return access === 'operator' && (method !== 'GET' || isFile === true)
}

function once<Value>(create: (() => Value) | undefined): () => Value | undefined {
  let value: Value | undefined
  return () => {
    value ??= create?.()
    return value
  }
}
