/** Which translations of a file go into the memory, and as what. Pure. */
import { PROJECT } from '../../contract/limits.ts'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import type { IncomingLine } from '../../service/admin/memory-import.ts'
import { canonicalTag } from '../../service/domain/languages.ts'
import { IMPORTED, PERSON } from '../../service/store/memory-rows.ts'
import {
  correctionHasher,
  type FromTo,
  importedHasher,
  isLabel,
  type LineText,
  textHasher,
} from '../../service/translation/line.ts'
import { eachOnce, likeNamed } from '../exchange/languages.ts'
import type { FileUnit, MemoryFile } from './unit.ts'

/** What a person says of a file. */
export interface Named {
  /** The language that was translated, where it is not the one that the file says. */
  readonly from?: string | undefined
  /** The languages that are taken; all of them where it is empty. */
  readonly to: readonly string[]
  /** The label of the project that all goes into; null for none; undefined: as an export of this program says, else none. */
  readonly project?: string | null | undefined
  /** The name of the file. */
  readonly file_name: string
}

/** Why something of the file does not come in: in the order in which people are told. */
export const REASONS_OUT = [
  /** What an engine wrote elsewhere, without what it was made under. */
  'machine',
  'one_language',
  'unknown_language',
  'empty',
  /** Codes that the file marks, and does not say. */
  'codes',
  /** Characters that could not be written. */
  'broken',
  /** The same text further down, or written later. */
  'repeated',
] as const
export type LeftOutOfMemory = Readonly<Record<(typeof REASONS_OUT)[number], number>>

/** How many translations come in of one pair of languages. */
interface PairCount {
  readonly source_language: string
  readonly target_language: string
  readonly translations: number
}

/** How many translations go into a project; null for what belongs to none. */
interface ProjectCount {
  readonly project: string | null
  readonly translations: number
}

export interface Incoming {
  readonly lines: readonly IncomingLine[]
  readonly pairs: readonly PairCount[]
  readonly projects: readonly ProjectCount[]
  readonly left_out: LeftOutOfMemory
}

/**
 * The translations that come in. What a person wrote holds for its text in each place; where our own export says the place, there first,
 * and a label holds there alone.
 * What an engine wrote comes in as such, for the line that our own export names, or not at all: nothing makes it the work of a person.
 *
 * @throws {TermFileFault} nothing says which language was translated
 */
export function incomingOf(file: MemoryFile, named: Named): Incoming {
  const left = { machine: 0, one_language: 0, unknown_language: 0, empty: 0, codes: 0, broken: 0, repeated: 0 }
  const taken = new Map<string, IncomingLine>()
  const known = knownLanguages()
  for (const unit of file.units) {
    const pairs = pairsOf(unit, file, named)
    if (pairs.length === 0) left.one_language += 1
    for (const pair of pairs) {
      const line = lineOf(pair, unit, file, { ...named, known })
      if (typeof line === 'string') left[line] += 1
      else {
        const key = `${line.line} ${line.project}`
        const before = taken.get(key)
        if (before !== undefined) left.repeated += 1
        if ((before?.created_at ?? 0) <= (line.created_at ?? Number.MAX_SAFE_INTEGER)) taken.set(key, line)
      }
    }
  }
  const lines = [...taken.values()]
  return { lines, pairs: countsByPair(lines), projects: countsByProject(lines), left_out: left }
}

type Variant = FileUnit['variants'][number]

interface Pair {
  readonly source: Variant
  readonly target: Variant
  /** How a person named the two. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

function pairsOf({ variants, line, source: ofUnit }: FileUnit, file: MemoryFile, { from, to }: Named): readonly Pair[] {
  const said = from ?? ofUnit ?? file.source
  if (said === undefined) {
    const some = variants.slice(0, 5).map(({ language }) => language.slice(0, 35))
    throw new TermFileFault(
      `The file does not say which language was translated (line ${line}, ${some.join(', ')}). Name it with --from.`,
    )
  }
  const source = variantIn(variants, said)
  if (source === undefined) return []
  const others = variants.filter(({ language }) => language !== source.language)
  if (to.length === 0) return others.map(target => ({ source, target, from }))
  return to.flatMap(wanted => {
    const target = variantIn(others, wanted)
    return target === undefined ? [] : [{ source, target, from, to: wanted }]
  })
}

function variantIn(variants: readonly Variant[], wanted: string): Variant | undefined {
  const named = likeNamed(
    variants.map(({ language }) => language),
    wanted,
  )
  return variants.find(({ language }) => language === named)
}

const LINE = /^[\w-]{43}$/
const NOT_WRITABLE = '\ufffd'
/** What stands in place of an engine where a person wrote. */
const OF_PERSONS: ReadonlySet<string> = new Set([IMPORTED, PERSON])

function lineOf(
  { source, target, from, to }: Pair,
  { said, written }: FileUnit,
  { is_own }: MemoryFile,
  { project, file_name, known }: Named & { readonly known: KnownLanguages },
): IncomingLine | keyof LeftOutOfMemory {
  const pair = known(from ?? source.language, to ?? target.language)
  if (typeof pair === 'string') return pair
  if (source.text.trim() === '' || target.text.trim() === '') return 'empty'
  if (!source.is_whole || !target.is_whole) return 'codes'
  if (`${source.text}${target.text}`.includes(NOT_WRITABLE)) return 'broken'
  // The hash of a line holds for the languages that it was made for.
  const isSame = pair.source === source.language && pair.target === target.language
  const engine = said.engine ?? ''
  const isOfPerson = engine === '' || said.corrected === 'yes'
  // Where a person changed the work of an engine outside, its line is that of the engine still.
  const hasLine = is_own && isSame && isOfPerson === OF_PERSONS.has(engine)
  const line = hasLine && LINE.test(said.line ?? '') ? said.line : undefined
  if (!isOfPerson && line === undefined) return 'machine'
  const everywhere = pair.importedHash(source.text)
  const text_hash = isOfPerson && !isPlaced(line, source.text, pair) ? everywhere : pair.textHash(source.text)
  const labelled = is_own && PROJECT.test(said.project ?? '') ? (said.project ?? '') : ''
  return {
    ...{ line: line ?? everywhere, text_hash, source: source.text, text: target.text },
    project: project === undefined ? labelled : (project ?? ''),
    ...{ source_language: pair.source, target_language: pair.target },
    part: is_own ? (said.part ?? '') : '',
    file_name: (is_own && said.file) || file_name,
    engine: isOfPerson ? IMPORTED : engine.slice(0, LONGEST_ENGINE),
    corrected: isOfPerson ? 1 : 0,
    created_at: written,
  }
}

/** True for a label whose own place is known: equal ones mean different things elsewhere (ENG-3), so it is not found by its text. */
function isPlaced(line: string | undefined, text: string, { importedHash, placelessHash }: KnownPair): boolean {
  return line !== undefined && isLabel({ text }) && line !== importedHash(text) && line !== placelessHash({ text })
}

/** In characters. */
const LONGEST_ENGINE = 100

/** What two tags mean to this program, and its hashes for them; or why nothing of them comes in. */
type KnownLanguages = (from: string, to: string) => KnownPair | keyof LeftOutOfMemory

interface KnownPair extends FromTo {
  readonly textHash: (text: string) => string
  readonly importedHash: (text: string) => string
  /** Of a correction whose place does not matter. */
  readonly placelessHash: (wording: LineText) => string
}

function knownLanguages(): KnownLanguages {
  const pairs = eachOnce((to: string) => eachOnce((from: string) => pairNamed(from, to)))
  return (from, to) => pairs(to)(from)
}

function pairNamed(from: string, to: string): KnownPair | keyof LeftOutOfMemory {
  const [source, target] = [canonicalTag(from), canonicalTag(to)]
  if (source === undefined || target === undefined) return 'unknown_language'
  if (source === target) return 'one_language'
  const pair = { source, target }
  return {
    ...pair,
    textHash: textHasher(pair),
    importedHash: importedHasher(pair),
    placelessHash: correctionHasher(pair),
  }
}

function countsByPair(lines: readonly IncomingLine[]): readonly PairCount[] {
  const counts = new Map<string, { source_language: string; target_language: string; translations: number }>()
  for (const { source_language, target_language } of lines) {
    const key = `${source_language} ${target_language}`
    const count = counts.get(key) ?? { source_language, target_language, translations: 0 }
    counts.set(key, { ...count, translations: count.translations + 1 })
  }
  return [...counts.values()]
}

function countsByProject(lines: readonly IncomingLine[]): readonly ProjectCount[] {
  const counts = new Map<string, number>()
  for (const { project } of lines) counts.set(project, (counts.get(project) ?? 0) + 1)
  return [...counts].map(([project, translations]) => ({ project: project === '' ? null : project, translations }))
}
