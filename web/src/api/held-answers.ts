/** An answer, and the tag by which the server knows whether it still holds. */
export type HeldAnswer = { tag: string; answer: unknown }

const most = 30

let answers = new Map<string, HeldAnswer>()

/** Forgets all of them: they are one person's. */
export function forgetAnswers(): void {
  answers = new Map()
}

/** What is held of an address, and where the next answer is kept. What is kept after forgetting is not found again. */
export function placeFor(address: string): {
  held: HeldAnswer | undefined
  keep: (answer: HeldAnswer) => void
} {
  const place = answers
  return {
    held: place.get(address),
    keep(answer) {
      // The last to be kept is the last to go.
      place.delete(address)
      place.set(address, answer)
      const [oldest = address] = place.keys()
      if (place.size > most) place.delete(oldest)
    },
  }
}
