import { expect, test } from 'vitest'
import { displayName, newPassword, parseEmail } from './account.ts'
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
  for (const [schema, label] of [
    [displayName, 'Display name'],
    [groupName, 'Group name'],
  ] as const)
    for (const name of refused)
      expect(schema.safeParse(name).error?.issues[0]?.message, name).toBe(
        `${label} must not contain a web address.`,
      )
  for (const name of ['Ana: 24/7 // www', 'Dr. Who', 'ana.example']) expect(groupName.parse(name)).toBe(name)
})

test('a display name has 1 to 80 characters after white space is collapsed, and no hidden characters', () => {
  expect(displayName.parse(` Ana \t  ${'n'.repeat(76)} `)).toBe(`Ana ${'n'.repeat(76)}`)
  for (const refused of ['', ' \t ', 'n'.repeat(81), 'a\u0000b', 'a\u202eb']) {
    expect(displayName.safeParse(refused).success, refused).toBe(false)
  }
})
