/** Writing a translated file: the original with its text replaced. */
import { Flattened } from '../bytes/flatten.ts'
import { splice } from '../bytes/splice.ts'
import type { Edit, Format, Open, Target, Unit } from '../format.ts'
import { rewritePackage } from './package.ts'
import { windowsOf } from './windows.ts'

/**
 * The translations of a window of units, each at the place of its unit; undefined keeps the source. Asked once a window and
 * pass, in file order, and the next window not before this one is answered.
 */
export type Translate = (units: readonly Unit[]) => Promise<readonly (string | undefined)[]>

/**
 * The original with its translations in place, in the original's charset, with its byte order mark. The file is opened
 * twice, to be read and to be copied side by side; memory is what the format's scan takes, one window of units, and of a package all edits.
 * @throws {FormatError} while iterating
 */
export function rewrite(format: Format, open: Open, translate: Translate, target: Target): AsyncIterable<Uint8Array> {
  const edits = (): AsyncGenerator<readonly Edit[]> => editBatches(format, open, translate, target)
  return format.packaging ? rewritePackage(format.packaging, open, edits()) : splice(open(), new Flattened(edits))
}

async function* editBatches(
  format: Format,
  open: Open,
  translate: Translate,
  target: Target,
): AsyncGenerator<readonly Edit[]> {
  let batch: Edit[] = []
  const writing = decide(format, target, (_unit, _translation, edits) => {
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

/** Decides about a window. The loop never waits: the runtime makes only such loops fast, and there are millions of units. */
export function takeAll(
  writing: Decisions,
  units: readonly Unit[],
  translations: readonly (string | undefined)[],
): void {
  units.forEach((unit, at) => {
    writing.next(unit, translations[at])
  })
}

/** Hears what becomes of each unit, in file order. */
export type Decided = (unit: Unit, translation: string | undefined, edits: readonly Edit[]) => void

export interface Decisions {
  /** Takes the next unit; what is decided now is told before this returns. */
  next(unit: Unit, translation: string | undefined): void
  /** Tells what is still open. */
  end(): void
}

const NONE: readonly Edit[] = []

/**
 * Decides what is written, with two rules that look beyond a unit: siblings with a place for a translation are written
 * together or not at all, since a message with one of its plural forms missing shows nothing; and a file in which nothing
 * is translated keeps every byte, its header too.
 */
export function decide(format: Format, target: Target, decided: Decided): Decisions {
  let begun = false
  let held: { unit: Unit; edits: readonly Edit[] }[] = []
  let siblings: { unit: Unit; translation: string | undefined }[] = []

  const settle = (unit: Unit, translation: string | undefined): void => {
    const edits = format.edits(unit, translation, target)
    if (!begun && translation === undefined && (held.length > 0 || edits.length > 0)) {
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
  return {
    next(unit, translation) {
      const bound = unit.group !== undefined && unit.target !== undefined
      if (siblings.length > 0 && siblings[0]?.unit.group !== unit.group) settleSiblings()
      if (bound) siblings.push({ unit, translation })
      else settle(unit, translation)
    },
    end() {
      settleSiblings()
      for (const { unit } of held) decided(unit, undefined, NONE)
    },
  }
}
