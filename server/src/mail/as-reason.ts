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

/**
 * Mail servers often repeat the address of the recipient, which must not be logged and may contain any words. `text` must be short, because
 * the pattern takes too much time for a very long one.
 */
export function withoutAddresses(text: string): string {
  return text.replace(/[^\s<>"']+@[^\s<>"']+/g, '…')
}
