/** Proving, by reading a result again, that it is the original with only its text changed. */
import { decode } from './charset.ts'
import { batchesOf } from './flatten.ts'
import { decide, type Translate } from './rewrite.ts'
import { type Edit, type Format, FormatError, type Open, type Source, type Target, type Unit } from './unit.ts'

/** One way in which a result is not what it should be. */
export type Finding =
  /** A unit reads back as something else than was written: keep its source. */
  | {
      readonly kind: 'text'
      readonly index: number
      readonly path: string
      readonly expected: string
      readonly found: string
    }
  /** Outside every edited range a byte changed; its offset in the result. Comparison of bytes ends there. */
  | { readonly kind: 'bytes'; readonly offset: number }
  /** From this unit on the result has other units than the original. Comparison of units ends there. */
  | { readonly kind: 'structure'; readonly index: number; readonly path: string }
  /** The result can no longer be read as its format. */
  | { readonly kind: 'unreadable'; readonly message: string }

/**
 * Compares a result with its original: the same units, each with its translation (or its source where `translate` gives
 * none), and every byte outside the edited ranges equal. Empty when all is well.
 * @throws FormatError when the original itself cannot be read
 */
export async function verify(
  format: Format,
  openOriginal: Open,
  openResult: Open,
  translate: Translate,
  target: Target,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const bytes = compareBytes(openOriginal(), openResult(), findings)
  const units = format.cut_by_wording
    ? undefined
    : compareUnits(format.scan(openResult(), { target, original: openOriginal }), findings)
  let decided: Decision[] = []
  const writing = decide(format, target, (unit, translation, edits) => decided.push({ unit, translation, edits }))
  const check = async ({ unit, translation, edits }: Decision): Promise<void> => {
    const written = edits.length > 0 ? await bytes.past(edits) : undefined
    if (units) await units.next(unit, translation)
    else if (written) report(findings, unit, oneEol(translation ?? unit.text), oneEol(decode(written, unit.charset)))
  }
  for await (const batch of batchesOf(format.scan(openOriginal(), { target }))) {
    for (const unit of batch) writing.next(unit, translate(unit))
    for (const decision of decided) await check(decision)
    decided = []
  }
  writing.end()
  for (const decision of decided) await check(decision)
  await bytes.end()
  await units?.end()
  return findings
}

/** What became of a unit. */
interface Decision {
  readonly unit: Unit
  readonly translation: string | undefined
  readonly edits: readonly Edit[]
}

function report(findings: Finding[], unit: Unit, expected: string, found: string): void {
  if (found !== expected) findings.push({ kind: 'text', index: unit.index, path: unit.path, expected, found })
}

function oneEol(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** Where the file holds both, the source must still be what it was and the translation what was written. */
function compareTexts(unit: Unit, found: Unit, translation: string | undefined, findings: Finding[]): void {
  report(findings, unit, unit.target === undefined && translation !== undefined ? translation : unit.text, found.text)
  if (unit.target !== undefined) report(findings, unit, translation ?? unit.target, found.target ?? '')
}

interface UnitComparison {
  next(unit: Unit, translation: string | undefined): Promise<void>
  end(): Promise<void>
}

function compareUnits(units: AsyncIterable<Unit>, findings: Finding[]): UnitComparison {
  const again = units[Symbol.asyncIterator]()
  let open = true
  let count = 0
  const pull = async (): Promise<Unit | undefined> => {
    try {
      const next = await again.next()
      return next.done ? undefined : next.value
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      findings.push({ kind: 'unreadable', message: error.message })
      open = false
      return undefined
    }
  }
  return {
    async next(unit, translation) {
      count += 1
      const found = open ? await pull() : undefined
      if (!open) return
      if (found?.path === unit.path) return compareTexts(unit, found, translation, findings)
      findings.push({ kind: 'structure', index: unit.index, path: unit.path })
      open = false
      await again.return?.()
    },
    async end() {
      const more = open ? await pull() : undefined
      if (more) findings.push({ kind: 'structure', index: count, path: more.path })
      await again.return?.()
    },
  }
}

interface ByteComparison {
  /** Compares up to the edits, passes them by and gives the bytes that stand in the last one's place. */
  past(edits: readonly Edit[]): Promise<Uint8Array | undefined>
  end(): Promise<void>
}

const STEP = 65_536

function compareBytes(originalSource: Source, resultSource: Source, findings: Finding[]): ByteComparison {
  const original = bytesOf(originalSource)
  const result = bytesOf(resultSource)
  let same = true
  const compareTo = async (end: number): Promise<void> => {
    while (same && original.offset < end) {
      const offset = result.offset
      const wanted = await original.read(Math.min(STEP, end - original.offset))
      const found = await result.read(wanted.length)
      const at = wanted.findIndex((byte, i) => found[i] !== byte)
      if (at >= 0) {
        findings.push({ kind: 'bytes', offset: offset + at })
        same = false
      }
      if (wanted.length === 0) return
    }
  }
  return {
    async past(edits) {
      let written: Uint8Array | undefined
      for (const edit of edits) {
        await compareTo(edit.start)
        await original.read(edit.end - edit.start)
        written = await result.read(Buffer.byteLength(edit.bytes))
      }
      return written
    },
    async end() {
      await compareTo(Number.POSITIVE_INFINITY)
      const surplus = await result.read(1)
      if (same && surplus.length > 0) findings.push({ kind: 'bytes', offset: result.offset - 1 })
      await Promise.all([original.close(), result.close()])
    },
  }
}

interface ByteReader {
  /** Bytes read so far. */
  readonly offset: number
  /** The next bytes: fewer only at the end. */
  read(count: number): Promise<Uint8Array>
  close(): Promise<void>
}

function bytesOf(source: Source): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  let offset = 0
  return {
    get offset() {
      return offset
    },
    async read(count) {
      const parts: Uint8Array[] = []
      let missing = count
      while (missing > 0) {
        if (rest.length === 0) {
          const next = await chunks.next()
          if (next.done) break
          rest = next.value
        }
        const part = rest.subarray(0, missing)
        rest = rest.subarray(part.length)
        missing -= part.length
        parts.push(part)
      }
      offset += count - missing
      return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
    },
    async close() {
      await chunks.return?.()
    },
  }
}
