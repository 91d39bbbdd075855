const fallback = 'Grouplight'

/** The product's name. The server writes it into the page, but the development server does not. */
export const appName = readName()

function readName(): string {
  if (typeof document === 'undefined') return fallback
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return name && !name.startsWith('%') ? name : fallback
}
