/**
 * Markdown (CommonMark with GitHub's extensions and those of site generators) and MDX: a unit per paragraph, heading, table cell, title
 * and text of HTML. Sentences stay whole, with their markup as tags. Wrapped lines are one line for the translator, and are written
 * on lines as wide. Code and most of the front matter are left out. Bytes outside the range of a unit never change.
 */
import { byteCounter, type DecodedText, decodeWhole, encode } from '../bytes/charset.ts'
import { Flattened } from '../bytes/flatten.ts'
import { inStyleOf, isSameLanguage, languageTagOf } from '../content/language-tag.ts'
import { leftOutOfData, leftOutOfText } from '../content/left-out.ts'
import { FRONT_MATTER } from '../content/own-parts.ts'
import type { ByteStream, Edit, FileLanguages, Format, ScanOptions, Unit, UnitKind } from '../format.ts'
import { type Block, type BlockKind, blocksOf } from './blocks.ts'
import { contextOf } from './context.ts'
import { maskOf } from './dialect/mask.ts'
import { type FrontPlace, type FrontValue, frontMatterOf, frontValuesOf, writeFrontValue } from './front.ts'
import { refuseDeepBraces, refuseHostile } from './guard.ts'
import { type Flavour, MARKDOWN, MDX } from './reading.ts'
import { RecentFiles } from './recent-files.ts'
import { SECTION_SEPARATOR, sectionsOf } from './sections.ts'
import { lineStart, slicesOf } from './slices.ts'
import { wrappingOf } from './wrap.ts'
import { type Written, writeInline } from './write.ts'

/** A unit with what is needed to write it; if that is absent, it is never written. */
interface MarkdownUnit extends Unit {
  readonly inline: Written | undefined
  /** Set for a value of the front matter that can be written. */
  readonly front?: FrontPlace | undefined
  /** The language of the document, as a BCP 47 tag, where this value of the front matter says it. */
  readonly says?: string | undefined
}

const NEVER = 'html|html comment|comment|inline code|image path|link target|badge|インラインコード'.split('|')

/** The number of an item in a list. */
const ITEM = /^\d+$/

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
export const markdown = markdownOf(['md', 'markdown'], MARKDOWN)
/** Markdown with components: its code is read as such, and HTML is none. */
export const mdx = markdownOf(['mdx'], MDX)

function markdownOf(extensions: readonly string[], dialect: Flavour): Format<MarkdownUnit> {
  const recent = new RecentFiles<MarkdownUnit>()
  return {
    family: 'text',
    extensions,
    traits: { part_noun: 'section', part_separator: SECTION_SEPARATOR, never: NEVER },
    async languages(source): Promise<FileLanguages> {
      const { text } = await decodeWhole(source)
      const front = frontMatterOf(text, dialect.mdx)
      const values = front ? await frontValuesOf(text, front) : []
      const said = values.flatMap(value => languageIn(value) ?? [])
      return { source: said[0] }
    },
    scan: (source, options) => new Flattened(() => scan(source, options, dialect, recent)),
    edits(unit, translation, { language }): readonly Edit[] {
      if (unit.says !== undefined) return translation === undefined ? languageEdits(unit, language) : []
      if (translation === undefined || translation === unit.text) return []
      const written = writtenAs(unit, translation, language)
      if (written === undefined) return []
      return [{ start: unit.start, end: unit.end, bytes: encode(written, unit.charset) }]
    },
  }
}

const LANGUAGE = /^(?:lang|language|locale)$/i

/** The language that a value of the front matter says the document is in. */
function languageIn({ path, text, front }: FrontValue): string | undefined {
  return front && path.length === 1 && LANGUAGE.test(path[0] ?? '') ? languageTagOf(text) : undefined
}

function languageEdits(unit: MarkdownUnit, language: string): readonly Edit[] {
  const tag = inStyleOf(unit.text, language)
  if (unit.front === undefined || tag === unit.text) return []
  return [{ start: unit.start, end: unit.end, bytes: encode(writeFrontValue(tag, unit.front), unit.charset) }]
}

/** The units for a target: what says the language of the text says the target in a result, and nothing else does. */
function forTarget(units: readonly MarkdownUnit[], { source, target }: ScanOptions): readonly MarkdownUnit[] {
  if (units.every(({ says }) => says === undefined)) return units
  return units.map(unit => {
    const isSaid = unit.says !== undefined && (source === undefined || isSameLanguage(unit.says, source))
    if (!isSaid) return { ...unit, says: undefined }
    return target === undefined ? unit : { ...unit, unwritten: inStyleOf(unit.text, target.language) }
  })
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
    yield forTarget(units, options)
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
  yield (front ? await frontValuesOf(whole, front) : []).map(value => {
    const { start, end, path: keys, text, left_out, front: place } = value
    const address = keys.map(key => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    const part = [FRONT_MATTER, ...keys.filter(key => !ITEM.test(key))].join(SECTION_SEPARATOR)
    const path = `md:/front-matter${address}`
    const says = languageIn(value)
    const unit = { path, part, kind: 'metadata', text, left_out, inline: undefined, front: place } as const
    return { ...common(start, end), ...unit, ...(says !== undefined && { says, left_out: 'identifier' as const }) }
  })
  const sections = sectionsOf()
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

/** A translation as it is written at the unit's place; undefined if it cannot be written. */
function writtenAs({ inline, front }: MarkdownUnit, translation: string, language: string): string | undefined {
  if (inline) return writeInline(inline, translation, language)
  return front && translation.trim() !== '' ? writeFrontValue(translation, front) : undefined
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
