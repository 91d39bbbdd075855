import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { describe, expect, test } from 'vitest'
import { commit } from '#platform/database/commit.ts'
import { storeSettings } from '#platform/site/stored-settings.ts'
import { useOwnTestApp } from '#testing/test-app.ts'

const app = useOwnTestApp()
const built = existsSync(fileURLToPath(new URL('../../../../web/dist/index.html', import.meta.url)))
const pages = ['/login', '/privacy', '/nowhere', '/board', '/board/AbCdEfGh1234']
const hostile = `<img src=x onerror=alert(1)> "quoted" & 'more'`

async function open(path: string, language: Language = 'en') {
  const reply = await app
    .guest()
    .request('GET', path, undefined, { 'accept-language': language, accept: 'text/html' })
  return { ...reply, html: String(reply.body), policy: reply.headers.get('content-security-policy') ?? '' }
}

async function store(changed: Parameters<typeof storeSettings>[1]) {
  await commit(app.services, transaction => storeSettings(transaction, changed))
  await app.services.site.refresh()
}

describe.skipIf(!built)('on the pages of the built web app', () => {
  test('without legal links, pages are as they were, and their addresses are unknown', async () => {
    const before = await Promise.all(pages.map(path => open(path)))
    expect(before.map(({ html }) => html).join()).not.toContain('id="legal"')
    const unknown = await open('/nowhere')
    for (const path of ['/imprint', '/privacy-policy', '/accessibility'])
      expect((await open(path)).html).toBe(unknown.html)
    await store({ contact: 'https://club.example/contact' })
    await store({ contact: null })
    const after = await Promise.all(pages.map(path => open(path)))
    expect(after.map(({ html, policy }) => html + policy)).toEqual(
      before.map(({ html, policy }) => html + policy),
    )
  })

  test('every page has the links in its language, and its policy allows their style', async () => {
    await store({
      imprint: { url: 'https://club.example/?a=1&b=%22', text: null },
      accessibility: { url: null, text: 'We do our best.' },
      contact: 'mailto:ana@club.example',
    })
    for (const path of [...pages, '/accessibility']) {
      const { html, policy } = await open(path, 'de')
      const footer =
        /<footer id="legal".*<\/footer>(?=<\/body>)/.exec(html.replaceAll(/\n\s*/g, ''))?.[0] ?? ''
      expect(footer.replaceAll(/<[^>]*>/g, ' ').split(/\s+/), path).toEqual([
        '',
        'Impressum',
        'Barrierefreiheit',
        'Kontakt',
        '',
      ])
      expect([...footer.matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual([
        'https://club.example/?a=1&#38;b=%22',
        `${app.url}/accessibility`,
        'mailto:ana@club.example',
      ])
      expect(footer.includes('target="_blank"'), path).toBe(path.startsWith('/board'))
      for (const [, style = ''] of html.matchAll(/<style>(.*?)<\/style>/gs))
        expect(policy).toContain(createHash('sha256').update(style).digest('base64'))
    }
  })

  test('a page has the settings as they are now', async () => {
    await store({ registration: 'closed' })
    expect((await open('/signup')).html).toContain('closed&#34;')
    await store({ registration: 'open' })
    expect((await open('/signup')).html).not.toContain('grouplight-site')
  })
})

test('a text is shown as plain text with its paragraphs, in the direction of its words', async () => {
  await store({ privacy: { url: null, text: `First ${hostile}\nsecond line\n\nمرحبا` } })
  const { html, status, policy } = await open('/privacy-policy', 'ar')
  expect(status).toBe(200)
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('<p dir="auto">First &#60;img src=x onerror=alert(1)&#62; &#34;quoted&#34;')
  expect(html).toContain('second line</p>\n<p dir="auto">مرحبا</p>')
  expect(html).toContain('<a href="/privacy">')
  expect(html).not.toMatch(/<img|<script/)
  expect(policy).not.toContain('unsafe')
})
