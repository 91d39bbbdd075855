import { type Site, siteSchema, usualSite } from '@grouplight/contract/site.ts'

/** The settings of the operator. The server writes them into the page if they differ from the usual ones. */
export const site: Site = readSite()

/** Whether users sign in with passwords and passkeys here. Otherwise the provider is the only way. */
export const hasOwnSignIn = !site.provider?.only

/** Whether the sign-up page has a form. It may still be only for invited people. */
export const offersSignUp = hasOwnSignIn && site.registration !== 'closed'

function readSite(): Site {
  if (typeof document === 'undefined') return usualSite
  const settings = document.querySelector<HTMLMetaElement>('meta[name="grouplight-site"]')?.content
  return settings ? siteSchema.parse(JSON.parse(settings)) : usualSite
}
