type Event = { at: number; run: () => void }

/** Runs events in the order of their times. The events are in a binary heap. Times are in seconds. */
export class Timeline {
  now = 0
  readonly #events: Event[] = []

  after(seconds: number, run: () => void): void {
    const events = this.#events
    const event = { at: this.now + seconds, run }
    let place = events.length
    for (;;) {
      const parent = (place - 1) >> 1
      if (place === 0 || (events[parent] as Event).at <= event.at) break
      events[place] = events[parent] as Event
      place = parent
    }
    events[place] = event
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
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= events.length) break
      if (child + 1 < events.length && (events[child + 1] as Event).at < (events[child] as Event).at) child++
      if ((events[child] as Event).at >= last.at) break
      events[place] = events[child] as Event
      place = child
    }
    events[place] = last
  }
}
