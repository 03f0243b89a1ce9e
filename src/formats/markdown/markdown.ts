/**
 * Markdown (CommonMark with GitHub's extensions): a unit per paragraph, heading, table cell and link title. Sentences stay whole,
 * with their markup as tags. Wrapped lines are one line for the translator, and are written as one line. Code, HTML blocks and front
 * matter are left out; texts of front matter can be asked for. Bytes outside the range of a unit never change.
 */
import { byteCounter, decodeWhole, encode } from '../bytes/charset.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { FRONT_MATTER } from '../content/own-parts.ts'
import type { ByteStream, Edit, Format, Unit, UnitKind } from '../format.ts'
import { type Block, type BlockKind, blocksOf } from './blocks.ts'
import { contextOf } from './context.ts'
import { type FrontPlace, frontMatterOf, frontValuesOf, writeFrontValue } from './front.ts'
import { refuseHostile } from './guard.ts'
import { SECTION_SEPARATOR, sectionsOf } from './sections.ts'
import { slicesOf } from './slices.ts'
import { type Written, writeInline } from './write.ts'

/** A unit with what is needed to write it; if that is absent, it is never written. */
interface MarkdownUnit extends Unit {
  readonly inline: Written | undefined
  /** Set for a value of the front matter that can be written. */
  readonly front?: FrontPlace | undefined
}

const NEVER =
  'front matter|frontmatter|metadata|yaml|html|html comment|comment|inline code|image path|link target|badge|Metadaten|métadonnées|metadatos|メタデータ|フロントマター|インラインコード'.split(
    '|',
  )

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

export const markdown: Format<MarkdownUnit> = {
  family: 'text',
  extensions: ['md'],
  traits: { part_noun: 'section', part_separator: SECTION_SEPARATOR, never: NEVER },

  async *scan(source: ByteStream): AsyncGenerator<MarkdownUnit> {
    const { text: whole, charset, bom_bytes } = await decodeWhole(source)
    const front = frontMatterOf(whole)
    refuseHostile(whole)
    const byteAt = byteCounter(whole, charset, bom_bytes)
    let index = 0
    const common = (start: number, end: number) => ({
      ...{ index: index++, start: byteAt(start), end: byteAt(end), raw: whole.slice(start, end), charset },
    })
    for (const { start, end, key, text, left_out, front: place } of front ? await frontValuesOf(whole, front) : []) {
      const address = key?.replaceAll('~', '~0').replaceAll('/', '~1')
      const path = address === undefined ? 'md:/front-matter' : `md:/front-matter/${address}`
      const part = key === undefined ? FRONT_MATTER : `${FRONT_MATTER}${SECTION_SEPARATOR}${key}`
      yield { ...common(start, end), path, part, kind: 'metadata', text, left_out, inline: undefined, front: place }
    }
    const sections = sectionsOf()
    for (const slice of slicesOf(whole, front?.after ?? 0)) {
      for (const block of blocksOf(slice)) {
        const range = common(slice.start + block.start, slice.start + block.end)
        const context = contextOf(block)
        yield { ...range, ...sections.place(block), kind: KINDS[block.kind], context, ...unitOf(block, range.raw) }
      }
    }
  },

  edits(unit, translation): readonly Edit[] {
    if (translation === undefined || translation === unit.text) return []
    const written = writtenAs(unit, translation)
    if (written === undefined) return []
    return [{ start: unit.start, end: unit.end, bytes: encode(written, unit.charset) }]
  },
}

/** A translation as it is written at the unit's place; undefined if it cannot be written. */
function writtenAs({ inline, front }: MarkdownUnit, translation: string): string | undefined {
  if (inline) return writeInline(inline, translation)
  return front && translation.trim() !== '' ? writeFrontValue(translation, front) : undefined
}

function unitOf(block: Block, raw: string): Pick<MarkdownUnit, 'text' | 'left_out' | 'inline'> {
  const { text, place, codes, bracketed, led, quote } = block
  if (place === undefined) return { text, left_out: 'code', inline: undefined }
  return { text, left_out: leftOutOfText(text), inline: { text, raw, place, codes, bracketed, led, quote } }
}
