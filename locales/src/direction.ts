export function directionOf(language: string): 'ltr' | 'rtl' {
  return (new Intl.Locale(language) as WithTextInfo).getTextInfo().direction
}

// TypeScript does not know this method yet.
type WithTextInfo = Intl.Locale & { getTextInfo(): { direction: 'ltr' | 'rtl' } }

/** Marks a name in a sentence whose direction may differ from the direction of the name. Names cannot contain these characters. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`
}

export function withoutIsolates(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '')
}
