import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '#files/durable-files.ts'
import { OperatorError } from '#operator-error.ts'

const minLength = 32

/** Concurrent calls that find no file return the same secret. Throws an OperatorError, for example if the secret is too short. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  const stored = await readSecret(file)
  if (stored) return stored
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  await writeDurably(file, handle => handle.writeFile(secret), { replaces: stored === '' }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  const written = await readSecret(file)
  if (!written)
    throw new OperatorError(`${file} contains no secret, and the new secret could not be written.`)
  return written
}

/** Returns null if the file does not exist, and '' if the file is empty. */
async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return null
    throw new OperatorError(`The file of the secret, ${file}, cannot be read (${error.code}).`)
  })
  const secret = text?.trim() ?? null
  if (secret && secret.length < minLength) {
    throw new OperatorError(
      `${file} contains fewer than ${minLength} characters. Restore the secret, or delete the file to get a new secret, which signs out all users.`,
    )
  }
  return secret
}
