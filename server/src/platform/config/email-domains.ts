import { domainToUnicode } from 'node:url'
import { parseAllowedDomain } from '@grouplight/contract/site-settings.ts'
import { z } from 'zod'

/** Domains like 'club.example' or '*.school.example', in the form in which addresses are stored. */
export const emailDomains = z.string().transform((text, context) => {
  const domains = text
    .split(',')
    .filter(entry => entry.trim() !== '')
    .map(parseAllowedDomain)
  if (domains.every(domain => domain !== null)) return domains
  context.addIssue({
    code: 'custom',
    message: 'domains like club.example or *.school.example, separated by commas',
  })
  return z.NEVER
})

/** As people read the domains: 'grün.example' instead of 'xn--grn-ioa.example'. */
export function listDomains(domains: string[]): string {
  return domains.map(domain => domainToUnicode(domain) || domain).join(', ')
}
