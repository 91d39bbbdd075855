import { domainToUnicode } from 'node:url'
import type { SiteSettings } from '@grouplight/contract/site-settings.ts'
import { limitNames, settingOfLimit } from '#platform/config/settings.ts'
import type { SiteValues } from '#platform/config/site-values.ts'
import { commit } from '#platform/database/commit.ts'
import { Problem } from '#platform/problem.ts'
import { storeSettings } from '#platform/site/stored-settings.ts'
import { version } from '#platform/version.ts'
import type { Services } from '#services.ts'

export function readSiteSettings({ site, config }: Pick<Services, 'site' | 'config'>): SiteSettings {
  const now = site.current()
  const setting = <Name extends keyof SiteValues>(name: Name) => ({
    value: now[name],
    isFixed: site.isFixed(name),
  })
  const page = (name: 'imprint' | 'privacy' | 'accessibility') => ({
    ...now[name],
    isFixed: site.isFixed(name),
  })
  return {
    registration: setting('registration'),
    allowedEmailDomains: {
      ...setting('allowedEmailDomains'),
      value: now.allowedEmailDomains.map(domain => domainToUnicode(domain) || domain),
    },
    imprint: page('imprint'),
    privacy: page('privacy'),
    accessibility: page('accessibility'),
    contact: setting('contact'),
    updateCheck: setting('updateCheck'),
    limits: limitNames.map(name => ({ name: settingOfLimit(name), value: config.limits[name] })),
  }
}

/** Values that are left out stay as they are. */
export async function changeSiteSettings(
  services: Services,
  changed: Partial<SiteValues>,
): Promise<SiteSettings> {
  const { site } = services
  const fixed = (Object.keys(changed) as (keyof SiteValues)[]).find(name => site.isFixed(name))
  if (fixed) throw new Problem('set-by-environment', { field: fixed })
  await commit(services, transaction => storeSettings(transaction, changed))
  await site.refresh()
  return readSiteSettings(services)
}

/** Without the switch, the server does not say what it has found before. */
export function readUpdates({ site }: Pick<Services, 'site'>) {
  const found = site.current().updateCheck ? site.updateLook?.found : null
  return {
    installed: version,
    newest: found?.version ?? null,
    checkedAt: found?.at ?? null,
    notesUrl: found?.notesUrl ?? null,
  }
}
