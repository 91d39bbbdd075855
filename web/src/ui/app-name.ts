const fallback = 'Grouplight'

/** The product's name. The server writes the name into the page, but Vite's development server does not. */
export const appName = readName()

function readName(): string {
  if (typeof document === 'undefined') return fallback
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return name && !name.startsWith('%') ? name : fallback
}
