import type { IncomingMessage } from 'node:http'
import {
  isLanguage,
  type Language,
  languageCodes,
  sourceLanguage,
} from '@grouplight/locales/src/languages.ts'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply } from 'fastify'

/** The cookie has the language that the user has chosen in this browser. */
const cookieName = 'language'
const yearSeconds = 365 * 24 * 60 * 60

const mostHeaderLength = 200
const mostSpecificFirst = languageCodes.toSorted((a, b) => b.length - a.length)

/** Returns the language chosen in the browser, or the first of its preferred languages that the product has, or English. */
export function languageOf({ headers }: Pick<IncomingMessage, 'headers'>): Language {
  return chosenLanguageOf({ headers }) ?? preferredLanguageOf({ headers })
}

export function chosenLanguageOf({ headers }: Pick<IncomingMessage, 'headers'>): Language | null {
  const chosen = headers.cookie ? parseCookie(headers.cookie)[cookieName] : undefined
  return chosen !== undefined && isLanguage(chosen) ? chosen : null
}

/** Returns the first of the browser's preferred languages that the product has, or English. */
export function preferredLanguageOf({ headers }: Pick<IncomingMessage, 'headers'>): Language {
  return preferred(headers['accept-language']) ?? sourceLanguage
}

/** `header` is a value of Accept-Language (RFC 9110, section 12.5.4), like 'de-AT,de;q=0.9,en;q=0.8'. */
function preferred(header = ''): Language | undefined {
  const wanted = header
    .slice(0, mostHeaderLength)
    .split(',')
    .map(item => {
      const [locale = '', quality = 'q=1'] = item.split(';').map(part => part.trim().toLowerCase())
      return { locale, quality: Number(quality.replace('q=', '')) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { locale } of wanted) {
    const language = languageFor(locale)
    if (language) return language
  }
}

/** A language without its region is spoken in every region: 'de' for 'de-AT', 'pt-BR' for 'pt-PT', and Bokmål for Norwegian. */
function languageFor(locale: string): Language | undefined {
  const base = locale.split('-')[0] === 'no' ? 'nb' : (locale.split('-')[0] ?? '')
  return (
    mostSpecificFirst.find(language => language.toLowerCase() === locale) ??
    mostSpecificFirst.find(language => language.toLowerCase().split('-')[0] === base)
  )
}

/** Null makes the browser's preferred language the language of its pages again. */
export function setLanguageCookie(reply: FastifyReply, language: Language | null): void {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: language ? yearSeconds : 0 } as const
  reply.header('set-cookie', stringifySetCookie({ name: cookieName, value: language ?? '', ...options }))
}
