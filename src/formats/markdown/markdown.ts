/**
 * Markdown (CommonMark with GitHub's extensions and those of site generators) and MDX: a unit per paragraph, heading, table cell, title
 * and text of HTML. Sentences stay whole, with their markup as tags. Wrapped lines are one line for the translator, and are written
 * on lines as wide. Code and most of the front matter are left out. Bytes outside the range of a unit never change.
 */
import { byteCounter, type DecodedText, decodeWhole, encode } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { frontForTarget, frontUnitsOf, frontWritten, type InFront, languageInFront } from '../content/front/units.ts'
import { frontMatterOf } from '../content/front/values.ts'
import { leftOutOfData, leftOutOfText } from '../content/left-out.ts'
import { outlineOf } from '../content/outline.ts'
import type { ByteStream, Edit, FileLanguages, Format, FormatFacts, ScanOptions, Unit, UnitKind } from '../format.ts'
import { type Block, type BlockKind, blocksOf } from './blocks.ts'
import { contextOf } from './context.ts'
import { maskOf } from './dialect/mask.ts'
import { markdownFacts, mdxFacts, SECTION_SEPARATOR } from './facts.ts'
import { refuseDeepBraces, refuseHostile } from './guard.ts'
import { type Flavour, MARKDOWN, MDX } from './reading.ts'
import { RecentFiles } from './recent-files.ts'
import { lineStart, slicesOf } from './slices.ts'
import { wrappingOf } from './wrap.ts'
import { type Written, writeInline } from './write.ts'

/** A unit with what is needed to write it; if that is absent, it is never written. */
interface MarkdownUnit extends Unit, InFront {
  readonly inline: Written | undefined
}

const KINDS: Readonly<Record<BlockKind, UnitKind>> = {
  h: 'heading',
  p: 'paragraph',
  li: 'list',
  quote: 'quote',
  note: 'footnote',
  cell: 'table',
  title: 'link title',
  code: 'code',
  html: 'html',
}

/** Markdown, as the site generators read it too. */
export const markdown = markdownOf(markdownFacts, MARKDOWN)
/** Markdown with components: its code is read as such, and HTML is none. */
export const mdx = markdownOf(mdxFacts, MDX)

function markdownOf(facts: FormatFacts, dialect: Flavour): Format<MarkdownUnit> {
  const recent = new RecentFiles<MarkdownUnit>()
  return {
    ...facts,
    async languages(source): Promise<FileLanguages> {
      const { text } = await decodeWhole(source)
      return { source: await languageInFront(text, frontMatterOf(text, dialect.mdx)) }
    },
    scan: (source, options) => new Flattened(() => scan(source, options, dialect, recent)),
    edits(unit, translation, { language }): readonly Edit[] {
      if (unit.says === undefined && (translation === undefined || translation === unit.text)) return []
      const written = writtenAs(unit, translation, language)
      if (written === undefined) return []
      return [{ start: unit.start, end: unit.end, bytes: encode(written, unit.charset) }]
    },
  }
}

/** The units of a file, in batches. */
async function* scan(
  source: ByteStream,
  options: ScanOptions = {},
  dialect: Flavour,
  recent: RecentFiles<MarkdownUnit>,
): AsyncGenerator<readonly MarkdownUnit[]> {
  const file = await decodeWhole(source)
  const known = recent.of(file)
  for await (const units of known ? [known] : recent.keeping(file, unitsOf(file, dialect)))
    yield frontForTarget(units, options)
}

async function* unitsOf(
  { text: whole, charset, bom_bytes }: DecodedText,
  dialect: Flavour,
): AsyncGenerator<readonly MarkdownUnit[]> {
  const front = frontMatterOf(whole, dialect.mdx)
  const shown = maskOf(whole, front?.after ?? 0, dialect.mdx)
  refuseHostile(shown)
  if (dialect.mdx) refuseDeepBraces(shown)
  const byteAt = byteCounter(whole, charset, bom_bytes)
  let index = 0
  const common = (start: number, end: number) => ({
    ...{ index: index++, start: byteAt(start), end: byteAt(end), raw: whole.slice(start, end), charset },
  })
  const values = await frontUnitsOf(whole, front, { prefix: 'md', separator: SECTION_SEPARATOR })
  yield values.map(value => ({ ...value, ...common(value.start, value.end), inline: undefined }))
  const sections = outlineOf('md')
  for (const slice of slicesOf({ text: whole, shown, flavour: dialect }, front?.after ?? 0)) {
    yield Array.from(blocksOf(slice), (block): MarkdownUnit => {
      const range = common(slice.start + block.start, slice.start + block.end)
      const context = contextOf(block)
      const unit = unitOf(block, range.raw, columnOf(slice.text, block.start), dialect.mdx)
      return { ...range, ...sections.place(block), kind: KINDS[block.kind], context, ...unit }
    })
  }
}

/** How many characters are before a place on its line. */
function columnOf(text: string, at: number): number {
  return at - lineStart(text, at)
}

/** A translation as it is written at the unit's place; undefined if nothing is written. */
function writtenAs(unit: MarkdownUnit, translation: string | undefined, language: string): string | undefined {
  if (!unit.inline) return frontWritten(unit, translation, language)
  return translation === undefined ? undefined : writeInline(unit.inline, translation, language)
}

function unitOf(
  block: Block,
  raw: string,
  column: number,
  mdx: boolean,
): Pick<MarkdownUnit, 'text' | 'left_out' | 'inline'> {
  const { text, place, codes, bracketed, led, quote } = block
  if (place === undefined) return { text, left_out: 'code', inline: undefined }
  const lines = place === 'line' || place === 'html' ? wrappingOf(raw, column) : undefined
  const inline = { text, raw, place, codes, bracketed, led, quote, mdx, lines }
  if (block.for_programs) return { text, left_out: 'identifier', inline }
  const left_out = place === 'parameter' || place === 'attribute' ? leftOutOfData(text) : leftOutOfText(text)
  return { text, left_out, inline }
}
