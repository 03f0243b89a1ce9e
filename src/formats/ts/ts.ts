/** Files that end in `.ts`: translation files of Qt, which are XML, and modules of TypeScript. The first sign of a file says which it is. */
import type { ByteStream, FileLanguages, Format, FormatFacts, Unit } from '../format.ts'

/** The formats of both. */
export interface TsFormats {
  readonly qt: Format
  readonly module: Format
}

interface TsUnit extends Unit {
  /** Which format gave it. */
  readonly of: keyof TsFormats
}

const LESS = '<'.charCodeAt(0)
/** Byte order marks, zeros of UTF-16, and white space. */
const IN_FRONT: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0, 9, 10, 13, 32])

/** What is true of one kind alone is right for both: see `tsFacts`. */
export function tsOf(facts: FormatFacts, formats: TsFormats): Format<TsUnit> {
  return {
    ...facts,
    async languages(source): Promise<FileLanguages> {
      const { of, whole } = await begun(source)
      return (await formats[of].languages?.(whole)) ?? {}
    },
    async remarks(source, targets, spoken) {
      const { of, whole } = await begun(source)
      return (await formats[of].remarks?.(whole, targets, spoken)) ?? []
    },
    async *scan(source, options): AsyncGenerator<TsUnit> {
      const { of, whole } = await begun(source)
      for await (const unit of formats[of].scan(whole, options)) yield { ...unit, of }
    },
    edits: (unit, translation, target) => formats[unit.of].edits(unit, translation, target),
    merge: async (there, change) => (await formats[kindOf(there) ?? 'module'].merge?.(there, change)) ?? [],
    noting: (file, units, notes) => {
      const [first] = units
      return (first && formats[first.of].noting?.(file, units, notes)) ?? []
    },
    async unmergeable(source) {
      const { of, whole } = await begun(source)
      return await formats[of].unmergeable?.(whole)
    },
  }
}

/** Undefined where the bytes have no sign yet. */
function kindOf(bytes: Uint8Array): keyof TsFormats | undefined {
  const first = bytes.find(byte => !IN_FRONT.has(byte))
  if (first === undefined) return undefined
  return first === LESS ? 'qt' : 'module'
}

async function begun(source: ByteStream): Promise<{ of: keyof TsFormats; whole: ByteStream }> {
  const rest = source[Symbol.asyncIterator]()
  const before: Uint8Array[] = []
  for (;;) {
    const next = await rest.next()
    if (!next.done) before.push(next.value)
    const of = next.done ? 'module' : kindOf(next.value)
    if (of !== undefined) return { of, whole: joined(before, rest) }
  }
}

async function* joined(before: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* before
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
