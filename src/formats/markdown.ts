/**
 * Markdown (CommonMark with GitHub's extensions): a unit per paragraph, heading, table cell and link title, whole sentences with
 * their markup as tags. Lines that were wrapped are one line to the translator and become one line. Code, HTML blocks and
 * front matter are seen and left out. Whatever is not in a unit's range is never touched.
 */
import { byteLength, type Charset, decodeWhole, encode } from './charset.ts'
import { leftOutOfText } from './left-out.ts'
import { type Block, blocksOf } from './markdown-blocks.ts'
import { refuseHostile } from './markdown-guard.ts'
import { sectionsOf } from './markdown-sections.ts'
import { slicesOf } from './markdown-slices.ts'
import { type Written, writeInline } from './markdown-write.ts'
import type { Edit, Format, Source, Unit } from './unit.ts'

/** A unit that carries how it is written; absent: it is never written. */
interface MarkdownUnit extends Unit {
  readonly inline: Written | undefined
}

export const markdown: Format = {
  family: 'text',
  extensions: ['md'],

  async *scan(source: Source): AsyncGenerator<MarkdownUnit> {
    const { text, charset, bom_bytes } = await decodeWhole(source)
    const front = frontMatterOf(text)
    refuseHostile(text)
    const byteAt = byteCounter(text, charset, bom_bytes)
    let index = 0
    const common = (start: number, end: number) => ({
      ...{ index: index++, start: byteAt(start), end: byteAt(end), raw: text.slice(start, end), charset },
    })
    if (front) {
      const { start, end } = front
      const named = { path: 'md:/front-matter', part: 'front matter', left_out: 'code' } as const
      yield { ...common(start, end), ...named, text: text.slice(start, end).replace(/\r\n?/g, '\n'), inline: undefined }
    }
    const sections = sectionsOf()
    for (const slice of slicesOf(text, front?.after ?? 0)) {
      for (const block of blocksOf(slice)) {
        const range = common(slice.start + block.start, slice.start + block.end)
        yield { ...range, ...sections.place(block), ...unitOf(block, range.raw) }
      }
    }
  },

  edits(unit, translation): readonly Edit[] {
    if (translation === undefined || translation === unit.text || !isMarkdown(unit) || !unit.inline) return []
    const written = writeInline(unit.inline, translation)
    if (written === undefined) return []
    return [{ start: unit.start, end: unit.end, bytes: encode(written, unit.charset) }]
  },
}

function isMarkdown(unit: Unit): unit is MarkdownUnit {
  return 'inline' in unit
}

function unitOf(block: Block, raw: string): Pick<MarkdownUnit, 'text' | 'left_out' | 'inline'> {
  const { text, place, codes, bracketed, led, quote } = block
  if (place === undefined) return { text, left_out: 'code', inline: undefined }
  return { text, left_out: leftOutOfText(text), inline: { text, raw, place, codes, bracketed, led, quote } }
}

const FRONT_MATTER =
  /^(?:---[ \t]*(?:\r\n?|\n)(?=\S)([\s\S]*?)(?:\r\n?|\n)---|\+\+\+[ \t]*(?:\r\n?|\n)(?=\S)([\s\S]*?)(?:\r\n?|\n)\+\+\+)[ \t]*(?=[\r\n]|$)/
/** Two rules around a paragraph are no front matter: it has a key. */
const HAS_KEY = /^[\w.-]+[ \t]*[:=](?:\s|$)/m

/** The YAML or TOML that begins a file, between its fences, and where the document begins. */
function frontMatterOf(text: string): { start: number; end: number; after: number } | undefined {
  const [all, yaml, toml] = FRONT_MATTER.exec(text) ?? []
  const inside = yaml ?? toml
  if (all === undefined || inside === undefined || !HAS_KEY.test(inside)) return undefined
  const start = all.indexOf(inside, 4)
  return { start, end: start + inside.length, after: all.length }
}

/** The byte offset of a character; asked in ascending order only. */
function byteCounter(text: string, charset: Charset, bom_bytes: number): (at: number) => number {
  let chars = 0
  let bytes = bom_bytes
  return at => {
    bytes += byteLength(text.slice(chars, at), charset)
    chars = at
    return bytes
  }
}
