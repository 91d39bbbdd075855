import { defaultSite, type Registration, type Site } from '@grouplight/contract/site.ts'
import type { Config } from '#platform/config/config.ts'
import { escapeHtml } from '#platform/mail/layout.ts'

export function siteOf({ provider }: Pick<Config, 'provider'>, registration: Registration): Site {
  if (!provider) return { ...defaultSite, registration }
  const { name, only, auto } = provider
  return { registration, provider: { name, only, auto } }
}

export function siteTag(site: Site): string {
  const content = JSON.stringify(site)
  if (content === JSON.stringify(defaultSite)) return ''
  return `<meta name="grouplight-site" content="${escapeHtml(content)}">`
}
