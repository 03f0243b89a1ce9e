/** AsciiDoc, as Asciidoctor reads it. */
import { FormatError } from '../../format.ts'
import type { ProseBlock, ProseDialect, ProseDocument, ProseNode, ProsePiece } from '../dialect.ts'
import { asciidocFacts } from '../facts.ts'
import { sourceLinesOf } from '../lines.ts'
import { proseOf } from '../prose.ts'
import { asciidocBlocksOf } from './blocks.ts'
import { asciidocInlineOf, writingOf } from './inline.ts'

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
      writings: writingsFor,
      isSame: (written, raw, block) => shapeOf(written, block) === shapeOf(raw, block),
    }
  },
}

export const asciidoc = proseOf(asciidocFacts, dialect)

function nodesOf(line: string, { place = '' }: ProseBlock): readonly ProseNode[] {
  if (place === 'alt' || place === 'quoted') return [{ kind: 'text', text: line.replace(/^"(.*)"$/, '$1') }]
  return asciidocInlineOf(place.startsWith('cell ') ? line.replaceAll('\\|', '|') : line)
}

function writingsFor(pieces: readonly ProsePiece[], { place = '' }: ProseBlock): readonly string[] {
  const line = writingOf(pieces)
  if (place === 'quoted') return /["\]]/.test(line) ? [] : [line]
  if (place === 'alt') return /["\]]/.test(line) ? [] : [/[,=]/.test(line) ? `"${line}"` : line]
  return [place.startsWith('cell ') ? line.replaceAll('|', '\\|') : line]
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

function shapeOf(written: string, { place = '', kind }: ProseBlock): string {
  const name = place.replace('cell ', '')
  if (kind === 'alt') return ''
  if (name === 'value') return String(/\s\\$/.test(written))
  if (name === 'underlined' && [...written].length < 3) return 'short'
  const [before, after] = AROUND[name] ?? ['', '']
  const text = place.startsWith('cell ') ? `|===\n|${before}${written}${after}\n|===` : `${before}${written}${after}`
  const start = place.startsWith('cell ') ? 6 + before.length : before.length
  const blocks = asciidocBlocksOf(sourceLinesOf(text))
  return JSON.stringify(
    blocks.map(block => [
      block.kind,
      block.place,
      block.left_out,
      block.start === start,
      block.end === start + written.length,
    ]),
  )
}
