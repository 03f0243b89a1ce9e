/** AsciiDoc, as Asciidoctor reads it. */
import { FormatError } from '../../format.ts'
import type { ProseBlock, ProseDialect, ProseDocument, ProseNode, ProsePiece } from '../dialect.ts'
import { asciidocFacts } from '../facts.ts'
import { sourceLinesOf } from '../lines.ts'
import { proseOf } from '../prose.ts'
import { asciidocBlocksOf } from './blocks.ts'
import { asciidocInlineOf, writingOf } from './inline.ts'
import { beforeSeparator, isInQuotes, tableAround, withEscapes, withoutEscapes } from './notation.ts'

const dialect: ProseDialect = {
  scheme: 'adoc',
  begins_line:
    /^["'“„«‘(¿¡]?[\p{L}\p{M}](?![\p{L}\p{N}]{0,8}[.):])|^["'“„«‘(¿¡]?[\p{L}\p{M}]{2,}(?!:)|^[`*_]{1,2}[\p{L}]/u,
  isBreak: line => / \+$/.test(line),
  width: title => [...title].length,
  open(text): ProseDocument {
    if (/^-----BEGIN PGP /.test(text))
      throw new FormatError(
        'malformed',
        'The file is a key or a signature of PGP, not AsciiDoc. There is nothing in it to translate.',
      )
    return {
      blocks: asciidocBlocksOf(sourceLinesOf(text)),
      inline: (line, block) => nodesOf(line, block),
      writings: (pieces, block) => writingsFor(pieces, block, text),
      isSame: (written, raw, block) => shapeOf(written, block) === shapeOf(raw, block),
    }
  },
}

export const asciidoc = proseOf(asciidocFacts, dialect)

const LONGEST_SEPARATOR = 10

function nodesOf(written: string, { place = '', cells = [] }: ProseBlock): readonly ProseNode[] {
  const line = withoutEscapes(cells.length > 0 ? written.trimEnd() : written, cells)
  if (place === 'alt' || place === 'quoted') return [{ kind: 'text', text: line.replace(/^"(.*)"$/, '$1') }]
  return asciidocInlineOf(line)
}

function writingsFor(
  pieces: readonly ProsePiece[],
  { place = '', cells = [], end }: ProseBlock,
  text: string,
): string[] {
  const line = inPlace(writingOf(pieces), place)
  if (line === undefined) return []
  return [beforeSeparator(withEscapes(line, cells), cells, text.slice(end, end + LONGEST_SEPARATOR))]
}

/** A line as it is written in brackets, of which some are in quotation marks; undefined where it cannot be. */
function inPlace(line: string, place: string): string | undefined {
  if (place !== 'quoted' && place !== 'alt') return line
  if (/["\]]/.test(line)) return undefined
  return place === 'alt' && /[,=]/.test(line) ? `"${line}"` : line
}

/** What is around a text, so that it is read as what it is. */
const AROUND: Readonly<Record<string, readonly [before: string, after: string]>> = {
  item: ['* ', ''],
  defined: ['A:: ', ''],
  term: ['', ':: a'],
  heading: ['== ', ''],
  underlined: ['== ', ''],
  title: ['.', ''],
  labelled: ['NOTE: ', ''],
  value: [':a: ', ''],
  verse: ['[verse]\n____\n', '\n____'],
  p: ['', ''],
}

function shapeOf(written: string, { place = '', kind, cells = [] }: ProseBlock): string {
  if (kind === 'alt') return ''
  if (place === 'value') return String(/\s\\$/.test(written))
  if (place === 'underlined' && [...written].length < 3) return 'short'
  const [before, after] = AROUND[place] ?? ['', '']
  const cell = cells.at(-1)
  const [text, at] = cell ? tableAround(`${before}${written}${after}`, cell) : [`${before}${written}${after}`, 0]
  const quote = cell?.quotes === 'possible' && isInQuotes(written) ? 1 : 0
  const start = at + before.length + quote
  const end = start + written.trimEnd().length - 2 * quote
  const blocks = asciidocBlocksOf(sourceLinesOf(text))
  return JSON.stringify(
    blocks.map(block => [block.kind, block.place, block.left_out, block.start === start, block.end === end]),
  )
}
