import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OperatorError } from '#platform/config/operator-error.ts'
import { loadOrCreateSecret } from './site-secret.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'grouplight-secret-'))
  file = join(folder, 'secret')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the stored secret', () => {
  test('has 43 characters, is in a file that only its owner can read, and is the same at the next start', async () => {
    const secret = await loadOrCreateSecret(folder)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await loadOrCreateSecret(folder)).toBe(secret)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  test('is the same for several concurrent starts', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecret(folder)))
    expect(new Set(secrets).size).toBe(1)
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  test('replaces an empty file', async () => {
    writeFileSync(file, '')
    const secret = await loadOrCreateSecret(folder)
    expect(secret).toHaveLength(43)
    expect(readFileSync(file, 'utf8')).toBe(secret)
  })

  test('is refused and not replaced if it is too short', async () => {
    writeFileSync(file, 'half a secr')
    await expect(loadOrCreateSecret(folder)).rejects.toThrow(OperatorError)
    expect(readFileSync(file, 'utf8')).toBe('half a secr')
  })

  test('causes an OperatorError if it cannot be read', async () => {
    await loadOrCreateSecret(folder)
    await expect(loadOrCreateSecret(file)).rejects.toThrow(OperatorError)
  })
})
