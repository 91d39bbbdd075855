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

/** Returns a day and a time as readers of the language write them. Names the time zone if it is UTC, as it is if theirs is unknown. */
export function instantText(
  at: Date,
  { language, timeZone }: Pick<Recipient, 'language'> & KnownZone,
): string {
  const zone = timeZoneOf(timeZone)
  const format = (fields: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(`${language === 'en' ? 'en-GB' : language}-u-nu-latn`, {
      ...fields,
      timeZone: zone,
    }).format(at)
  const day = format({ day: 'numeric', month: 'long' })
  const time = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return emailTexts(language)(zone === 'UTC' ? 'momentInUtc' : 'moment', { day, time })
}
