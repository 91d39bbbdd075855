const longestEnd = 2_000

/**
 * Removes what follows a link in a sentence, for example a full stop, a bracket or a quotation mark, because some programs count it as a part
 * of the link. Codes end with a letter, a digit, '-' or '_'. Browsers encode some of these characters.
 */
export function withoutPunctuation(linkEnd: string): string {
  // No code is that long. The pattern takes too much time for a very long text.
  if (linkEnd.length > longestEnd) return ''
  return linkEnd.replace(/(?:%[\da-f]{2}|[^\w%-])+$/i, '')
}
