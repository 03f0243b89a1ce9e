/** How a document and what is made of it compare in the eyes of other programs. */
import { join } from 'node:path'
import type { CorpusFile } from '../../support/corpus.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, unitsOf } from '../files.ts'
import { accented } from './damaged.ts'
import { type DocumentFamily, formatOf } from './families.ts'
import { bare, openedByPython, printed } from './opens.ts'

const GERMAN = { language: 'de' }

export interface Opening {
  /** What is lost, each in words. */
  readonly lost: readonly string[]
  /** How many pages source and translation have. */
  readonly pages: readonly [source: number, translation: number]
  /** How many texts the source shows on its pages. */
  readonly shown: number
}

/** What LibreOffice shows of a document is compared with what it shows of its copy and of its translation. */
export async function openingOf(family: DocumentFamily, { bytes }: CorpusFile, folder: string): Promise<Opening> {
  const format = await formatOf(family)
  const same = await bytesOf(rewrite(format, opened(bytes), ({ text }) => text, GERMAN))
  const translation = await bytesOf(rewrite(format, opened(bytes), accented, GERMAN))
  const files = { source: bytes, same, translation }
  const lost = same.equals(bytes) ? [] : ['the copy has other bytes']
  const seen = printed(folder, family.extension, files)
  const [source, copy, other] = [seen.get('source'), seen.get('same'), seen.get('translation')]
  const paths = Object.keys(files).map(name => join(folder, `${name}.${family.extension}`))
  const [first, ...rest] = (family.python && openedByPython(family.python, paths)) || []
  if (first === null) lost.push(...rest.flatMap(error => (error === null ? [] : [`${family.python}: ${error}`])))
  if (!source) return { lost, pages: [0, 0], shown: 0 }
  if (!copy || copy.pages !== source.pages || copy.text !== source.text) lost.push('the copy shows other pages')
  if (!other) return { lost: [...lost, 'the translation does not open'], pages: [source.pages, 0], shown: 0 }
  if (other.images < source.images) lost.push(`${source.images - other.images} pictures`)
  const units = (await unitsOf(format, opened(bytes))).filter(
    ({ left_out, text }) => !left_out && bare(text).length > 1,
  )
  const shown = units.filter(({ text }) => source.text.includes(bare(text)))
  const missing = shown.filter(unit => !other.text.includes(bare(accented(unit) ?? unit.text)))
  lost.push(...missing.map(({ path, text }) => `${path}: ${text.slice(0, 80)}`))
  return { lost, pages: [source.pages, other.pages], shown: shown.length }
}
