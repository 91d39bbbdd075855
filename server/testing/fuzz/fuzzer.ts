import type { Agent } from 'node:http'
import type { Person } from '../person.ts'
import type { Chance } from './chance.ts'
import { mutate, type Wire } from './mutations.ts'
import { bodyFor, type Known, type Operation, pathFor } from './operations.ts'
import { openAgent, send } from './send.ts'

export type Findings = {
  requests: number
  /** What should never be answered: with the request that brought it about. */
  wrong: string[]
  byStatus: Record<number, number>
  ms: number[]
}

const longestMs = 1_000

const atOnce = 8
// Their answers take their time on purpose, so they would be all that is ever measured.
const slow = [
  'signIn',
  'signUp',
  'deleteAccount',
  'sendCustomPasswordReset',
  'resetPasswordWithToken',
  'sendVerificationEmail',
]

/** Sends good and, mostly, bad requests as one of several people, and looks at what comes back. */
export class Fuzzer {
  readonly findings: Findings = { requests: 0, wrong: [], byStatus: {}, ms: [] }
  known: Known = {}
  readonly #url: string
  readonly #operations: Operation[]
  readonly #people: Person[]
  readonly #chance: Chance
  readonly #agent: Agent = openAgent()
  #slow: Wire[] = []

  constructor(url: string, operations: Operation[], people: Person[], chance: Chance) {
    this.#url = url
    this.#operations = operations
    this.#people = people
    this.#chance = chance
  }

  /** So many requests, a few at a time. */
  async send(count: number): Promise<void> {
    const until = this.findings.requests + count
    const one = async () => {
      while (this.findings.requests < until) {
        this.findings.requests++
        await this.#sendOne()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, one))
    await this.#askSlowOnesAgain()
  }

  close(): void {
    this.#agent.destroy()
  }

  async #sendOne(): Promise<void> {
    const chance = this.#chance
    let operation = chance.of(this.#operations)
    if (slow.includes(operation.id) && !chance.oneIn(25)) operation = chance.of(this.#operations)
    const wire = this.#wireOf(operation)
    const answered = await send(this.#url, this.#agent, wire)
    const { findings } = this
    const status = answered?.status ?? 0
    findings.byStatus[status] = (findings.byStatus[status] ?? 0) + 1
    if (!answered) return
    if (!slow.includes(operation.id)) {
      findings.ms.push(answered.ms)
      if (answered.ms > longestMs) this.#slow.push(wire)
    }
    const complaint = complaintAbout(wire, answered)
    if (complaint) findings.wrong.push(`${complaint}: ${JSON.stringify(wire).slice(0, 600)}`)
  }

  /**
   * A machine that is busy elsewhere is slow now here and now there. What is slow by itself is so each time, also alone, and
   * while the simplest of all requests is not.
   */
  async #askSlowOnesAgain(): Promise<void> {
    const simplest: Wire = { method: 'GET', path: '/api/session', headers: {}, body: undefined }
    for (const wire of this.#slow.splice(0)) {
      const ms = await this.#shortestMs(wire, longestMs)
      if (ms > longestMs && ms > 50 * (await this.#shortestMs(simplest, 0)))
        this.findings.wrong.push(`took ${ms} ms and more: ${JSON.stringify(wire).slice(0, 600)}`)
    }
  }

  /** The shortest of five times, or the first that is short enough. */
  async #shortestMs(wire: Wire, enough: number): Promise<number> {
    let shortest = Number.POSITIVE_INFINITY
    for (let times = 0; times < 5 && shortest > enough; times++)
      shortest = Math.min(shortest, (await send(this.#url, this.#agent, wire))?.ms ?? 0)
    return shortest
  }

  #wireOf(operation: Operation): Wire {
    const chance = this.#chance
    // Who signs out is somebody else from then on.
    const person = operation.id === 'signOut' ? null : chance.of([...this.#people, null])
    const body = operation.body && JSON.stringify(bodyFor(operation.body, this.known, chance))
    const wire: Wire = {
      method: operation.method,
      path: pathFor(operation, this.known, chance),
      headers: {
        origin: this.#url,
        ...(person && { cookie: person.cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ?? undefined,
    }
    if (!chance.oneIn(4)) mutate(wire, chance)
    // A mutation may lead there, too.
    if (wire.method === 'DELETE' && wire.path.startsWith('/api/session')) wire.headers.cookie = ''
    return wire
  }
}

function complaintAbout(
  { method, path }: Wire,
  { status, type, body }: { status: number; type: string; body: string },
) {
  if (status >= 500) return `answered ${status} ${body.slice(0, 200)}`
  if (/\bat .+\.(ts|js):\d+/.test(body) && !path.startsWith('/api/docs')) return 'answered with a stack'
  // A HEAD has no body, and headers that are too large are refused before there is a request.
  const isRefusal = status >= 400 && status !== 431 && path.startsWith('/api/') && type.includes('json')
  if (isRefusal && method !== 'HEAD' && !/"code":"[a-z-]+"/.test(body))
    return `refused ${status} without a code: ${body.slice(0, 200)}`
  return null
}
