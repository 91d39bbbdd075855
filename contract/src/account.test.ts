import { expect, test } from 'vitest'
import { displayName, email, newPassword, parseDomain, parseEmail } from './account.ts'
import { groupName } from './group.ts'

test('an address is trimmed and lower-cased, and refused if it has more than 254 characters or an invalid form', () => {
  expect(parseEmail('  Ana@Example.ORG\n')).toBe('ana@example.org')
  const longest = `${'a'.repeat(242)}@example.org`
  expect(parseEmail(longest)).toBe(longest)
  for (const refused of [`a${longest}`, '', 'ana', 'ana@home', '@home.org', 'a b@home.org', 'a@b@home.org']) {
    expect(parseEmail(refused), refused).toBeNull()
  }
})

test('different spellings of one address have the same normalized form, and invalid domains are refused', () => {
  for (const typed of [
    'jose\u0301@ex\u00e4mple.org',
    'jos\u00e9@exa\u0308mple.org',
    'jos\u00e9@xn--exmple-cua.org',
  ])
    expect(parseEmail(typed), typed).toBe('jos\u00e9@xn--exmple-cua.org')
  for (const typed of [
    'ana@ｅｘａｍｐｌｅ.org',
    'ana@exam\u00adple.org',
    'ana@example.org',
    'ana@example.org.',
    'ana@ｅxample.org。',
    '"ana"@example.org',
    '"\\a\\na"@example.org',
  ])
    expect(parseEmail(typed), typed).toBe('ana@example.org')
  const tooLong = `a@${'\u00e4.'.repeat(60)}org`
  for (const refused of [
    'ana@\u00ad.org',
    'ana@ex\u00e4mple.org/x',
    'ana@ex\u00e4mple.org:80',
    'ana@ex／ample.org',
    'ana@example..',
    tooLong,
  ])
    expect(parseEmail(refused), refused).toBeNull()
  for (const odd of [
    '"an"."a"@example.org',
    '""ana""@example.org',
    '""@example.org',
    '"><svg/onload=x>@example.org',
  ])
    expect(parseEmail(odd), odd).toBe(odd)
})

test.each([
  ['a zero-width space', 'ana@ex\u200bample.org'],
  ['a word joiner', 'a\u2060na@example.org'],
  ['a byte order mark', '\ufeffana@example.org'],
  ['a soft hyphen', 'a\u00adna@example.org'],
  ['an embedding of the writing direction, as contacts copy it', '\u202aana@example.org\u202c'],
  ['isolates', '\u2068ana@example.org\u2069'],
  ['an invisible character and white space at the end', 'ana@example.org \u200b '],
  ['a link', 'mailto:ana@example.org'],
  ['a link with a subject', 'MailTo:ana@example.org?subject=Hello'],
  ['angle brackets', '<ana@example.org>'],
  ['a name', 'Ana <ana@example.org>'],
  ['a quoted name with a comma', '"Li, Ana" <ana@example.org>;'],
  ['a name that looks like an address', 'ana@home.example <ana@example.org>'],
  ['a link in brackets', 'Ana <mailto:ana@example.org>'],
  ['one bracket', 'ana@example.org>'],
  ['a semicolon', 'ana@example.org;'],
  ['a comma', 'ana@example.org, '],
  ['a full stop', 'ana@example.org.'],
  ['a full stop in brackets', '<ana@example.org.>,'],
  ['full-width letters', 'ａｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ'],
  ['full-width capital letters', 'ＡＮＡ@example.org'],
  ['a full-width semicolon', 'ana@example.org；'],
])('an address is cleaned before it is checked: %s', (_, typed) => {
  expect(parseEmail(typed)).toBe('ana@example.org')
  expect(parseEmail(parseEmail(typed) ?? '')).toBe('ana@example.org')
})

test.each([
  ['two addresses', 'ana@example.org, ben@example.org'],
  ['two links', 'mailto:ana@example.org,ben@example.org'],
  ['a link without an address', 'mailto:'],
  ['empty brackets', 'Ana <>'],
  ['an open bracket', 'Ana <ana@example.org'],
  ['a header', 'Ana\r\nBcc: eve@example.org <ana@example.org>'],
  ['a NUL', 'ana\u0000@example.org'],
  ['a space that full-width forms hide', 'a\u3000na@example.org'],
  ['only invisible characters before the @', '\u200b@example.org'],
  ['a very long name', `${'Ana '.repeat(200)}<ana@example.org>`],
])('a text that is not one address stays refused, and the refusal shows what was typed: %s', (_, typed) => {
  expect(parseEmail(typed)).toBeNull()
  const shown = typed
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 254)
  expect(email().safeParse(typed).error?.issues).toMatchObject([
    { params: { reason: 'email', email: shown } },
  ])
})

test('a domain is normalized like the domain of an address', () => {
  for (const typed of [
    'grün.example',
    'GRÜN.Example.',
    'xn--grn-ioa.example',
    'gru\u0308n.example',
    'grün\u200b.example',
  ])
    expect([typed, parseDomain(typed)]).toEqual([typed, 'xn--grn-ioa.example'])
  for (const refused of ['', 'home', 'a b.example', 'grün.example/x', 'a@b.example', '..', 'example..'])
    expect([refused, parseDomain(refused)]).toEqual([refused, null])
})

test('a password has 6 to 128 characters of any kind and is never trimmed', () => {
  for (const password of [' 2345 ', '🐎🐎🐎🐎🐎🐎', '🐎'.repeat(128)]) {
    expect(newPassword.parse(password)).toBe(password)
  }
  for (const refused of ['12345', '🐎🐎🐎', 'x'.repeat(129)]) {
    expect(newPassword.safeParse(refused).success, refused).toBe(false)
  }
})

test('a name must not contain :// or www., even with full-width or invisible characters', () => {
  const refused = [
    'Ana https://evil.example',
    'HTTP://evil.example',
    'See WWW.evil.example',
    'ｗｗｗ．evil',
    'w\u200bww.evil',
    'w\u034fww.evil',
    'www。evil',
  ]
  for (const schema of [displayName, groupName])
    for (const name of refused)
      expect(schema.safeParse(name).error?.issues[0]?.message, name).toBe('web-address')
  for (const name of ['Ana: 24/7 // www', 'Dr. Who', 'ana.example']) expect(groupName.parse(name)).toBe(name)
})

test('a display name has 1 to 80 characters after white space is collapsed, and no hidden characters', () => {
  expect(displayName.parse(` Ana \t  ${'n'.repeat(76)} `)).toBe(`Ana ${'n'.repeat(76)}`)
  for (const refused of ['', ' \t ', 'n'.repeat(81), 'a\u0000b', 'a\u202eb']) {
    expect(displayName.safeParse(refused).success, refused).toBe(false)
  }
})
