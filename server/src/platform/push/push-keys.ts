import { createECDH } from 'node:crypto'
import type { Database, Queryable } from '#platform/database/database.ts'
import { devices, site } from '#platform/database/schema.ts'
import { seal, unseal } from '#platform/seal.ts'

/** Both keys are in base64url. Browsers subscribe with the public key. */
export type PushKeys = { publicKey: string; privateKey: string }

const sealedAs = 'The push key of this site'

/**
 * Creates keys if none are stored, or if the stored key was encrypted with another secret. Creating keys also deletes all
 * devices, because their subscriptions belong to earlier keys. Nodes that start at the same time get the same keys.
 */
export async function loadOrCreatePushKeys(database: Database, secret: string): Promise<PushKeys> {
  return database.transaction(async transaction => {
    const [found] = await transaction.select({ pushKey: site.pushKey }).from(site).for('update')
    const stored = found?.pushKey && unseal(found.pushKey, secret, sealedAs)
    if (stored) return keysOf(stored)
    const created = createECDH('prime256v1')
    created.generateKeys()
    // Without the padding, a private key that begins with a zero byte would be too short.
    const privateKey = Buffer.from(created.getPrivateKey('hex').padStart(64, '0'), 'hex')
    await transaction.delete(devices)
    await transaction.update(site).set({ pushKey: seal(privateKey, secret, sealedAs) })
    return keysOf(privateKey)
  })
}

export async function readPublicKey(on: Queryable, secret: string): Promise<string | null> {
  const [found] = await on.select({ pushKey: site.pushKey }).from(site)
  const stored = found?.pushKey && unseal(found.pushKey, secret, sealedAs)
  return stored ? keysOf(stored).publicKey : null
}

function keysOf(privateKey: Buffer): PushKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
