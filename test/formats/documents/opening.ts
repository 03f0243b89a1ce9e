/** How documents and what is made of them compare in the eyes of other programs. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Format, FormatError, type Unit } from '../../../src/formats/format.ts'
import type { CorpusFile } from '../../support/corpus.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, unitsOf } from '../files.ts'
import { type DocumentFamily, formatOf } from './families.ts'
import { bare, countedParts, openedByPython, type Printed, printed } from './opens.ts'
import { accented } from './wrong.ts'

export interface Opening {
  readonly name: string
  /** What is lost, each in words. */
  readonly lost: readonly string[]
  /** Why the file is not compared: we refuse it, or LibreOffice does not open it. */
  readonly not_compared?: string
  /** How many pages source and translation have. */
  readonly pages: readonly [source: number, translation: number]
  /** How many texts the source shows on its pages. */
  readonly shown: number
  /** Python opens the source. */
  readonly in_python: boolean
}

/** A document, and what is made of it: its copy where that has other bytes, and translations. */
interface Made {
  readonly units: readonly Unit[]
  readonly versions: Readonly<Record<string, Buffer>>
  readonly not_same: readonly string[]
}

type Versions<Seen> = (version: string) => Seen | undefined

/** What LibreOffice and Python find in documents is compared with what they find in their copies and their translations. */
export async function openingsOf(
  family: DocumentFamily,
  files: readonly CorpusFile[],
  folder: string,
): Promise<Opening[]> {
  const format = await formatOf(family)
  const all: { readonly name: string; readonly made: Made | string }[] = []
  for (const { name, bytes } of files) all.push({ name, made: await madeOf(format, bytes) })
  const named = all.flatMap(({ made }, at) =>
    typeof made === 'string' ? [] : Object.entries(made.versions).map(([is, bytes]) => [`${at}-${is}`, bytes] as const),
  )
  const seen = printed(folder, family.extension, Object.fromEntries(named.filter(([name]) => !name.endsWith('ar'))))
  for (const [name, bytes] of named) writeFileSync(join(folder, `${name}.${family.extension}`), bytes)
  const names = named.map(([name]) => name)
  const parts = countedParts(folder, family.extension, family.flat ?? '', names)
  const paths = names.map(name => join(folder, `${name}.${family.extension}`))
  const answers = (family.python && openedByPython(family.python, paths)) || []
  const said = new Map(answers.map((answer, at) => [names[at], answer]))
  return all.map(({ name, made }, at): Opening => {
    const nothing = { name, lost: [], pages: [0, 0], shown: 0, in_python: false } as const
    if (typeof made === 'string') return { ...nothing, not_compared: made }
    const versions = Object.keys(made.versions)
    const lost = [
      ...made.not_same,
      ...partsLost(versions, version => parts.get(`${at}-${version}`)),
      ...refusedByPython(versions, version => said.get(`${at}-${version}`)),
    ]
    const in_python = said.get(`${at}-source`) === null
    return { ...nothing, in_python, ...compared(made, version => seen.get(`${at}-${version}`), lost) }
  })
}

async function madeOf(format: Format, bytes: Buffer): Promise<Made | string> {
  try {
    const into = (language: string, translate: typeof accented) =>
      bytesOf(rewrite(format, opened(bytes), translate, { language }))
    const same = await into('de', ({ text }) => text)
    const is_same = same.equals(bytes)
    const [de, ar] = [await into('de', accented), await into('ar', accented)]
    return {
      units: await unitsOf(format, opened(bytes)),
      versions: { source: bytes, ...(!is_same && { same }), de, ar },
      not_same: is_same ? [] : ['the copy has other bytes'],
    }
  } catch (error) {
    if (error instanceof FormatError) return `refused: ${error.message}`
    throw error
  }
}

function compared({ units, versions }: Made, seen: Versions<Printed>, before: readonly string[]): Partial<Opening> {
  const [source, copy, other] = [seen('source'), seen('same'), seen('de')]
  const lost = [...before]
  if (!source) return { lost, not_compared: 'LibreOffice does not print it' }
  if (versions.same && (copy?.pages !== source.pages || copy.text !== source.text))
    lost.push('the copy shows other pages')
  if (!other) return { lost: [...lost, 'the translation does not open'], pages: [source.pages, 0] }
  if (other.images < source.images) lost.push(`${source.images - other.images} pictures`)
  const shown = units.filter(
    ({ left_out, text }) => !left_out && bare(text).length > 1 && source.text.includes(bare(text)),
  )
  const missing = shown.filter(unit => !isShown(bare(accented(unit) ?? unit.text), other.text))
  lost.push(...missing.map(({ path, text }) => `${path}: ${text.slice(0, 80)}`))
  return { lost, pages: [source.pages, other.pages], shown: shown.length }
}

/** Where a page ends in a text, the margins of two pages stand in it: it is shown in two pieces, each of which is long. */
function isShown(text: string, all: string): boolean {
  if (all.includes(text)) return true
  let [from, to] = [0, text.length]
  while (from < to) {
    const middle = Math.ceil((from + to) / 2)
    if (all.includes(text.slice(0, middle))) from = middle
    else to = middle - 1
  }
  return Math.min(from, text.length - from) >= LEAST_PIECE && all.includes(text.slice(from))
}

const LEAST_PIECE = 20

/** Each kind of part is there as often. */
function partsLost(versions: readonly string[], parts: Versions<Readonly<Record<string, number>>>): string[] {
  const source = parts('source')
  if (!source) return []
  return versions.flatMap(version => {
    const its = parts(version)
    if (!its) return [`${version} does not open`]
    const other = Object.keys(source).filter(part => source[part] !== its[part])
    return other.map(part => `${version} has ${its[part]} of ${source[part]} ${part}`)
  })
}

function refusedByPython(versions: readonly string[], said: Versions<string | null>): string[] {
  if (said('source') !== null) return []
  return versions.flatMap(version => {
    const answer = said(version)
    return answer === null ? [] : [`Python: ${version}: ${answer}`]
  })
}
