import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeDurably } from '#files/durable-files.ts'
import { OperatorError } from '#operator-error.ts'

const shortest = 32

/**
 * The secret that was made at the first start and is kept in a file for the owner's eyes only. The file is there whole or not
 * at all, whenever the power fails; of two first starts at once both get the same. Throws OperatorError for one that is too short.
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret')
  const kept = await readSecret(file)
  if (kept) return kept
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = randomBytes(32).toString('base64url')
  await writeDurably(file, handle => handle.writeFile(secret), { replaces: kept === '' }).catch(error => {
    // Of two first starts at once the other one was faster.
    if (error.code !== 'EEXIST') throw error
  })
  const placed = await readSecret(file)
  if (!placed) throw new OperatorError(`${file} holds no secret: it cannot be written.`)
  return placed
}

/** Null: there is none. '': an empty file, which a start that was killed has left behind. */
async function readSecret(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return null
    throw new OperatorError(`${file} cannot be read (${error.code}): it holds the secret.`)
  })
  const secret = text?.trim() ?? null
  if (secret && secret.length < shortest) {
    throw new OperatorError(
      `${file} holds fewer than ${shortest} characters: put the secret back, or remove the file for a new one, which signs everybody out.`,
    )
  }
  return secret
}
