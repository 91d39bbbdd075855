import { withoutPunctuation } from '@grouplight/contract/link-punctuation.ts'
import { expect, test } from 'vitest'
import { authorizationIn } from '#board-page/board-address.ts'
import { codeIn } from './opened-links.ts'

const code = `AbCdEfGh1234.${'x'.repeat(20)}-_`
const afterLinks = ['', ...'.),>"…;:!?]}\'’”»|*', ').', '>,', '…)', '%22', '%3E', '%E2%80%A6', '。']

test.each(afterLinks)('%j after a link is ignored', after => {
  expect(codeIn(`#${code}${after}`)).toBe(code)
  expect(authorizationIn({ pathname: '/board/Ab', hash: `#s3-_${after}` })).toBe('Bearer Ab.s3-_')
  const query = `?mode=verifyEmail&oobCode=aB3-_`
  expect(withoutPunctuation(`${query}${after}`)).toBe(query)
  expect(withoutPunctuation(after)).toBe('')
})

test.each(['', '#', '#.', '#x', `#${code.slice(0, 12)}`, `#${code.slice(0, -1)}`, `#${code.slice(0, -1)}.`])(
  'the invite link %j is incomplete',
  hash => {
    expect(codeIn(hash)).toBeUndefined()
  },
)

test('an invite link that is too long or has other characters is sent to the server, which knows no such link', () => {
  for (const other of [`${code}x`, code.replace('.', '-'), code.replace('A', 'ä')])
    expect(codeIn(`#${other}`)).toBeTruthy()
})

test('a very long text after a link is no code, and takes no time', () => {
  expect(withoutPunctuation(`${'.'.repeat(65_536)}a`)).toBe('')
})
