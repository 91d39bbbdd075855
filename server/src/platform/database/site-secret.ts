import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { OperatorError } from '#platform/config/operator-error.ts'
import { writeDurably } from './durable-files.ts'

export type SecretSettings = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'authSecret'>>

const minLength = 32

/** Concurrent calls that find no file return the same secret. Throws an OperatorError, for example if the secret is too short. */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const file = secretFile(dataDir)
  const stored = await readSecretFile(file)
  if (stored) return stored
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  await writeDurably(file, handle => handle.writeFile(secret), { replaces: stored === '' }).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  const written = await readSecretFile(file)
  if (!written)
    throw new OperatorError(`${file} contains no secret, and the new secret could not be written.`)
  return written
}

/** Returns the secret of the settings or of the file in `dataDir`, or null if there is none yet. */
export async function readSecret({ authSecret, dataDir }: SecretSettings): Promise<string | null> {
  return authSecret ?? ((await readSecretFile(secretFile(dataDir))) || null)
}

function secretFile(dataDir: string): string {
  return join(dataDir, 'secret')
}

/** Returns null if the file does not exist, and '' if the file is empty. */
async function readSecretFile(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return null
    throw new OperatorError(`The file of the secret, ${file}, cannot be read (${error.code}).`)
  })
  const secret = text?.trim() ?? null
  if (secret && secret.length < minLength) {
    throw new OperatorError(
      `${file} contains fewer than ${minLength} characters. Restore the secret, or delete the file and run the command secret accept, which signs out all users.`,
    )
  }
  return secret
}
