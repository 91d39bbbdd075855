import type { Clock } from '#clock.ts'

/** A clock that shows the real time plus an offset, which tests can increase. */
export class TestClock implements Clock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }
}
