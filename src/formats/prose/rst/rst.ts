/** reStructuredText, with the directives and roles of Sphinx. */
import type { ProseBlock, ProseDialect, ProseDocument, ProsePiece } from '../dialect.ts'
import { rstFacts } from '../facts.ts'
import { type SourceLine, sourceLinesOf, widthOf } from '../lines.ts'
import { proseOf } from '../prose.ts'
import { rstBlocksOf } from './blocks.ts'
import { referenceNameOf, rstInlineOf, writingsOf } from './inline.ts'
import { leastColumnOf } from './stretches.ts'

const NAMED = /`([^`<>]{1,300})`__?(?!_)|:(?:ref|numref|any|std:ref):`(?:[^`<>]{0,300}<)?([^`<>]{1,300})>?`/g

/** A reference of one word, which may also be a word of a program: of titles it tells only where no code is. */
const WORD =
  /(?<![\p{L}\p{N}`_.+:-])([\p{L}\p{N}](?:[\p{L}\p{N}]|[-._+:](?=[\p{L}\p{N}])){0,100})__?(?![\p{L}\p{N}_`])/gu

/** What is in two backquotes, and lines that are far indented. */
const CODE = /``[^`\n]{1,300}``|^(?: {4}|\t).*$/gm

/** Targets that are there by their own name: no title and no link is meant where they are. */
const EXPLICIT = /^[ \t]*\.\. _`?([^\r\n:`]{1,300})`?:/gm

const dialect: ProseDialect = {
  scheme: 'rst',
  begins_line: /^["'“„«‘(¿¡]?(?:[\p{L}\p{M}*`|]|:\w)/u,
  isBreak: () => false,
  width: widthOf,
  open(text): ProseDocument {
    const names = new Set<string>()
    for (const [, phrase, label] of text.matchAll(NAMED)) names.add(referenceNameOf(phrase ?? label ?? ''))
    for (const [, word = ''] of text.replace(CODE, '').matchAll(WORD)) names.add(referenceNameOf(word))
    const links = new Set(names)
    for (const [, word = ''] of text.matchAll(WORD)) links.add(referenceNameOf(word))
    for (const [, name = ''] of text.matchAll(EXPLICIT))
      for (const some of [names, links]) some.delete(referenceNameOf(name))
    return {
      blocks: rstBlocksOf(sourceLinesOf(text), names),
      inline: (line, block) => rstInlineOf(withoutColons(line, block), links),
      writings: writingsFor,
      isSame: (written, raw, block) => shapeOf(written, block) === shapeOf(raw, block),
    }
  },
}

export const rst = proseOf(rstFacts, dialect)

/** A text that ends in two colons is shown with one, or with none behind a blank. */
function withoutColons(line: string, { place }: ProseBlock): string {
  if (place !== 'literal') return line
  return / ::$/.test(line) ? line.slice(0, -2).trimEnd() : line.slice(0, -1)
}

function writingsFor(pieces: readonly ProsePiece[], { place }: ProseBlock): readonly string[] {
  const lines = writingsOf(pieces)
  if (place !== 'literal') return lines
  return lines.map(line => (/[^\s\\]:$/.test(line) ? `${line}:` : `${line} ::`))
}

/** What a text is read as where nothing is around it. */
function shapeOf(written: string, { place, kind }: ProseBlock): string {
  if (kind === 'h') return JSON.stringify(partsOf(`${written}\n${'='.repeat(400)}\n`))
  if (place === 'term') return JSON.stringify(partsOf(`${written}\n  a\n`))
  return JSON.stringify(partsOf(written))
}

function partsOf(text: string): unknown {
  const lines = sourceLinesOf(text)
  const column = leastColumnOf(lines.slice(1))
  const level: SourceLine[] = lines.map((line, at) => (at === 0 && column !== Infinity ? { ...line, column } : line))
  return rstBlocksOf(level, new Set()).map(({ kind, place, left_out, end, start }) => [
    kind,
    place,
    left_out,
    start === (level[0]?.at ?? 0),
    end === text.trimEnd().length,
  ])
}
