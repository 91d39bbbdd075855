type Task = { start(): void; giveUp(): void }

export class WaitedTooLongError extends Error {
  constructor() {
    super('there was no turn in time')
  }
}

/** Runs one task at a time. The owners of the waiting tasks take turns, so that no owner waits for all tasks of another one. */
export class FairQueue {
  readonly #longestWaitMs: number
  /** The owner whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<Task>>()
  #isBusy = false

  constructor({ longestWaitMs }: { longestWaitMs: number }) {
    this.#longestWaitMs = longestWaitMs
  }

  /** Rejects with `WaitedTooLongError` if the task could not start within `longestWaitMs`. */
  async run<Result>(owner: string, task: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy) await this.#turnOf(owner)
    this.#isBusy = true
    try {
      return await task()
    } finally {
      this.#isBusy = false
      this.#startNext()
    }
  }

  #turnOf(owner: string): Promise<void> {
    const tasks = this.#waiting.get(owner) ?? new Set()
    this.#waiting.set(owner, tasks)
    return new Promise((resolve, reject) => {
      const task = { start: resolve, giveUp: () => reject(new WaitedTooLongError()) }
      tasks.add(task)
      setTimeout(() => {
        if (tasks.delete(task)) task.giveUp()
      }, this.#longestWaitMs).unref()
    })
  }

  #startNext(): void {
    for (const [owner, tasks] of this.#waiting) {
      this.#waiting.delete(owner)
      const [next] = tasks
      if (!next) continue
      tasks.delete(next)
      this.#waiting.set(owner, tasks)
      this.#isBusy = true
      next.start()
      return
    }
  }
}
