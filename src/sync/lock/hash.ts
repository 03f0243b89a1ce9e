/** The hashes that a lock keeps of texts. */
import { hash } from 'node:crypto'

/** What a translation was made from. All of it is hashed: where the note, the kind of plural or the limit changed, a translation may no longer fit. */
export interface HashedSource {
  readonly text: string
  readonly note?: string | undefined
  /** The context of a message, or the numbers of a plural form. */
  readonly sense?: string | undefined
  /** The most characters a translation may have. */
  readonly max_length?: number | undefined
}

/**
 * 96 of the 256 bits. A hash is only compared with that of the same place, so a change goes unnoticed once in 2^96 (8 × 10^28) changes; and even
 * a billion texts have two with one hash once in 10^11 such collections.
 */
const LENGTH = 16

/** The hash of a source, 16 characters of base64url. What is absent differs from what is empty. */
export function hashOfSource({ text, note, sense, max_length }: HashedSource): string {
  return shortHash(JSON.stringify([text, note ?? null, sense ?? null, max_length ?? null]))
}

/** The hash of a text as a target has it, decoded: 16 characters of base64url. */
export function hashOfText(text: string): string {
  return shortHash(JSON.stringify(text))
}

/** JSON keeps halves of a pair apart, which as UTF-8 would all be one character. */
function shortHash(json: string): string {
  return hash('sha256', json, 'base64url').slice(0, LENGTH)
}
