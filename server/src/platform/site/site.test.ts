import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import type { SiteValues } from '#platform/config/site-values.ts'
import { commit } from '#platform/database/commit.ts'
import { api } from '#testing/api.ts'
import { useOwnTestApp } from '#testing/test-app.ts'
import { newAddress } from '#testing/test-user.ts'
import { Site } from './site.ts'
import { storeSettings } from './stored-settings.ts'

const url = 'https://club.example'
const page = (name: string) => ({ url: `${url}/${name}`, text: null })

type Case = {
  name: keyof SiteValues
  variable: string
  given: string
  fixed: SiteValues[keyof SiteValues]
  stored: SiteValues[keyof SiteValues]
}

const cases: Case[] = [
  { name: 'registration', variable: 'REGISTRATION', given: 'invited', fixed: 'invited', stored: 'closed' },
  {
    ...{ name: 'allowedEmailDomains', variable: 'ALLOWED_EMAIL_DOMAINS' },
    ...{ given: 'club.example', fixed: ['club.example'], stored: ['school.example'] },
  },
  { name: 'imprint', variable: 'IMPRINT_URL', given: `${url}/a`, fixed: page('a'), stored: page('b') },
  { name: 'privacy', variable: 'PRIVACY_URL', given: `${url}/a`, fixed: page('a'), stored: page('b') },
  {
    ...{ name: 'accessibility', variable: 'ACCESSIBILITY_URL' },
    ...{ given: `${url}/a`, fixed: page('a'), stored: { url: null, text: 'We do our best.' } },
  },
  {
    ...{ name: 'contact', variable: 'CONTACT', given: 'ana@club.example' },
    ...{ fixed: 'mailto:ana@club.example', stored: `${url}/contact` },
  },
  { name: 'updateCheck', variable: 'UPDATE_CHECK', given: 'off', fixed: false, stored: true },
]

describe('the settings of the site', () => {
  const app = useOwnTestApp({ UPDATE_URL: 'http://127.0.0.1:9/newest.json' })
  const store = (changed: Partial<SiteValues>) =>
    commit(app.services, transaction => storeSettings(transaction, changed))

  test.each(cases)(
    '$name: $variable wins over what is stored',
    async ({ name, variable, given, ...values }) => {
      const { config, site } = app.services
      await store({ [name]: values.stored })
      await site.refresh()
      expect([site.current()[name], site.isFixed(name)]).toEqual([values.stored, false])
      const fixed = readConfig({ [variable]: given }).site
      const other = new Site({ ...app.services, config: { ...config, site: fixed } })
      onTestFinished(() => other.stop())
      await other.refresh()
      expect([other.current()[name], other.isFixed(name)]).toEqual([values.fixed, true])
    },
  )

  test('take effect at once, also for a form that was opened before', async () => {
    const signUp = () =>
      app.guest().call(api.signUp, {
        body: { displayName: 'Ben', email: newAddress(), password: 'correct horse' },
      })
    await store({ registration: 'open', allowedEmailDomains: [] })
    await vi.waitFor(async () => expect(await signUp()).toMatchObject({ status: 200 }))
    await store({ registration: 'closed' })
    await vi.waitFor(async () =>
      expect(await signUp()).toMatchObject({ status: 403, body: { code: 'sign-up-closed' } }),
    )
  })

  test('stay as they are when others are stored', async () => {
    await store({ contact: 'mailto:ana@club.example' })
    await store({ registration: 'invited' })
    await app.services.site.refresh()
    expect(app.services.site.current()).toMatchObject({
      contact: 'mailto:ana@club.example',
      registration: 'invited',
    })
  })
})
