import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OperatorError } from '#operator-error.ts'
import { loadOrCreateSecret } from './load-or-create-secret.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grouplight-secret-'))
  file = join(folder, 'secret')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the secret of the first start', () => {
  test('is long, kept for the owner alone, and the same ever after', async () => {
    const secret = await loadOrCreateSecret(folder)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await loadOrCreateSecret(folder)).toBe(secret)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  test('is one, however many starts there are at once', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecret(folder)))
    expect(new Set(secrets).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  test('is made anew over the empty file of a start that was killed', async () => {
    writeFileSync(file, '')
    const secret = await loadOrCreateSecret(folder)
    expect(secret).toHaveLength(43)
    expect(readFileSync(file, 'utf8')).toBe(secret)
  })

  test('is never a short one: that is refused, and left as it is', async () => {
    writeFileSync(file, 'half a secr')
    await expect(loadOrCreateSecret(folder)).rejects.toThrow(OperatorError)
    expect(readFileSync(file, 'utf8')).toBe('half a secr')
  })

  test('is refused in one sentence when it cannot be read', async () => {
    await loadOrCreateSecret(folder)
    await expect(loadOrCreateSecret(file)).rejects.toThrow(OperatorError)
  })
})
