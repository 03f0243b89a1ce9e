import { randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Marks the key that this program calls its own service with as sent by this very process. Such calls are not counted as requests of
 * one credential: behind them may be many callers, whom this process tells apart and limits one by one.
 */
export interface OwnPass {
  /** The key with the mark of this process. */
  mark(key: string): string
  /** A credential without the mark, and whether it had it. */
  read(credential: string): { readonly credential: string; readonly marked: boolean }
}

/** The mark is a secret of this process, made anew at each start, and worth nothing without the key. */
export function createOwnPass(): OwnPass {
  const mark = `.${randomBytes(32).toString('base64url')}`
  const expected = Buffer.from(mark)
  return {
    mark: key => `${key}${mark}`,
    read(credential) {
      const end = Buffer.from(credential.slice(-mark.length))
      const marked = end.length === expected.length && timingSafeEqual(end, expected)
      return { credential: marked ? credential.slice(0, -mark.length) : credential, marked }
    },
  }
}
