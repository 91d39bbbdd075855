import { afterAll, expect, test, vi } from 'vitest'
import { hashPassword, passwordMatches } from './passwords.ts'

const rounds = 5

vi.stubEnv('REAL_HASHES', '1')
afterAll(() => vi.unstubAllEnvs())

test('refusing an unknown user takes more than a tenth of the time that refusing a wrong password takes', async () => {
  const hash = await hashPassword('correct horse')
  await passwordMatches(undefined, 'a guess')
  const [unknown, wrong] = [await fastest(undefined), await fastest(hash)]
  // Without hashing, the refusal of an unknown user would take about a thousandth of `wrong`.
  expect(unknown).toBeGreaterThan(wrong / 10)
})

test('hashes are argon2id with the parameters of OWASP, and two hashes of one password differ', async () => {
  const hashes = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(hashes[0]).not.toBe(hashes[1])
})

async function fastest(hash: string | undefined): Promise<number> {
  let fastestMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    expect(await passwordMatches(hash, 'a guess')).toBe(false)
    fastestMs = Math.min(fastestMs, performance.now() - startedAt)
  }
  return fastestMs
}
