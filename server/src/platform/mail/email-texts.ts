import type { Messages } from '@grouplight/locales/messages.d.ts'
import type { Language } from '@grouplight/locales/src/languages.ts'
import { text } from '#platform/texts/text.ts'
import { timeZoneOf } from '#platform/time-zone.ts'

type Texts = Messages['email']

/** To whom an email goes. */
export type Recipient = { email: string; language: Language }

export type KnownZone = {
  /** Null if it is unknown. */
  timeZone: string | null
}

/** Returns a function that returns a text of an email in the language. */
export function emailTexts(language: Language) {
  return <Key extends keyof Texts & string>(
    key: Key,
    ...values: Texts[Key] extends null ? [] : [values: Texts[Key]]
  ): string => text(language, 'email', key, ...values)
}

type Reader = Pick<Recipient, 'language'> & KnownZone

export function dayText(at: Date, reader: Reader): string {
  return format(at, reader, { day: 'numeric', month: 'long' })
}

/** Names the time zone if it is UTC, as it is if the reader's is unknown. */
export function instantText(at: Date, reader: Reader): string {
  const values = { day: dayText(at, reader), time: timeOfDay(at, reader) }
  return emailTexts(reader.language)(isUtc(reader) ? 'momentInUtc' : 'moment', values)
}

/** For an email about what has happened on this day. */
export function todayText(at: Date, reader: Reader): string {
  return emailTexts(reader.language)(isUtc(reader) ? 'todayInUtc' : 'today', { time: timeOfDay(at, reader) })
}

function timeOfDay(at: Date, reader: Reader): string {
  return format(at, reader, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
}

function isUtc({ timeZone }: KnownZone): boolean {
  return timeZoneOf(timeZone) === 'UTC'
}

function format(at: Date, { language, timeZone }: Reader, fields: Intl.DateTimeFormatOptions): string {
  const locale = `${language === 'en' ? 'en-GB' : language}-u-nu-latn`
  return new Intl.DateTimeFormat(locale, { ...fields, timeZone: timeZoneOf(timeZone) }).format(at)
}
