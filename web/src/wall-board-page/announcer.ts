const pauseMs = 30_000

/**
 * Returns a function to be called often with the present text and the time in ms. It announces a text that differs from the last
 * announced one, but at most every 30 seconds, so that a screen reader does not talk all the time. It does not announce the first
 * text, because a screen reader reads the page when the page is opened.
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
