const fallback = 'Grouplight'

/** The product's name. The server fills it in when it serves the page; the development server does not. */
export const appName = readName()

function readName(): string {
  if (typeof document === 'undefined') return fallback
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return name && !name.startsWith('%') ? name : fallback
}
