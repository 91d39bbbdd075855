import { type Site, usualSite } from '@grouplight/contract/site.ts'
import { escapeHtml } from '#mail/layout.ts'
import type { Services } from '#services.ts'

export function siteOf({ registration, provider }: Services['config']): Site {
  if (!provider) return { ...usualSite, registration }
  const { name, only, auto } = provider
  return { registration, provider: { name, only, auto } }
}

/** Returns the HTML tag that contains the settings of the site for its pages, or '' if all settings have their defaults. */
export function siteTag(site: Site): string {
  const content = JSON.stringify(site)
  if (content === JSON.stringify(usualSite)) return ''
  return `<meta name="grouplight-site" content="${escapeHtml(content)}">`
}
