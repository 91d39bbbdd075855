import type { Agent } from 'node:http'
import type { TestUser } from '../test-user.ts'
import { mutate, type RawRequest } from './mutations.ts'
import { bodyFor, type Known, type Operation, pathFor } from './operations.ts'
import type { Random } from './random.ts'
import { openAgent, send } from './send.ts'

export type Findings = {
  requests: number
  /** Descriptions of the responses that show a fault of the server, each with its request. */
  wrong: string[]
  byStatus: Record<number, number>
  ms: number[]
}

const longestMs = 1_000

const concurrency = 8
// These operations respond slowly on purpose. They are sent rarely, and their durations are not checked.
const slow = [
  'signIn',
  'signUp',
  'deleteAccount',
  'sendCustomPasswordReset',
  'resetPasswordWithToken',
  'sendVerificationEmail',
]

/** Sends random requests, as several users or without a session, and checks the responses. Most requests are invalid. */
export class Fuzzer {
  readonly findings: Findings = { requests: 0, wrong: [], byStatus: {}, ms: [] }
  known: Known = {}
  readonly #url: string
  readonly #operations: Operation[]
  readonly #users: TestUser[]
  readonly #random: Random
  readonly #agent: Agent = openAgent()
  #slow: RawRequest[] = []

  constructor(url: string, operations: Operation[], users: TestUser[], random: Random) {
    this.#url = url
    this.#operations = operations
    this.#users = users
    this.#random = random
  }

  async send(count: number): Promise<void> {
    const until = this.findings.requests + count
    const one = async () => {
      while (this.findings.requests < until) {
        this.findings.requests++
        await this.#sendOne()
      }
    }
    await Promise.all(Array.from({ length: concurrency }, one))
    await this.#repeatSlowRequests()
  }

  close(): void {
    this.#agent.destroy()
  }

  async #sendOne(): Promise<void> {
    const random = this.#random
    let operation = random.pick(this.#operations)
    if (slow.includes(operation.id) && !random.oneIn(25)) operation = random.pick(this.#operations)
    const request = this.#newRequest(operation)
    const answered = await send(this.#url, this.#agent, request)
    const { findings } = this
    const status = answered?.status ?? 0
    findings.byStatus[status] = (findings.byStatus[status] ?? 0) + 1
    if (!answered) return
    if (!slow.includes(operation.id)) {
      findings.ms.push(answered.ms)
      if (answered.ms > longestMs) this.#slow.push(request)
    }
    const fault = faultIn(request, answered)
    if (fault) findings.wrong.push(`${fault}: ${JSON.stringify(request).slice(0, 600)}`)
  }

  /**
   * Sends each slow request again, up to five times. Reports the request if it takes more than a second every time, and more than 50
   * times as long as the simplest request. A single slow response proves nothing, because the machine may be busy.
   */
  async #repeatSlowRequests(): Promise<void> {
    const simplest: RawRequest = { method: 'GET', path: '/api/session', headers: {}, body: undefined }
    for (const request of this.#slow.splice(0)) {
      const ms = await this.#shortestMs(request, longestMs)
      if (ms > longestMs && ms > 50 * (await this.#shortestMs(simplest, 0)))
        this.findings.wrong.push(`took ${ms} ms and more: ${JSON.stringify(request).slice(0, 600)}`)
    }
  }

  /** Returns the shortest of five durations in milliseconds, or the first one that is at most `enough`. */
  async #shortestMs(request: RawRequest, enough: number): Promise<number> {
    let shortest = Number.POSITIVE_INFINITY
    for (let times = 0; times < 5 && shortest > enough; times++)
      shortest = Math.min(shortest, (await send(this.#url, this.#agent, request))?.ms ?? 0)
    return shortest
  }

  #newRequest(operation: Operation): RawRequest {
    const random = this.#random
    // Sign-outs are sent without a session, because the user must stay signed in for the later requests.
    const user = operation.id === 'signOut' ? null : random.pick([...this.#users, null])
    const body = operation.body && JSON.stringify(bodyFor(operation.body, this.known, random))
    const request: RawRequest = {
      method: operation.method,
      path: pathFor(operation, this.known, random),
      headers: {
        origin: this.#url,
        ...(user && { cookie: user.cookie }),
        ...this.#bearerFor(operation),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ?? undefined,
    }
    if (!random.oneIn(4)) mutate(request, random)
    // A mutation may turn another request into a sign-out.
    if (request.method === 'DELETE' && request.path.startsWith('/api/session')) request.headers.cookie = ''
    return request
  }

  /**
   * Requests for boards have the code of a board, which is often damaged. Some other requests have the token of a key, which may
   * belong to another user than the cookie.
   */
  #bearerFor({ path }: Operation): { authorization?: string } {
    const { board = [], key = [] } = this.known
    if (path.startsWith('/api/board')) return { authorization: bearerHeader(board, this.#random) }
    return this.#random.oneIn(8) ? { authorization: bearerHeader(key, this.#random) } : {}
  }
}

function bearerHeader(secrets: string[], random: Random): string {
  const code = random.pick(secrets)
  return random.pick([
    `Bearer ${code}`,
    `bearer  ${code}`,
    `Bearer ${code.replace('.', '')}`,
    `Bearer ${code.slice(0, random.number(code.length))}`,
    `Bearer ${code}${'A'.repeat(random.number(6_000))}`,
    `Bearer ${code.replace(/\w/g, letter => (random.oneIn(9) ? '-' : letter))}`,
    `Bearer AAAAAAAAAAAA.${'A'.repeat(22)}`,
    `Bearer ${'.'.repeat(random.number(99))}`,
    'Bearer \u00e9\u00ff.\u00e9',
    `Basic ${btoa(code)}`,
    '',
  ])
}

function faultIn(
  { method, path }: RawRequest,
  { status, type, body }: { status: number; type: string; body: string },
) {
  if (status >= 500) return `answered ${status} ${body.slice(0, 200)}`
  if (/\bat .+\.(ts|js):\d+/.test(body) && !path.startsWith('/api/docs')) return 'answered with a stack'
  // A response to HEAD has no body. Node's HTTP server responds to oversized headers with status 431 and without a code.
  const isRefusal = status >= 400 && status !== 431 && path.startsWith('/api/') && type.includes('json')
  if (isRefusal && method !== 'HEAD' && !/"code":"[a-z-]+"/.test(body))
    return `refused ${status} without a code: ${body.slice(0, 200)}`
  return null
}
