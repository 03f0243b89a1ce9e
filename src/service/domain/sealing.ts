import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts texts so that only who has the key reads or changes them (AES-256-GCM). */
export interface Sealing {
  /** `name` says what the text is: under another name it does not open. */
  seal(text: string, name?: string): string
  /** Undefined for a text that was not sealed with this key, under this name. */
  unseal(sealed: string, name?: string): string | undefined
}

const NONCE = 12
const TAG = 16

/** `key` has 32 bytes. A sealed text is its nonce, the tag and the body, in base64url. */
export function sealing(key: Uint8Array): Sealing {
  return {
    seal(text, name = '') {
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
    },
    unseal(sealed, name = '') {
      const bytes = Buffer.from(sealed, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
        decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
        return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
