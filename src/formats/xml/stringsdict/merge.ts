/** What a file of plurals gains from another one, and what it loses: messages, and the forms of a variable together. */

import { byteLength, decode, encode } from '../../bytes/charset.ts'
import { oneChunk } from '../../bytes/ranges.ts'
import type { XmlElement } from '../../bytes/xml/index.ts'
import { childPointer } from '../../content/tree.ts'
import type { Edit, Merge } from '../../format.ts'
import {
  type DictPair,
  formsOfDict,
  isDict,
  MOST_LEVELS,
  readStringsDict,
  type StringsDict,
  textsOfDict,
} from './dict.ts'

/** What is taken or goes as one: the forms of a variable, or a text. */
interface Piece {
  readonly path: string
  readonly pair: DictPair
}

interface Side extends StringsDict {
  readonly bytes: Uint8Array
}

/** As `Format.merge`. @throws {FormatError} as `readStringsDict` */
export async function mergeStringsDict(there: Uint8Array, { from, take, remove }: Merge): Promise<readonly Edit[]> {
  const [own, other] = [await sideOf(there), await sideOf(from)]
  const [taken, gone] = [withParents(take), withParents(remove)]
  const isTaken = (pair: DictPair): boolean => piecesIn(pair).some(({ path }) => taken.has(path))
  const lost = own.messages.filter(message => !isTaken(message) && isGone(message, gone))
  const edits = lost.map((message): Edit => removalOf(message, own))
  const others = new Map(other.messages.map(message => [message.name, message]))
  const losing = new Set(lost)
  for (const message of own.messages) {
    const theirs = others.get(message.name)
    if (losing.has(message)) continue
    if (theirs !== undefined && isTaken(theirs)) edits.push(...replacements(message, theirs, taken, { own, other }))
    edits.push(
      ...piecesIn(message)
        .filter(({ path }) => gone.has(path) && !taken.has(path))
        .map(({ pair }) => removalOf(pair, own)),
    )
  }
  edits.push(...insertions(own, other, losing, isTaken))
  return edits.sort((one, two) => one.start - two.start || one.end - two.end)
}

async function sideOf(bytes: Uint8Array): Promise<Side> {
  return { ...(await readStringsDict(oneChunk(bytes))), bytes }
}

/** Forms go and come together: by the path of one of them, that of their variable counts. */
function withParents(paths: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...paths].flatMap(path => [path, path.replace(FORM, '')]))
}

const FORM = /\/(?:zero|one|two|few|many|other)$/

function piecesIn(pair: DictPair, outer = 'stringsdict:', level = 2): readonly Piece[] {
  const path = childPointer(outer, pair.name)
  if (formsOfDict(pair.value) !== undefined || !isDict(pair.value)) return [{ path, pair }]
  return level > MOST_LEVELS ? [] : textsOfDict(pair.value).flatMap(inner => piecesIn(inner, path, level + 1))
}

/** A message goes with all that it has once none of its variables stays. */
function isGone(message: DictPair, gone: ReadonlySet<string>): boolean {
  const pieces = piecesIn(message)
  const texts = pieces.filter(({ pair }) => pair.name !== 'NSStringLocalizedFormatKey')
  return (texts.length === 0 ? pieces : texts).every(({ path }) => gone.has(path)) && pieces.length > 0
}

function removalOf(pair: DictPair, own: Side): Edit {
  return { start: startOf(pair, own), end: pair.value.end, bytes: '' }
}

/** Where a pair begins: with the comments in front of it, and the white space in front of these. */
function startOf({ key }: DictPair, { bytes, charset }: Side): number {
  const [comment] = key.comments
  if (comment === undefined) return key.tag.start - byteLength(key.indent, charset)
  let start = comment.start
  while (BLANKS.has(bytes[start - 1] ?? 0)) start -= 1
  return start
}

const BLANKS: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n'))

interface Sides {
  readonly own: Side
  readonly other: Side
}

/** What a message that is there gets: the pieces that are taken; where it lacks one of them, all of the message. */
function replacements(mine: DictPair, theirs: DictPair, taken: ReadonlySet<string>, sides: Sides): readonly Edit[] {
  const known = new Map(piecesIn(mine).map(({ path, pair }) => [path, pair]))
  const pieces = piecesIn(theirs).filter(({ path }) => taken.has(path))
  const edits = pieces.map(({ path, pair }) => {
    const present = known.get(path)
    return present && replacement(present.value, pair.value, sides)
  })
  const whole = edits.every(edit => edit !== undefined) ? edits : [replacement(mine.value, theirs.value, sides)]
  return whole.filter(edit => edit !== undefined)
}

function replacement(mine: XmlElement, theirs: XmlElement, { own, other }: Sides): Edit {
  return { start: mine.tag.start, end: mine.end, bytes: copied(theirs.tag.start, theirs.end, { own, other }) }
}

/** Bytes of the other file with the line ends and the charset of this one. */
function copied(start: number, end: number, { own, other }: Sides): Uint8Array {
  const text = decode(other.bytes.subarray(start, end), other.charset)
  return encode(own.eol === undefined ? text : text.replace(/\r\n|\n/g, own.eol), own.charset)
}

/** What is new, each behind the nearest message before it that stays. */
function insertions(
  own: Side,
  other: Side,
  lost: ReadonlySet<DictPair>,
  isTaken: (pair: DictPair) => boolean,
): readonly Edit[] {
  const known = new Map(own.messages.filter(message => !lost.has(message)).map(pair => [pair.name, pair]))
  const places = new Map<number, Uint8Array[]>()
  // In front of all, behind the tag that holds them.
  let at = own.dict.tag.end
  for (const message of other.messages) {
    const mine = known.get(message.name)
    if (mine !== undefined) at = mine.value.end
    else if (isTaken(message)) {
      const copy = copied(startOf(message, other), message.value.end, { own, other })
      places.set(at, [...(places.get(at) ?? []), copy])
    }
  }
  return own.dict.tag.empty
    ? []
    : [...places].map(([place, copies]) => ({ start: place, end: place, bytes: Buffer.concat(copies) }))
}
