const pauseMs = 30_000

/**
 * Returns a function that takes the present text as often as one likes. It passes on a text that has changed, but at most every 30
 * seconds, so that a screen reader does not talk all the time. The first text is not passed on, because the page itself shows it.
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
