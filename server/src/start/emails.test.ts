import { directionOf } from '@grouplight/locales/src/direction.ts'
import { type Language, languageCodes } from '@grouplight/locales/src/languages.ts'
import { describe, expect, test } from 'vitest'
import { allEmails } from '#testing/all-emails.ts'

const hostile = `<img src=x onerror=alert(1)> 'O"Neil' & {__proto__} مرحبا`
const tags = /^(html|head|meta|title|style|body|table|tr|td|p|span|bdi|h1|blockquote|a|br)$/

describe.each(languageCodes)('each email in the language %s', language => {
  test.each(allEmails(language).map(email => [email.kind, email] as const))(
    'says the same in plain text and in HTML, and names its language and direction: %s',
    (_, { text, html, subject }) => {
      expect(linesOfText(text)).toEqual(linesOfHtml(html))
      expect(html).toContain(`<html lang="${language}" dir="${directionOf(language)}">`)
      expect(html.match(/class="button"/g)?.length ?? 0).toBeLessThan(2)
      expect(subject + text).not.toMatch(/[{}\u2068\u2069]|\b(undefined|null)\b/)
    },
  )

  test.each(allEmails(language, hostile).map(email => [email.kind, email] as const))(
    'shows names as text: %s',
    (_, { text, html }) => {
      const used = [...html.matchAll(/<([a-z]\w*)/gi)].map(([, name]) => name ?? '')
      expect(used.filter(name => !tags.test(name))).toEqual([])
      expect(html).not.toMatch(/<[^>]*\son\w+=/i)
      expect(linesOfText(text)).toEqual(linesOfHtml(html))
    },
  )
})

test('an email tells days and times in words of its reader, in their zone or else in UTC', () => {
  const times = (language: Language) =>
    allEmails(language).flatMap(({ kind, subject }) => (kind === 'new-browser' ? [subject] : []))
  const texts = (kind: string) =>
    (['en', 'de'] as const).map(language => allEmails(language).find(email => email.kind === kind)?.text)
  expect(times('en')).toEqual([
    'New sign-in: Chrome on Windows, today 15:40. Was it you?',
    'New sign-in: Unknown browser, today 14:40 UTC. Was it you?',
  ])
  expect(times('de')).toEqual([
    'Neue Anmeldung: Chrome auf Windows, heute 15:40 Uhr. Warst du das?',
    'Neue Anmeldung: Unbekannter Browser, heute 14:40 UTC. Warst du das?',
  ])
  expect(texts('new-browser')).toEqual([
    expect.stringContaining('Chrome on Windows, 5 December at 15:40.'),
    expect.stringContaining('Chrome auf Windows, 5. Dezember um 15:40 Uhr.'),
  ])
  expect(texts('invitation')).toEqual([
    expect.stringContaining('Valid until 5 December.'),
    expect.stringContaining('Gültig bis 5. Dezember.'),
  ])
})

/** Leaves out the addresses of links, which are not seen in HTML, and the marks of quotes and of the signature. */
function linesOfText(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.replace(/^> /, '').replace(/: https:\S+$/, ''))
    .filter(line => line !== '-- ' && line.trim() !== '' && !/^https:\S+$/.test(line))
}

/** Leaves out the name of the product at the top. */
function linesOfHtml(html: string): string[] {
  return html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<br>|<\/(p|h1|span|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && line !== '●' && line !== 'Grouplight')
}
