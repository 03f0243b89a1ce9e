/** Writing a translated file: the original with its text replaced. */
import { Flattened } from '../bytes/flatten.ts'
import { splice } from '../bytes/splice.ts'
import type { Edit, Format, Open, Rendered, Target, Unit } from '../format.ts'
import type { Expectation } from './expectation.ts'
import { rewritePackage } from './package.ts'
import { windowsOf } from './windows.ts'

/**
 * Gives the translations of a window of units, each at the index of its unit; undefined keeps the source. It is called once per
 * window in each pass over the file, in file order, and not again before the last call has resolved.
 */
export type Translate = (units: readonly Unit[]) => Promise<readonly (string | undefined)[]>

/**
 * The original with the translations in place of its text, in the same charset and with the same byte order mark. The file is opened
 * twice: one stream is read for units while the other is copied. Memory holds what the scan of the format takes, one window of
 * units and, for a package, all edits. `expectation` learns what the result has to read back as.
 * @throws {FormatError} while iterating
 */
export function rewrite(
  format: Format,
  open: Open,
  translate: Translate,
  target: Target,
  expectation?: Expectation,
): AsyncIterable<Uint8Array> {
  if (format.compose) {
    const pieces = pieceBatches(format, open, translate, target)
    return format.compose(pieces, target, open, (index, why) => void expectation?.left.set(index, why))
  }
  const edits = (): AsyncGenerator<readonly Edit[]> => editBatches(format, open, translate, target, expectation)
  return format.packaging ? rewritePackage(format.packaging, open, edits()) : splice(open(), new Flattened(edits))
}

async function* editBatches(
  format: Format,
  open: Open,
  translate: Translate,
  target: Target,
  expectation: Expectation | undefined,
): AsyncGenerator<readonly Edit[]> {
  let batch: Edit[] = []
  const writing = decide(format, target, (unit, translation, edits) => {
    expectation?.add(unit, translation, edits)
    for (const edit of edits) batch.push(edit)
  })
  for await (const units of windowsOf(format.scan(open(), { target }))) {
    takeAll(writing, units, await translate(units))
    if (batch.length > 0) yield batch
    batch = []
  }
  writing.end()
  yield batch
}

async function* pieceBatches(
  format: Format,
  open: Open,
  translate: Translate,
  target: Target,
): AsyncGenerator<readonly Rendered[]> {
  let batch: Rendered[] = []
  const writing = decide(format, target, (unit, translation) => void batch.push({ unit, translation }))
  for await (const units of windowsOf(format.scan(open(), { target }))) {
    takeAll(writing, units, await translate(units))
    yield batch
    batch = []
  }
  writing.end()
  yield batch
}

/** Decides about a window. There may be millions of units, and the runtime makes a loop fast only in a function without await. */
export function takeAll(
  writing: Decisions,
  units: readonly Unit[],
  translations: readonly (string | undefined)[],
): void {
  units.forEach((unit, at) => {
    writing.next(unit, translations[at])
  })
}

/** Called with the decision about each unit, in file order. `edits` is empty where nothing is written. `left`: its file is left as it is. */
export type Decided = (unit: Unit, translation: string | undefined, edits: readonly Edit[], left?: boolean) => void

export interface Decisions {
  /** Takes the next unit. Calls `Decided` for every unit that can be decided now, before it returns. */
  next(unit: Unit, translation: string | undefined): void
  /** Calls `Decided` for all units that are still open. */
  end(): void
}

const NONE: readonly Edit[] = []

/**
 * Decides which edits are written. Two rules look at more than one unit. Plural forms of one message (the same `group`, each with a
 * `target` or emptied if it is not written) are written all or not at all: a program shows nothing for a form that is missing. And a file in which no unit is
 * translated keeps every byte, those of its header too; so does each file of a parcel.
 */
export function decide(format: Format, target: Target, decided: Decided): Decisions {
  let begun = false
  let file: string | undefined
  let held: { unit: Unit; edits: readonly Edit[] }[] = []
  let siblings: { unit: Unit; translation: string | undefined }[] = []

  const settle = (unit: Unit, translation: string | undefined): void => {
    const edits = format.edits(unit, translation, target)
    const waits = held.length > 0 || edits.length > 0 || unit.unwritten !== undefined
    if (!begun && translation === undefined && waits) {
      held.push({ unit, edits })
      return
    }
    if (!begun && translation !== undefined) {
      begun = true
      for (const before of held) decided(before.unit, undefined, before.edits)
      held = []
    }
    decided(unit, translation, edits)
  }
  const settleSiblings = (): void => {
    const together = siblings
    siblings = []
    const whole = together.every(({ translation }) => translation !== undefined)
    for (const { unit, translation } of together) settle(unit, whole ? translation : undefined)
  }
  const settleFile = (): void => {
    settleSiblings()
    for (const { unit } of held) decided(unit, undefined, NONE, true)
    held = []
    begun = false
  }
  return {
    next(unit, translation) {
      if (unit.file !== file) settleFile()
      file = unit.file
      const bound = unit.group !== undefined && (unit.target ?? unit.unwritten) !== undefined
      if (siblings.length > 0 && siblings[0]?.unit.group !== unit.group) settleSiblings()
      if (bound) siblings.push({ unit, translation })
      else settle(unit, translation)
    },
    end: settleFile,
  }
}
