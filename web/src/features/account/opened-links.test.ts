import { afterEach, expect, test, vi } from 'vitest'
import { arrivingIn, forgetLink, keepLink, openedCode, pastedCode } from './opened-links.ts'

afterEach(() => vi.unstubAllGlobals())

const refuse = () => {
  throw new DOMException('', 'QuotaExceededError')
}

test.each([
  ['forbidden', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['full', { getItem: () => null, setItem: refuse, removeItem: () => {} }],
])('the codes of invite links are kept in memory if the session storage is %s', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage)
  expect(openedCode()).toBeUndefined()
  keepLink('first', true)
  keepLink('second', false)
  expect(openedCode()).toBe('second')
  forgetLink('second')
  expect(openedCode()).toBe('first')
  forgetLink('first')
  expect(openedCode()).toBeUndefined()
})

const code = `AbCdEfGh1234.${'x'.repeat(43)}`

test.each([
  ['', {}],
  ['#x', {}],
  [`#${code}`, { code }],
  ['#ana.with.a.very.long.name%40example.org', { email: 'ana.with.a.very.long.name@example.org' }],
  ['#Ana@Example.org', { email: 'ana@example.org' }],
  ['#%E0%40', {}],
  ['#provider=not-verified&email=ana%40example.org', {}],
])('the fragment %j of a page for guests is understood', (fragment, arriving) => {
  expect(arrivingIn(fragment)).toEqual(arriving)
})

test.each([
  [code, code],
  [` Come in: https://lights.example.org/join#${code}. See you!`, code],
  [`https://lights.example.org/join#${code.slice(0, 20)}`, undefined],
  ['https://lights.example.org/groups/AbCdEfGh1234', undefined],
])('the code in the pasted text %j is found', (text, found) => {
  expect(pastedCode(text)).toBe(found)
})
