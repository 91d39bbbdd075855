import { keptDays } from '@grouplight/contract/kept-data.ts'
import { legalPages, siteSettings } from '@grouplight/contract/site-settings.ts'
import { languageCodes } from '@grouplight/locales/src/languages.ts'
import { expect, test } from 'vitest'
import type { Site } from '#platform/site/site.ts'
import { readLegalTemplates } from './legal-templates.ts'

test.each(languageCodes)(
  'the texts to start from are whole and can be stored, in the language %s',
  language => {
    const site = { appName: 'Ampel', appUrl: 'https://lights.example' } as Site
    const { privacy, accessibility } = readLegalTemplates({ site }, language)
    expect(privacy.split('\n\n').length).toBeGreaterThan(Object.keys(keptDays).length + 3)
    expect(privacy + accessibility).not.toMatch(/[{}]|\b(null|undefined)\b/)
    expect(accessibility).toContain('https://lights.example')
    for (const text of [privacy, accessibility])
      expect(siteSettings[legalPages[0]].parse({ url: null, text })).toEqual({ url: null, text })
  },
)
