/** Reads a result again to prove that it is the original with nothing but its text changed. */
import { decode } from '../bytes/charset.ts'
import { batchesOf } from '../bytes/flatten.ts'
import { type Edit, type Format, FormatError, type Open, type Target, type Traits, type Unit } from '../format.ts'
import type { Finding } from './finding.ts'
import { decide, type Translate, takeAll } from './rewrite.ts'
import { ByteComparison, type Comparison, replacementBy } from './verify-bytes.ts'
import { PackageComparison } from './verify-package.ts'
import { windowsOf } from './windows.ts'

/**
 * Compares a result with its original. Both must have the same units, each unit must read back as its translation (or as its source
 * where `translate` gives none), and every byte outside the edited ranges must be equal. Without a difference the list is empty.
 * @throws {FormatError} any code, where the original cannot be read
 */
export async function verify(
  format: Format,
  openOriginal: Open,
  openResult: Open,
  translate: Translate,
  target: Target,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const bytes = format.compose
    ? NOTHING_KEPT
    : format.packaging
      ? new PackageComparison(format.packaging, openOriginal, openResult, findings)
      : new ByteComparison(openOriginal(), openResult(), offset => findings.push({ kind: 'bytes', offset }))
  const traitsOf = (unit: Unit): Traits => format.traitsAt?.(unit) ?? format.traits
  // Those of the original that are not compared yet, by their paths.
  const waiting = new Map<string, Unit>()
  const beside = (path: string): Unit | undefined => waiting.get(path)
  const units = format.traits.cut_by_wording
    ? undefined
    : new UnitComparison(format.scan(openResult(), { target, original: openOriginal, beside }), findings, format)
  let decided: Decision[] = []
  let begun = false
  const writing = decide(format, target, (unit, translation, edits, left = false) => {
    begun ||= translation !== undefined
    decided.push({ unit, translation, edits, left })
  })
  const check = async (): Promise<void> => {
    const decisions = decided
    decided = []
    const inOrder = units ? decisions.filter(({ unit }) => !traitsOf(unit).cut_by_wording) : []
    await bytes.past(inOrder.flatMap(({ edits }) => edits.map(replacementBy)))
    await units?.next(inOrder)
    if (inOrder.length < decisions.length) {
      const cut = decisions.filter(({ unit }) => traitsOf(unit).cut_by_wording)
      await compareWritten(bytes, cut, findings)
    }
    for (const { unit } of decisions) waiting.delete(unit.path)
  }
  for await (const window of windowsOf(format.scan(openOriginal(), { target }))) {
    if (units) for (const unit of window) waiting.set(unit.path, unit)
    takeAll(writing, window, await translate(window))
    await check()
  }
  writing.end()
  begun ||= format.compose !== undefined
  // Where nothing is translated the file stays as it is. Its bytes prove that; what its units would have become does not matter.
  if (begun) await check()
  await bytes.end()
  await units?.end(begun)
  return findings
}

/** A result that is made anew keeps no bytes of its original. */
const NOTHING_KEPT: Comparison = { past: async () => undefined, end: async () => undefined }

/** What was decided about a unit. */
interface Decision {
  readonly unit: Unit
  readonly translation: string | undefined
  readonly edits: readonly Edit[]
  /** The file of a parcel that the unit is of is left as it is. */
  readonly left: boolean
}

/** For formats that are cut by wording: compares each translation with the text at the place where it was written. */
async function compareWritten(bytes: Comparison, decisions: readonly Decision[], findings: Finding[]): Promise<void> {
  for (const { unit, translation, edits } of decisions) {
    if (edits.length === 0) continue
    await bytes.past(edits.map(replacementBy), written =>
      reporter(findings)(unit, oneEol(translation ?? unit.text), oneEol(decode(written, unit.charset))),
    )
  }
}

type Report = (unit: Unit, expected: string, found: string) => void

/** Reports a text that is not the expected one. */
function reporter(findings: Finding[], traitsOf: (unit: Unit) => Traits = () => ({})): Report {
  return (unit, expected, found) => {
    if (found === expected || (traitsOf(unit).free_line_breaks && unbroken(found) === unbroken(expected))) return
    findings.push({ kind: 'text', index: unit.index, path: unit.path, expected, found })
  }
}

/** A text on one line. Between signs of a script without blanks, a line break is no blank. */
function unbroken(text: string): string {
  return text.replace(/\s+/g, ' ').replace(BETWEEN_WIDE, '').trim()
}

const BETWEEN_WIDE =
  /(?<=[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]) (?=[\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60])/g

function oneEol(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}

/** In a file that holds both, the source must be unchanged and the translation must be the one that was written. */
function compareTexts({ unit, translation: given, left }: Decision, found: Unit, format: Format, report: Report): void {
  const translation = given === undefined ? undefined : (format.readsAs?.(unit, given) ?? given)
  const unwritten = left ? undefined : unit.unwritten
  report(unit, unit.target === undefined ? (translation ?? unwritten ?? unit.text) : unit.text, found.text)
  if (unit.target !== undefined) report(unit, translation ?? unit.target, found.target ?? '')
}

/** Compares the units of the result with those of the original. Both come in batches: to wait for each of millions would be slow. */
class UnitComparison {
  readonly #batches: AsyncGenerator<readonly Unit[]>
  readonly #findings: Finding[]
  readonly #format: Format
  readonly #report: Report
  #batch: readonly Unit[] = []
  #at = 0
  #count = 0
  #open = true

  constructor(units: AsyncIterable<Unit>, findings: Finding[], format: Format) {
    this.#batches = batchesOf(units)
    this.#findings = findings
    this.#format = format
    this.#report = reporter(findings, unit => format.traitsAt?.(unit) ?? format.traits)
  }

  async next(decisions: readonly Decision[]): Promise<void> {
    this.#count += decisions.length
    for (const decision of decisions) {
      const { unit } = decision
      const found = this.#open && this.#at >= this.#batch.length ? await this.#more() : this.#batch[this.#at]
      if (!this.#open) return
      this.#at += 1
      if (found?.path === unit.path) compareTexts(decision, found, this.#format, this.#report)
      else await this.#close({ kind: 'structure', index: unit.index, path: unit.path })
    }
  }

  /** Ends the comparison. `whole`: all units were compared, so that the result has no other ones. */
  async end(whole: boolean): Promise<void> {
    const surplus = whole && this.#open ? (this.#batch[this.#at] ?? (await this.#more())) : undefined
    if (surplus) this.#findings.push({ kind: 'structure', index: this.#count, path: surplus.path })
    await this.#batches.return(undefined)
  }

  /** The first unit of the next batch that is not empty; undefined at the end, or where the result cannot be read. */
  async #more(): Promise<Unit | undefined> {
    try {
      do {
        const next = await this.#batches.next()
        if (next.done) return undefined
        this.#batch = next.value
      } while (this.#batch.length === 0)
      this.#at = 0
      return this.#batch[0]
    } catch (error) {
      if (!(error instanceof FormatError)) throw error
      await this.#close({ kind: 'unreadable', message: error.message })
      return undefined
    }
  }

  async #close(finding: Finding): Promise<void> {
    this.#findings.push(finding)
    this.#open = false
    await this.#batches.return(undefined)
  }
}
