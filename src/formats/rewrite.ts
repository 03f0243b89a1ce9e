/** Writing a translated file: the original with its text replaced. */
import { batchesOf, Flattened } from './flatten.ts'
import { splice } from './splice.ts'
import type { Edit, Format, Open, Target, Unit } from './unit.ts'

/** The translation of a unit; undefined keeps the source. Asked once a unit and pass, in file order. */
export type Translate = (unit: Unit) => string | undefined

/**
 * The original with its translations in place, in the original's charset, with its byte order mark. The file is opened
 * twice, to be read and to be copied side by side; memory is what the format's scan takes.
 * @throws FormatError while iterating
 */
export function rewrite(format: Format, open: Open, translate: Translate, target: Target): AsyncIterable<Uint8Array> {
  return splice(open(), new Flattened(() => editBatches(format, open, translate, target)))
}

async function* editBatches(
  format: Format,
  open: Open,
  translate: Translate,
  target: Target,
): AsyncGenerator<readonly Edit[]> {
  const writing = decide(format, target)
  for await (const units of batchesOf(format.scan(open(), { target }))) {
    const edits: Edit[] = []
    for (const unit of units) {
      for (const decision of writing.next(unit, translate(unit))) for (const edit of decision.edits) edits.push(edit)
    }
    if (edits.length > 0) yield edits
  }
  yield writing.end().flatMap(({ edits }) => edits)
}

/** What becomes of a unit. */
export interface Decision {
  readonly unit: Unit
  readonly translation: string | undefined
  readonly edits: readonly Edit[]
}

export interface Decisions {
  /** Takes the next unit and gives the decisions that are made now, in file order. */
  next(unit: Unit, translation: string | undefined): readonly Decision[]
  /** Those still open. */
  end(): readonly Decision[]
}

/**
 * Decides what is written, with two rules that look beyond a unit: siblings with a place for a translation are written
 * together or not at all, since a message with one of its plural forms missing shows nothing; and a file in which nothing
 * is translated keeps every byte, its header too.
 */
export function decide(format: Format, target: Target): Decisions {
  let begun = false
  let held: Decision[] = []
  let siblings: { unit: Unit; translation: string | undefined }[] = []

  const settle = (unit: Unit, translation: string | undefined): readonly Decision[] => {
    const decision = { unit, translation, edits: format.edits(unit, translation, target) }
    if (!begun && translation === undefined && (held.length > 0 || decision.edits.length > 0)) {
      held.push(decision)
      return []
    }
    if (translation === undefined || begun) return [decision]
    begun = true
    const all = [...held, decision]
    held = []
    return all
  }
  const settleSiblings = (): readonly Decision[] => {
    if (siblings.length === 0) return []
    const together = siblings
    siblings = []
    const whole = together.every(({ translation }) => translation !== undefined)
    return together.flatMap(({ unit, translation }) => settle(unit, whole ? translation : undefined))
  }
  return {
    next(unit, translation) {
      const bound = unit.group !== undefined && unit.target !== undefined
      if (!bound && siblings.length === 0) return settle(unit, translation)
      const before = siblings[0]?.unit.group === unit.group ? [] : settleSiblings()
      if (!bound) return [...before, ...settle(unit, translation)]
      siblings.push({ unit, translation })
      return before
    },
    end() {
      const last = settleSiblings()
      return [...held.map(decision => ({ ...decision, edits: [] })), ...last]
    },
  }
}
