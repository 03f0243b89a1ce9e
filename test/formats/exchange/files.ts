/** What the tests of files of entries do with them. */
import { expect } from 'vitest'
import type { Format, ScanOptions } from '../../../src/formats/format.ts'
import { bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

/** Of each unit its text, its translation, and why it is left out. */
export async function rowsOf(format: Format, text: string, options?: ScanOptions) {
  return (await unitsOf(format, opened(text), options)).map(unit => [unit.text, unit.target, unit.left_out])
}

/** What becomes of a file whose translations are its texts in capitals. */
export async function intoEntries(
  format: Format,
  file: string | Uint8Array,
  language: string,
  encoding: BufferEncoding = 'utf8',
): Promise<string> {
  const say: TranslateUnit = ({ left_out, text }) =>
    left_out
      ? undefined
      : text.replace(/<[^<>]*>|[^<>]+/g, piece => (piece.startsWith('<') ? piece : piece.toUpperCase()))
  const target = { language }
  const result = await bytesOf(rewrite(format, opened(file), say, target))
  expect(await verify(format, opened(file), opened(result), say, target)).toEqual([])
  return result.toString(encoding)
}
