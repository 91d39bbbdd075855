import { callShownMinutes } from '@grouplight/contract/call.ts'
import { hourMs, minuteMs } from '#platform/clock.ts'

type ModelCall = {
  id: string
  asker: string
  needed: number | null
  endsMs: number
  closedMs: number
  outcome: 'found' | 'over' | 'withdrawn' | null
  answers: Map<string, boolean>
  asked: Set<string>
  /** How often it was found. */
  found: number
}

/** The calls of one group whose members all may ask. The methods return the status that the server must answer with. */
export class CallModel {
  readonly calls: ModelCall[] = []
  /** When each member has joined. */
  readonly members = new Map<string, number>()
  readonly available = new Set<string>()
  creator: string

  constructor(creator: string, others: string[], nowMs: number) {
    this.creator = creator
    for (const id of [creator, ...others]) this.join(id, nowMs)
  }

  open(
    asker: string,
    id: string,
    { everybody, ...call }: Pick<ModelCall, 'needed' | 'endsMs'> & { everybody: boolean },
  ): void {
    const asked = new Set(this.#whoIsAsked(asker, everybody))
    const empty = { closedMs: 0, outcome: null, answers: new Map(), found: 0 }
    this.calls.unshift({ id, asker, asked, ...call, ...empty })
  }

  mayOpen(asker: string, everybody: boolean, nowMs: number): number {
    const joinedMs = this.members.get(asker)
    if (joinedMs === undefined) return 404
    if (asker !== this.creator && joinedMs > nowMs - hourMs) return 403
    const open = this.calls.filter(({ outcome }) => outcome === null)
    if (open.some(call => call.asker === asker) || open.length >= 5) return 409
    return this.#whoIsAsked(asker, everybody).length > 0 ? 200 : 409
  }

  askEverybody(call: ModelCall, user: string): number {
    if (!this.members.has(user) || call.asker !== user) return 404
    const added = this.#whoIsAsked(user, true).filter(id => !call.asked.has(id))
    if (call.outcome !== null || added.length === 0) return 409
    for (const id of added) call.asked.add(id)
    return 200
  }

  toggle(user: string): void {
    if (this.available.delete(user)) return
    this.available.add(user)
    for (const call of this.calls) if (call.outcome === null) this.#askAvailable(call)
  }

  answer(call: ModelCall, user: string, can: boolean | null, nowMs: number): number {
    if (!this.members.has(user)) return 404
    if (call.asker === user) return 409
    const before = call.answers.get(user) ?? null
    if (before === can) return 200
    const takesBack = before === true
    if (call.outcome !== null && !(takesBack && this.#canReopen(call, nowMs))) return 409
    if (can === null) call.answers.delete(user)
    else call.answers.set(user, can)
    if (takesBack) this.#reopen(call)
    else if (call.needed !== null && countOf(call) >= call.needed)
      Object.assign(call, { outcome: 'found', closedMs: nowMs, found: call.found + 1 })
    return 200
  }

  withdraw(call: ModelCall, user: string, nowMs: number): number {
    if (!this.members.has(user) || ![call.asker, this.creator].includes(user)) return 404
    if (call.outcome !== null) return 409
    Object.assign(call, { outcome: 'withdrawn', closedMs: nowMs })
    return 204
  }

  join(user: string, nowMs: number): void {
    this.members.set(user, nowMs)
    this.available.delete(user)
    this.toggle(user)
  }

  end(user: string, nowMs: number): void {
    this.members.delete(user)
    this.available.delete(user)
    this.withdrawAll(user, nowMs)
    for (const call of this.calls) {
      call.asked.delete(user)
      const could = call.answers.get(user)
      call.answers.delete(user)
      if (could && this.#canReopen(call, nowMs)) this.#reopen(call)
    }
  }

  withdrawAll(user: string, nowMs: number): void {
    for (const call of this.calls)
      if (call.asker === user && call.outcome === null)
        Object.assign(call, { outcome: 'withdrawn', closedMs: nowMs })
  }

  endDue(nowMs: number): void {
    for (const call of this.calls)
      if (call.outcome === null && call.endsMs <= nowMs)
        Object.assign(call, { outcome: 'over', closedMs: call.endsMs })
  }

  /** What the member sees. */
  viewOf(user: string, nowMs: number) {
    const isRecent = ({ closedMs }: ModelCall) => closedMs > nowMs - callShownMinutes * minuteMs
    return this.calls
      .filter(call => {
        const isOwnEnd = call.outcome === 'over' && call.asker === user
        return call.outcome === null || (isRecent(call) && (call.outcome === 'found' || isOwnEnd))
      })
      .map(call => {
        const can = [...call.answers].filter(([, can]) => can).map(([id]) => id)
        const cannot = call.answers.size - can.length
        const unanswered = [...call.asked].filter(id => !call.answers.has(id)).length
        const isAsker = call.asker === user
        return {
          ...{ id: call.id, outcome: call.outcome ?? undefined, count: can.length },
          answer: call.answers.get(user),
          who: isAsker || call.answers.get(user) ? can.toSorted() : undefined,
          asked: isAsker ? { cannot, unanswered } : undefined,
        }
      })
  }

  #reopen(call: ModelCall): void {
    call.outcome = null
    this.#askAvailable(call)
  }

  #askAvailable(call: ModelCall): void {
    for (const id of this.#whoIsAsked(call.asker, false)) call.asked.add(id)
  }

  #whoIsAsked(asker: string, everybody: boolean): string[] {
    return [...(everybody ? this.members.keys() : this.available)].filter(member => member !== asker)
  }

  #canReopen({ outcome, endsMs }: ModelCall, nowMs: number): boolean {
    return outcome === 'found' && endsMs > nowMs
  }
}

function countOf({ answers }: ModelCall): number {
  return [...answers.values()].filter(Boolean).length
}
