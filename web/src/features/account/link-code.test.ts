import { afterEach, expect, test, vi } from 'vitest'
import { forgetLinkCode, keepLinkCode, linkCode } from './link-code.ts'

afterEach(() => {
  forgetLinkCode()
  vi.unstubAllGlobals()
})

const refuse = () => {
  throw new DOMException('', 'QuotaExceededError')
}

test.each([
  ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['full', { getItem: () => null, setItem: refuse, removeItem: () => {} }],
])('the code of an invite link is kept in memory if the session storage is %s', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage)
  expect(linkCode()).toBeUndefined()
  keepLinkCode('code')
  expect(linkCode()).toBe('code')
  forgetLinkCode()
  expect(linkCode()).toBeUndefined()
})
