/** Which terms of a file go into the glossary of a pair of languages. Pure. */
import { TermFileFault } from '../../mcp/files/term-file.ts'
import { termKey } from '../../service/domain/glossaries.ts'
import { likeNamed } from '../exchange/languages.ts'
import type { Concept, ConceptFile, ConceptTerm, TermStanding } from './concept.ts'
import type { NamedPair } from './table-terms.ts'

/** A term of the file, and where it stands. What the file does not say of it is absent. */
export interface PairedTerm {
  readonly line: number
  readonly source: string
  readonly target: string
  readonly note?: string | undefined
  readonly case_sensitive?: boolean | undefined
}

/** Why something in the file is in no glossary, and how many are: in the order in which people are told. */
export interface LeftOut {
  /** A concept has no term in one of the two languages. */
  readonly one_language: number
  /** Terms beside the one that was taken, in the same concept and language. */
  readonly further_terms: number
  /** Terms that the file itself marks as no more wanted. */
  readonly deprecated: number
  /** Concepts whose source stands further up already. */
  readonly same_source: number
}

/** A term whose source stands further up, and is therefore not taken. `first`: the line of the one that is. */
export interface Repetition extends Pick<PairedTerm, 'line' | 'source'> {
  readonly first: number
  /** The one that is taken has another translation. */
  readonly differs: boolean
}

export interface PairedTerms {
  readonly from: string
  readonly to: string
  readonly terms: readonly PairedTerm[]
  readonly left_out: LeftOut
  readonly repeated: readonly Repetition[]
}

/** The terms of a file for a pair. @throws {TermFileFault} the file has not both languages, or several and none is named */
export function pairedTerms({ concepts, source }: ConceptFile, named: NamedPair): PairedTerms {
  const languages = [...new Set(concepts.flatMap(({ terms }) => [...terms.keys()]))]
  if (languages.length === 0) throw new TermFileFault('The file has no terms.')
  const from = sourceIn(languages, source, named)
  const to = targetIn(languages, from, named)
  const left = { one_language: 0, further_terms: 0, deprecated: 0, same_source: 0 }
  const taken: PairedTerm[] = []
  const known = new Map<string, PairedTerm>()
  const repeated: Repetition[] = []
  for (const concept of concepts) {
    const [sources, targets] = [concept.terms.get(from) ?? [], concept.terms.get(to) ?? []]
    const [wanted, meant] = [ranked(sources), ranked(targets)]
    const [first, second] = [wanted[0], meant[0]]
    left.deprecated += sources.length - wanted.length + targets.length - meant.length
    if (first === undefined || second === undefined) {
      if (sources.length === 0 || targets.length === 0) left.one_language += 1
      continue
    }
    left.further_terms += wanted.length - 1 + meant.length - 1
    const term = termOf(concept, first, second)
    // A glossary has one term of a source, whether case matters in it or not.
    const keys = [sourceKeyOf(term), `=${term.source}`]
    const before = keys.map(key => known.get(key)).find(one => one !== undefined)
    if (before === undefined) {
      taken.push(term)
      for (const key of keys) known.set(key, term)
    } else {
      left.same_source += 1
      const { line, source } = term
      repeated.push({ line, source, first: before.line, differs: before.target !== term.target })
    }
  }
  return { from: named.from ?? from, to: named.to ?? to, terms: taken, left_out: left, repeated }
}

/** The key by which a term is unique in its glossary. */
export function sourceKeyOf({ source, case_sensitive }: Pick<PairedTerm, 'source' | 'case_sensitive'>): string {
  return termKey(source, case_sensitive ?? false)
}

const RANKS: Readonly<Record<TermStanding, number>> = { preferred: 0, unsaid: 1, admitted: 2, deprecated: 3 }

/** The terms that may be taken, the best first; of equal ones the earlier. */
function ranked(terms: readonly ConceptTerm[]): ConceptTerm[] {
  return terms
    .filter(({ standing }) => standing !== 'deprecated')
    .sort((one, other) => RANKS[one.standing] - RANKS[other.standing])
}

function termOf({ line, note, case_sensitive }: Concept, source: ConceptTerm, target: ConceptTerm): PairedTerm {
  return {
    line,
    source: clean(source.text),
    target: clean(target.text),
    note: cleanNote(note ?? source.note ?? target.note),
    case_sensitive,
  }
}

/** As the service keeps it. */
function clean(text: string): string {
  return text.normalize('NFC').trim()
}

function cleanNote(note: string | undefined): string | undefined {
  const text = clean(note ?? '')
  return text === '' ? undefined : text
}

function sourceIn(languages: readonly string[], source: string | undefined, { from, to }: NamedPair): string {
  if (from !== undefined) return languageIn(languages, from)
  const target = to === undefined ? undefined : languageIn(languages, to)
  const others = languages.filter(language => language !== target)
  const said = source === undefined ? undefined : likeNamed(others, source)
  const first = said ?? others[0]
  if (first !== undefined) return first
  throw new TermFileFault(`The file has terms in ${shown(languages)} only: a glossary needs two languages.`)
}

function targetIn(languages: readonly string[], from: string, { to }: NamedPair): string {
  const others = languages.filter(language => language !== from)
  const [only] = others
  if (to !== undefined) return languageIn(others, to)
  if (only === undefined)
    throw new TermFileFault(`The file has terms in ${shown([from])} only: a glossary needs two languages.`)
  if (others.length === 1) return only
  throw new TermFileFault(`The file has terms in ${shown(languages)}.`, 'Name the two with --from and --to.')
}

function languageIn(languages: readonly string[], wanted: string): string {
  const found = likeNamed(languages, wanted)
  if (found !== undefined) return found
  throw new TermFileFault(`The file has no terms in ${wanted}. It has ${shown(languages) || 'no other language'}.`)
}

const MOST_SHOWN = 20

function shown(languages: readonly string[]): string {
  const some = languages.slice(0, MOST_SHOWN).map(language => language.slice(0, 35))
  return `${some.join(', ')}${languages.length > MOST_SHOWN ? ' …' : ''}`
}
