/** Files in memory for the tests of this room. */
import fc from 'fast-check'
import type { Format, Open, ScanOptions, Target, Unit } from '../../src/formats/format.ts'
import * as formats from '../../src/formats/index.ts'

export { fc }

/** Opens bytes (or text as UTF-8) as a stream, cut at the given places. */
export function opened(content: Uint8Array | string, cuts: readonly number[] = []): Open {
  const bytes = Buffer.from(content)
  const places = [...new Set(cuts.map(cut => cut % (bytes.length + 1)))].sort((a, b) => a - b)
  return async function* () {
    let from = 0
    for (const to of [...places, bytes.length]) {
      yield bytes.subarray(from, to)
      from = to
    }
  }
}

export async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

let times = 0

/** A text of Markdown with a last paragraph that none had before: files that were just read are remembered, and not read again. */
export function unread(text: string): string {
  times += 1
  return `${text}\n\n${times}`
}

/** The translation of one unit; undefined keeps the source. */
export type TranslateUnit = (unit: Unit) => string | undefined

/** Answers for each unit of a window by itself. */
export function each(translate: TranslateUnit): formats.Translate {
  return async units => units.map(translate)
}

/** Writes as the room does, with translations that are known unit by unit. */
export function rewrite(format: Format, open: Open, translate: TranslateUnit, target: Target) {
  return formats.rewrite(format, open, each(translate), target)
}

/** Compares as the room does, with translations that are known unit by unit. */
export function verify(format: Format, original: Open, result: Open, translate: TranslateUnit, target: Target) {
  return formats.verify(format, original, result, each(translate), target)
}

export async function unitsOf(format: Format, open: Open, options?: ScanOptions): Promise<Unit[]> {
  const units: Unit[] = []
  for await (const unit of format.scan(open(), options)) units.push(unit)
  return units
}

const FORMATS = new Map(
  await Promise.all(
    formats.builtExtensions.map(async extension => [extension, await formats.loadFormat(`file.${extension}`)] as const),
  ),
)

/** The format of an extension that is built. */
export function built(extension: string): Format {
  const format = FORMATS.get(extension)
  if (!format) throw new Error(`${extension} is not built`)
  return format
}

/** Accents every vowel and adds what each format must escape. */
export function marked(text: string): string {
  return `«${text.replace(/[aeiou]/g, vowel => 'àéîöü'['aeiou'.indexOf(vowel)] ?? vowel)}» "é\\日本/<&😀`
}
