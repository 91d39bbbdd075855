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
    if (!slow.includes(operation.id)) findings.ms.push(answered.ms)
    const complaint = complaintAbout(wire, answered)
    if (complaint) findings.wrong.push(`${complaint}: ${JSON.stringify(wire).slice(0, 600)}`)
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
