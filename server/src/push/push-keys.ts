import { createCipheriv, createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import type { Database, Queryable } from '#database/database.ts'
import { devices, site } from '#database/schema.ts'

/** The pair of keys with which a site signs its pushes (VAPID), in base64url. Browsers subscribe with the public key. */
export type PushKeys = { publicKey: string; privateKey: string }

const [ivLength, tagLength] = [12, 16]

/**
 * Returns the keys of the site. Creates them if there are none, or if they were sealed with another secret. In both cases
 * all devices are deleted, because their subscriptions belong to older keys. All nodes that start at once get the same keys.
 */
export async function loadOrCreatePushKeys(database: Database, secret: string): Promise<PushKeys> {
  return database.transaction(async transaction => {
    const [found] = await transaction.select({ pushKey: site.pushKey }).from(site).for('update')
    const stored = found?.pushKey && unseal(found.pushKey, secret)
    if (stored) return keysOf(stored)
    const created = createECDH('prime256v1')
    created.generateKeys()
    // Without the padding a private key that begins with a zero byte would be too short.
    const privateKey = Buffer.from(created.getPrivateKey('hex').padStart(64, '0'), 'hex')
    await transaction.delete(devices)
    await transaction.update(site).set({ pushKey: seal(privateKey, secret) })
    return keysOf(privateKey)
  })
}

/** Returns null if there are no keys, or if they were sealed with another secret. */
export async function readPublicKey(on: Queryable, secret: string): Promise<string | null> {
  const [found] = await on.select({ pushKey: site.pushKey }).from(site)
  const stored = found?.pushKey && unseal(found.pushKey, secret)
  return stored ? keysOf(stored).publicKey : null
}

function keysOf(privateKey: Buffer): PushKeys {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey)
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

function seal(plain: Buffer, secret: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), iv)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Returns null if the value was sealed with another secret. */
function unseal(sealed: Buffer, secret: string): Buffer | null {
  const iv = sealed.subarray(0, ivLength)
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), iv, { authTagLength: tagLength })
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
  } catch {
    return null
  }
}

function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'The push key of this site', 32))
}
