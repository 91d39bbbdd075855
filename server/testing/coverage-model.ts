import { minuteMs } from '#platform/clock.ts'

export type Side = 'short' | 'enough'

export class CoverageModel {
  /** The keys are the user ids of the members. `untilMs` is infinite if the availability has no end. */
  readonly members = new Map<string, { isAvailable: boolean; isAsked: boolean; untilMs: number }>()
  readonly alerts: { side: Side; atMs: number; count: number; needed: number }[] = []
  needed: number | null = null
  #side: Side = 'enough'
  #sinceMs = 0
  #alertedSide: Side = 'enough'
  readonly #alertedMs = { short: Number.NEGATIVE_INFINITY, enough: Number.NEGATIVE_INFINITY }

  get covered(): number {
    return [...this.members.values()].filter(({ isAvailable, isAsked }) => isAvailable && !isAsked).length
  }

  setAvailable(
    userId: string,
    isAvailable: boolean,
    nowMs: number,
    untilMs = Number.POSITIVE_INFINITY,
  ): void {
    // Setting one's availability answers an open question.
    this.members.set(userId, { isAvailable, isAsked: false, untilMs })
    this.judge(nowMs)
  }

  setNeeded(needed: number | null, nowMs: number): void {
    const isChanged = needed !== this.needed
    this.needed = needed
    this.judge(nowMs)
    if (isChanged) this.#alertedSide = this.#side
  }

  /** Updates the side. Must be called after every direct change of `members`. */
  judge(nowMs: number): void {
    const side = this.covered >= (this.needed ?? 0) ? 'enough' : 'short'
    if (side !== this.#side) this.#sinceMs = nowMs
    this.#side = side
  }

  /** Predicts a run of the server's job. Ends availabilities whose end has come, and adds an alert if one is due. */
  runJob(nowMs: number): void {
    for (const member of this.members.values())
      if (member.untilMs <= nowMs)
        Object.assign(member, { isAvailable: false, isAsked: false, untilMs: Number.POSITIVE_INFINITY })
    this.judge(nowMs)
    const side = this.#side
    if (this.needed === null || side === this.#alertedSide) return
    if (nowMs - this.#sinceMs < minuteMs || nowMs - this.#alertedMs[side] < 10 * minuteMs) return
    this.alerts.push({ side, atMs: nowMs, count: this.covered, needed: this.needed })
    this.#alertedSide = side
    this.#alertedMs[side] = nowMs
  }
}
