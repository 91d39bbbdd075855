import { describe, expect, test } from 'vitest'
import { displayName } from './account.ts'
import { availabilityNote } from './availability.ts'
import { groupName } from './group.ts'
import { hookName } from './hook.ts'
import { keyName } from './key.ts'
import { passkeyName } from './passkey.ts'

const schemas = { displayName, groupName, keyName, hookName, passkeyName, availabilityNote }

const acute = '\u0301'
const scotland = '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'

describe.each(Object.entries(schemas))('a text of one line: %s', (_, schema) => {
  test.each([
    ['the Hangul filler', '\u3164'],
    ['the two fillers of old Hangul', '\u115f\u1160'],
    ['the half-width filler', '\uffa0'],
    ['a blank braille pattern', '\u2800'],
    ['blanks with white space between them', '\u2800 \u3164'],
    ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
    ['a soft hyphen', '\u00ad'],
    ['the tags of a flag without the flag', scotland.slice(2)],
    ['variation selectors', '\ufe0f\u{e0100}'],
    ['marks without a letter', acute.repeat(3)],
    ['a musical symbol that is not shown', '\u{1d159}'],
  ])('is refused if nothing of it is visible: %s', (_, blank) => {
    expect(schema.safeParse(blank).error?.issues[0]?.message).toBe('invisible')
  })

  test.each([
    ['a zero-width space', 'A\u200bna'],
    ['a word joiner', 'Ana\u2060'],
    ['a byte order mark', 'An\ufeffa'],
    ['a soft hyphen', 'A\u00adna'],
    ['marks of the writing direction', '\u200eAna\u200f\u061c'],
    ['a grapheme joiner', 'A\u034fna'],
    ['a filler', 'Ana\u3164'],
    ['a filler and white space', ' \u3164 Ana \u2800 '],
    ['tags', 'Ana\u{e0067}\u{e007f}'],
    ['a black flag with other tags', 'Ana\u{e0061}'],
    ['a variation selector after a letter', 'A\ufe0fna\u{e0100}'],
    ['joiners at the ends', '\u200dAna\u200c'],
    ['several joiners', 'Ana\u200d\u200c'],
  ])('loses invisible characters, so that it has no twin: %s', (_, typed) => {
    expect(schema.parse(typed)).toBe('Ana')
  })

  test('keeps at most four combining marks of each letter', () => {
    expect(schema.parse(`Z${acute.repeat(60)}a${acute.repeat(5)}l`)).toBe(
      `Z${acute.repeat(4)}a${acute.repeat(4)}l`,
    )
    expect(schema.parse(`Z${`${acute}\u200b`.repeat(9)}`)).toBe(`Z${acute.repeat(4)}`)
  })

  test.each([
    ['Vietnamese, in one piece', 'Nguyễn Thị Hậu'],
    ['Vietnamese, in pieces', 'Nguyễn Thị Hậu'.normalize('NFD')],
    ['Hebrew with points', 'בְּרֵאשִׁ֖ית'],
    ['Arabic with all marks', 'ٱلسَّلَامُ عَلَيْكُمْ'],
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Thai', 'ทีมกู้ภัยที่นี่'],
    ['Hindi', 'प्रतिक्षा क्ष\u094d\u200dय र\u094d\u200cक'],
    ['Sinhala', 'ශ\u0dca\u200dරී ලංකා'],
    ['Malayalam with a joiner at the end of the word', 'അവന\u0d4d\u200d'],
    ['Burmese', 'မြို့'],
    ['Khmer', 'ក្រុងភ្នំពេញ'],
    ['Tibetan', 'བསྒྲུབས'],
    ['Korean', '산악 구조대'],
    ['a joiner between Latin letters', 'Auf\u200clage'],
    ['a Japanese name with a variant of a character', '葛\u{e0100}城'],
    ['a verse number', 'آية \u06dd١'],
    ['a family', '👩‍👩‍👧‍👦'],
    ['a profession with a skin tone', '👩🏽‍🚒'],
    ['a rainbow flag', '🏳️‍🌈'],
    ['a runner to the right', '🏃🏻‍♀️‍➡️'],
    ['the flag of Scotland', scotland],
    ['flags, keycaps and hearts', '🇩🇪 1️⃣ #️⃣ ❤️ ☎︎'],
  ])('keeps characters that a language or an emoji needs: %s', (_, text) => {
    expect(schema.parse(text)).toBe(text)
    expect(schema.parse(schema.parse(` ${text} `))).toBe(text)
  })

  test('is still refused with characters that change the direction of the text, and with control characters', () => {
    for (const refused of ['a\u202eb', 'a\u2067b', 'a\u0000b', '\u202e'])
      expect(schema.safeParse(refused).error?.issues[0]?.message).toBe('unprintable')
  })
})
