import { type Site, siteSchema, usualSite } from '@grouplight/contract/site.ts'

/** The settings of the operator. The server writes them into the page if they differ from the usual ones. */
export const site: Site = readSite()

function readSite(): Site {
  if (typeof document === 'undefined') return usualSite
  const settings = document.querySelector<HTMLMetaElement>('meta[name="grouplight-site"]')?.content
  return settings ? siteSchema.parse(JSON.parse(settings)) : usualSite
}
