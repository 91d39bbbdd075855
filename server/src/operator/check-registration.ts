import { isIP } from 'node:net'
import type { Finding } from '@grouplight/contract/operator.ts'
import { listDomains } from '#platform/config/email-domains.ts'
import { isPublic } from '#platform/network/addresses.ts'
import type { Site } from '#platform/site/site.ts'
import { fine, warning } from './finding.ts'

type Settings = Pick<Site, 'appUrl' | 'registration' | 'allowedEmailDomains'>

export function checkRegistration({ appUrl, registration, allowedEmailDomains }: Settings): Finding {
  const domains = listDomains(allowedEmailDomains)
  const limits = domains ? `; only addresses of ${domains}` : ''
  if (registration === 'open' && !domains && isPublicSite(appUrl))
    return warning(
      'sign-up',
      `everybody who finds ${appUrl} can sign up. REGISTRATION=invited or closed, or ALLOWED_EMAIL_DOMAINS changes that`,
    )
  return fine('sign-up', `REGISTRATION is ${registration}${limits}`)
}

// Names without a dot, and names with one of these endings, are not in the public DNS.
const localName = /^[^.]*$|\.(localhost|local|internal|lan|test|home\.arpa)$/

function isPublicSite(appUrl: string): boolean {
  const host = new URL(appUrl).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) ? isPublic(host) : !localName.test(host)
}
