import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { newToken } from '#platform/tokens.ts'
import { isKeyToken, isWellFormed, newKeyToken } from './key-token.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('the token of a key', () => {
  test('has a prefix, 30 random characters and their CRC-32 in base 62', () => {
    const tokens = Array.from({ length: 200 }, newKeyToken)
    expect(new Set(tokens).size).toBe(200)
    for (const token of tokens) {
      const [, random = '', checksum = ''] = /^gl_(\w{30})(\w{6})$/.exec(token) ?? []
      const number = [...checksum].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0)
      expect(number).toBe(crc32(random))
      expect([isKeyToken(token), isWellFormed(token)]).toEqual([true, true])
    }
  })

  test('is not well-formed after a change of one character', () => {
    const token = newKeyToken()
    for (let at = 0; at < token.length; at++)
      for (const other of ['0', 'z', '-', ' ', 'é', ''].filter(other => other !== token[at]))
        expect(isWellFormed(token.slice(0, at) + other + token.slice(at + 1))).toBe(false)
  })

  test('can be distinguished from the token of a session that begins with the same prefix', () => {
    const session = `gl_${newToken().slice(3)}`
    expect(isKeyToken(session)).toBe(false)
    expect([isKeyToken('gl_'), isKeyToken('gl_x'), isKeyToken('GL_x'), isKeyToken('')]).toEqual([
      ...[true, true, false, false],
    ])
  })
})
