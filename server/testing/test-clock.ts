import type { Clock } from '#platform/clock.ts'

export class TestClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }
}
