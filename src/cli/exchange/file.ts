/** Files of other programs that come in: of terms, or of translations. */
import { readFile, stat } from 'node:fs/promises'
import { unicodeText } from '../../contract/unicode-text.ts'
import { TermFileFault } from '../../mcp/files/term-file.ts'

/** The most bytes of such a file. */
export const EXCHANGE_FILE_BYTES = 64 * 1024 * 1024

/** @throws {TermFileFault} it cannot be read, is no file, or is too large */
export async function exchangeBytes(path: string): Promise<Uint8Array> {
  const found = await stat(path).catch(unreadable)
  if (!found.isFile()) throw new TermFileFault('It is not a file.')
  if (found.size > EXCHANGE_FILE_BYTES) throw new TermFileFault('The file is larger than 64 MB. Split it.')
  return await readFile(path).catch(unreadable)
}

function unreadable(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  throw new TermFileFault(`The file cannot be read${code}.`)
}

/** In UTF-8 or UTF-16: zeros and byte order marks are passed over. */
export function beginsWithTag(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 1000)).toString('latin1')
  return /^[\s\0\xef\xbb\xbf\xfe\xff]*</.test(head)
}

/** The text of a table. @throws {TermFileFault} the bytes are no text */
export function tableText(bytes: Uint8Array): string {
  const text = unicodeText(bytes)
  if (text === undefined)
    throw new TermFileFault('The file is not text in UTF-8 or UTF-16. Save it as "CSV UTF-8" and try again.')
  return text
}
