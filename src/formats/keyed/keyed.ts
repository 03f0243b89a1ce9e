/** A format of catalogues that are a list of entries, made from the syntax of its files. */
import {
  binary,
  charsetOf,
  type DecodedText,
  decode,
  decodeWhole,
  encode,
  isText,
  notDecodable,
} from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { heldBytes, oneChunk } from '../bytes/ranges.ts'
import type { ByteStream, Charset, Edit, Format, FormatFacts, Unit } from '../format.ts'
import type { KeyedSyntax, KeyedUnit } from './entry.ts'
import { mergeKeyed } from './merge.ts'
import { keyedUnits } from './units.ts'

/** So many units are given at a time. */
const SOME = 500

/** Reads a file as one text. @throws {FormatError} not_decodable */
export type Decoding = (source: ByteStream) => Promise<DecodedText>

/** The format of files in this syntax. */
export function keyedFormat(
  facts: FormatFacts,
  syntax: KeyedSyntax,
  decoding: Decoding = decodeWhole,
): Format<KeyedUnit> {
  return {
    ...facts,
    scan: (source, { target } = {}) => new Flattened(() => batchesIn(source, syntax, decoding, target?.language)),
    edits: (unit, translation) => editsOf(unit, translation, syntax),
    merge: async (there, change) => {
      const [own, from] = await Promise.all([decoding(oneChunk(there)), decoding(oneChunk(change.from))])
      return mergeKeyed(syntax, own, from, change)
    },
    noting: (file, units, notes) => notingKeyed(syntax, file, units, notes),
  }
}

async function* batchesIn(
  source: ByteStream,
  syntax: KeyedSyntax,
  decoding: Decoding,
  language: string | undefined,
): AsyncGenerator<readonly KeyedUnit[]> {
  let some: KeyedUnit[] = []
  for (const unit of keyedUnits(syntax, await decoding(source), language)) {
    if (some.push(unit) < SOME) continue
    yield some
    some = []
  }
  yield some
}

const NONE: readonly Edit[] = []

function editsOf(unit: KeyedUnit, translation: string | undefined, syntax: KeyedSyntax): readonly Edit[] {
  const { raw = '', charset, eol = '\n', start, end, manner, made } = unit
  if (translation === undefined || (made === undefined && translation === unit.text)) return NONE
  const written = syntax.write(translation, { raw, charset, eol, manner })
  if (written === undefined) return NONE
  return [{ start, end, bytes: encode((made?.before ?? '') + written + (made?.after ?? ''), charset) }]
}

/** Comment lines above the line of each entry. */
function notingKeyed(
  syntax: KeyedSyntax,
  file: string,
  units: readonly Unit[],
  notes: ReadonlyMap<string, string>,
): readonly Edit[] {
  return units.flatMap(unit => {
    const note = notes.get(unit.path)
    if (note === undefined) return []
    const at = file.lastIndexOf('\n', unit.start - 1) + 1
    const bytes = note
      .split('\n')
      .map(line => `${syntax.comment(line)}${unit.eol ?? '\n'}`)
      .join('')
    return [{ start: at, end: at, bytes }]
  })
}

/** Reads a file that is UTF-8 or UTF-16, or else in a charset of which each byte is a character. @throws {FormatError} not_decodable */
export function decodedOr(charset: Charset): Decoding {
  return async source => {
    const bytes = await heldBytes(source)
    if (isText(bytes, 'utf-8') || charsetOf(bytes).bom_bytes > 0) return await decodeWhole(oneChunk(bytes))
    if (bytes.includes(0)) throw binary('utf-8')
    if (!isText(bytes, charset)) throw notDecodable('utf-8')
    return { charset, bom_bytes: 0, text: decode(bytes, charset) }
  }
}
