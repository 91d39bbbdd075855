const longestReason = 500

/** Returns one line. A mail server may answer with many lines, and with characters that PostgreSQL cannot store or that change a terminal. */
export function asReason(text: string): string {
  return text
    .slice(0, 10_000)
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, longestReason)
    .toWellFormed()
}
