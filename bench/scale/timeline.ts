type Moment = { at: number; happens: () => void }

/** What happens next, in the order of time: a heap. */
export class Timeline {
  now = 0
  readonly #moments: Moment[] = []

  after(seconds: number, happens: () => void): void {
    const moments = this.#moments
    const moment = { at: this.now + seconds, happens }
    let place = moments.length
    for (;;) {
      const parent = (place - 1) >> 1
      if (place === 0 || (moments[parent] as Moment).at <= moment.at) break
      moments[place] = moments[parent] as Moment
      place = parent
    }
    moments[place] = moment
  }

  /** Lets everything happen until then. */
  playUntil(end: number): void {
    for (let first = this.#moments[0]; first && first.at <= end; first = this.#moments[0]) {
      this.#takeFirst()
      this.now = first.at
      first.happens()
    }
    this.now = end
  }

  #takeFirst(): void {
    const moments = this.#moments
    const last = moments.pop() as Moment
    if (moments.length === 0) return
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= moments.length) break
      if (child + 1 < moments.length && (moments[child + 1] as Moment).at < (moments[child] as Moment).at)
        child++
      if ((moments[child] as Moment).at >= last.at) break
      moments[place] = moments[child] as Moment
      place = child
    }
    moments[place] = last
  }
}
