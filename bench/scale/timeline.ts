type Event = { at: number; run: () => void }

/** Runs events in the order of their times, which are in seconds. The events are stored in a binary heap. */
export class Timeline {
  now = 0
  readonly #events: Event[] = []

  after(seconds: number, run: () => void): void {
    const events = this.#events
    const event = { at: this.now + seconds, run }
    let index = events.length
    for (;;) {
      const parent = (index - 1) >> 1
      if (index === 0 || (events[parent] as Event).at <= event.at) break
      events[index] = events[parent] as Event
      index = parent
    }
    events[index] = event
  }

  runUntil(end: number): void {
    for (let first = this.#events[0]; first && first.at <= end; first = this.#events[0]) {
      this.#removeFirst()
      this.now = first.at
      first.run()
    }
    this.now = end
  }

  #removeFirst(): void {
    const events = this.#events
    const last = events.pop() as Event
    if (events.length === 0) return
    let index = 0
    for (;;) {
      let child = 2 * index + 1
      if (child >= events.length) break
      if (child + 1 < events.length && (events[child + 1] as Event).at < (events[child] as Event).at) child++
      if ((events[child] as Event).at >= last.at) break
      events[index] = events[child] as Event
      index = child
    }
    events[index] = last
  }
}
