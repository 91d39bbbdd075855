import { defaultSite, siteSchema } from '@grouplight/contract/site.ts'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { siteOf, siteTag } from './site-tag.ts'

test('with the default settings, there is no tag', () => {
  expect(siteOf(readConfig({}), 'open')).toEqual(defaultSite)
  expect(siteTag(defaultSite)).toBe('')
})

test('the tag holds the settings as escaped JSON', () => {
  const site = siteOf(readConfig({}), 'closed')
  const tag = siteTag(site)
  const [, content = ''] = /^<meta name="grouplight-site" content="([^"<>]+)">$/.exec(tag) ?? []
  const unescaped = content.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  expect(siteSchema.parse(JSON.parse(unescaped))).toEqual({ ...defaultSite, registration: 'closed' })
})
