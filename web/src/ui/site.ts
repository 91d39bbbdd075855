import { defaultSite, type Site, siteSchema } from '@grouplight/contract/site.ts'

/** The settings of the operator. The server writes them into the page if they differ from `defaultSite`. */
export const site: Site = readSite()

/** Whether users can sign in with passwords and passkeys. Otherwise they can sign in only by the provider. */
export const hasOwnSignIn = !site.provider?.only

/** Whether the sign-up page has a form. Sign-ups may still be limited to invited people. */
export const offersSignUp = hasOwnSignIn && site.registration !== 'closed'

function readSite(): Site {
  if (typeof document === 'undefined') return defaultSite
  const settings = document.querySelector<HTMLMetaElement>('meta[name="grouplight-site"]')?.content
  return settings ? siteSchema.parse(JSON.parse(settings)) : defaultSite
}

const fallback = 'Grouplight'

/** The product's name. The server writes the name into the page, but Vite's development server does not. */
export const appName = readName()

function readName(): string {
  if (typeof document === 'undefined') return fallback
  const name = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content
  return name && !name.startsWith('%') ? name : fallback
}
