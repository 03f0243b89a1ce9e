/**
 * The heading of a column in one language, read as what is the same for all languages around what is not: `name_` and `de`. So the
 * heading of a new language is written in the manner of the others.
 */
import { sameTag } from '../../../contract/language-tags.ts'
import { languageNamed, type Naming, nameIn, nameLike, namingOf } from './language-names.ts'
import { isDoubtful, languageAlone, tagIn, tagLike } from './tags.ts'

/** A piece of a heading: text that all languages have, or the language as a tag or by its name. */
type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tag'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string; readonly tag: string; readonly namings: ReadonlySet<Naming> }

export interface Heading {
  /** What headings of one text have in common: `name` for `name_de`; empty where the heading says a language alone. */
  readonly base: string
  /** BCP 47. */
  readonly tag: string
  /** The code is also a word: it shows no language by itself. */
  readonly doubtful: boolean
  readonly pieces: readonly Piece[]
}

/** A longer heading says more than a language. */
const LONGEST = 100
const IN_BRACKETS = /^([^()[\]]*)([([])([^()[\]]{2,40})([)\]])$/
/** Before a language that is last: `name_de`, `Name: German`. All are tried from the left, so that `pt_BR` is found whole. */
const SEPARATOR = /[_. :/-]{1,3}/g
/** The language first: `de_name`. */
const FIRST = /^([a-z]{2}(?:[-_][A-Z]{2})?)([_.:])(.+)$/u

/** What a heading says of its language; undefined where it says none. */
export function headingIn(name: string): Heading | undefined {
  if (name.length > LONGEST) return undefined
  return alone(name) ?? bracketed(name) ?? trailing(name) ?? leading(name)
}

function languagePiece(text: string): Exclude<Piece, { kind: 'text' }> | undefined {
  if (tagIn(text) !== undefined) return { kind: 'tag', text }
  const named = languageNamed(text)
  return named && { kind: 'name', text, ...named }
}

function tagOf(piece: Exclude<Piece, { kind: 'text' }>): string | undefined {
  return piece.kind === 'tag' ? tagIn(piece.text) : piece.tag
}

function heading(base: string, ...pieces: readonly Piece[]): Heading | undefined {
  const [said] = pieces.flatMap(piece => (piece.kind === 'text' ? [] : [piece]))
  const tag = said && tagOf(said)
  return said && tag ? { base, tag, doubtful: isDoubtful(said.text), pieces } : undefined
}

function alone(name: string): Heading | undefined {
  const piece = languagePiece(name)
  return piece && heading('', piece)
}

function bracketed(name: string): Heading | undefined {
  const [, outer = '', open = '', inner = '', close = ''] = IN_BRACKETS.exec(name) ?? []
  if (inner === '') return undefined
  const before = outer.trimEnd()
  const outside = languagePiece(before)
  const inside = languagePiece(inner)
  const opening: Piece = { kind: 'text', text: outer.slice(before.length) + open }
  const closing: Piece = { kind: 'text', text: close }
  if (outside === undefined) return inside && heading(before, { kind: 'text', text: before }, opening, inside, closing)
  // `German (de-AT)`: the tag says more than the name. `English (UK)` says a region, and no Ukrainian.
  const [of, said] = [outside, inside].map(piece => (piece === undefined ? undefined : tagOf(piece)))
  if (of === undefined) return undefined
  if (inside !== undefined && said !== undefined && languageAlone(said) === languageAlone(of)) {
    const tag = inside.kind === 'tag' ? said : of
    return { base: '', tag, doubtful: false, pieces: [outside, opening, inside, closing] }
  }
  const region = /^[A-Z]{2}$/.test(inner) ? tagIn(`${languageAlone(of)}-${inner}`) : undefined
  return region === undefined ? undefined : { base: '', tag: region, doubtful: false, pieces: [outside] }
}

function trailing(name: string): Heading | undefined {
  for (const { index, 0: separator } of name.matchAll(SEPARATOR)) {
    const base = name.slice(0, index)
    const piece = base === '' ? undefined : languagePiece(name.slice(index + separator.length))
    if (piece !== undefined) return heading(base, { kind: 'text', text: base + separator }, piece)
  }
  return undefined
}

function leading(name: string): Heading | undefined {
  const [, said = '', separator = '', base = ''] = FIRST.exec(name) ?? []
  const piece = said === '' ? undefined : languagePiece(said)
  return piece && heading(base, piece, { kind: 'text', text: separator + base })
}

/**
 * The heading of another language beside these, in the manner of the last. `fits` says whether a text can be written in the file. What
 * would not be read back as this language gets its tag.
 */
export function headingFor(language: string, others: readonly Heading[], fits: (text: string) => boolean): string {
  const { base = '', pieces = [] } = others.at(-1) ?? {}
  const inManner = pieces.map(piece => pieceFor(language, piece, others)).join('')
  const tagged = pieces.map(piece => (piece.kind === 'text' ? piece.text : language)).join('')
  const named = `${nameIn('en', languageAlone(language)) ?? ''} (${language})`
  const texts = [inManner, ...(base === '' && pieces.some(({ kind }) => kind === 'name') ? [named] : []), tagged]
  return texts.find(text => fits(text) && isHeadingOf(text, base, language)) ?? language
}

function isHeadingOf(name: string, base: string, language: string): boolean {
  const read = headingIn(name)
  return read !== undefined && read.base === base && sameTag(read.tag, language)
}

function pieceFor(language: string, piece: Piece, others: readonly Heading[]): string {
  if (piece.kind === 'text') return piece.text
  const pieces = others.flatMap(other => other.pieces)
  if (piece.kind === 'name') {
    const naming = namingOf(pieces.flatMap(other => (other.kind === 'name' ? [other.namings] : [])))
    return nameLike(nameIn(naming, language) ?? language, piece.text, nameIn(naming, piece.tag))
  }
  const tags = pieces.flatMap(other => (other.kind === 'tag' ? [other.text] : []))
  const joined = tags.flatMap(tag => /[-_]/.exec(tag)?.[0] ?? [])
  const [before] = pieces.flatMap(other => (other.kind === 'text' ? [other.text] : []))
  const separator = joined[0] ?? (before?.endsWith('_') ? '_' : '-')
  const alike = tags.filter(tag => languageAlone(tagIn(tag) ?? tag) === languageAlone(language))
  const regions = (alike.length > 0 ? alike : tags).every(tag => /[-_]/.test(tag))
  return tagLike(language, { written: piece.text, separator, regions })
}
