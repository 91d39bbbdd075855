const pauseMs = 30_000

/**
 * Returns a function that must be called often with the current text and the time in ms. A changed text is announced at most every
 * 30 seconds, so that a screen reader does not talk all the time. The first text is not announced, because a screen reader reads
 * it with the page.
 */
export function createAnnouncer(announce: (text: string) => void): (text: string, now: number) => void {
  let announced: string | undefined
  let announcedAt = Number.NEGATIVE_INFINITY
  return (text, now) => {
    announced ??= text
    if (text === announced || now - announcedAt < pauseMs) return
    announced = text
    announcedAt = now
    announce(text)
  }
}
