import { type Site, usualSite } from '@grouplight/contract/site.ts'
import { escapeHtml } from '#mail/layout.ts'
import type { Services } from '#services.ts'

/** Returns the settings that the pages need. */
export function siteOf({ registration }: Services['config']): Site {
  return { ...usualSite, registration }
}

/** Returns the tag that tells a page the settings of the site, or '' if all have their default. */
export function siteTag(site: Site): string {
  const content = JSON.stringify(site)
  if (content === JSON.stringify(usualSite)) return ''
  return `<meta name="grouplight-site" content="${escapeHtml(content)}">`
}
