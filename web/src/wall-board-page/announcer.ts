const pauseMs = 30_000

/**
 * Returns a function that can be called with the present text at any time. It announces a text that has changed, but at most
 * every 30 seconds, so that a screen reader does not talk all the time. It does not announce the first text, because the page
 * shows it.
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
