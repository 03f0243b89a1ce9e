/** What the tests of catalogues of keys and texts do with a file. */
import { expect } from 'vitest'
import type { Format, Unit } from '../../src/formats/format.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from './files.ts'

const GERMAN = { language: 'de' }

/** Translating and reading in one format, by the parts of its texts. */
export function catalogueOf(format: Format) {
  async function translated(content: string | Uint8Array, say: Readonly<Record<string, string>>): Promise<Buffer> {
    const open = opened(content)
    const of = ({ part }: Unit) => say[part]
    const result = await bytesOf(rewrite(format, open, of, GERMAN))
    expect(await verify(format, open, opened(result), of, GERMAN)).toEqual([])
    return result
  }
  /** The file in another language, where all its texts are translated so. */
  async function inLanguage(
    language: string,
    content: string,
    say: (text: string) => string | undefined,
  ): Promise<string> {
    const target = { language }
    const open = opened(content)
    const of = ({ text, left_out }: Unit) => (left_out ? undefined : say(text))
    const result = await bytesOf(rewrite(format, open, of, target))
    expect(await verify(format, open, opened(result), of, target)).toEqual([])
    return result.toString()
  }
  async function read(content: string | Uint8Array): Promise<Record<string, string>> {
    const units = await unitsOf(format, opened(content))
    return Object.fromEntries(units.map(unit => [unit.part, unit.left_out ?? unit.text]))
  }
  return { translated, inLanguage, read }
}
