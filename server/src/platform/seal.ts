import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const [ivLength, tagLength] = [12, 16]

/** Encrypts a value. `unseal` needs the same secret and purpose, and notices every change of the result. */
export function seal(plain: Buffer, secret: string, purpose: string): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret, purpose), iv)
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

/** Returns null if the value was changed, or was sealed with another secret or purpose. */
export function unseal(sealed: Buffer, secret: string, purpose: string): Buffer | null {
  if (sealed.length < ivLength + tagLength) return null
  const iv = sealed.subarray(0, ivLength)
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret, purpose), iv, {
    authTagLength: tagLength,
  })
  decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
  } catch {
    return null
  }
}

function sealingKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
