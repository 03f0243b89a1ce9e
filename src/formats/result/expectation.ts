/**
 * Proving a result that has just been written without reading its original once more for units: while it is written, it is noted what it has to
 * read back as. What is found then is right; where anything is other than expected, `verify` tells what, and whether it is wrong at all.
 */
import { createHash, type Hash } from 'node:crypto'
import { batchesOf } from '../bytes/flatten.ts'
import { type Edit, type Format, FormatError, type Open, type Target, type Unit } from '../format.ts'
import type { Finding } from './finding.ts'
import { HeldEdits } from './held-edits.ts'
import { PackageComparison } from './verify-package.ts'

/** Only of packages whose format signs its units: they hold all their edits while they are written anyway. Others never meet it. */
export class Expectation {
  /** Units whose translation was not written, by their indexes, and why: they read back as their source. */
  readonly left = new Map<number, string>()
  readonly #format: Format
  readonly #signs = new Signs()
  readonly #places = new HeldEdits()
  #isKnown: boolean

  constructor(format: Format) {
    this.#format = format
    this.#isKnown = format.sign !== undefined && format.packaging !== undefined
  }

  /** Takes what was decided of the next unit. */
  add(unit: Unit, translation: string | undefined, edits: readonly Edit[]): void {
    if (!this.#isKnown) return
    const sign = this.#format.sign?.(unit, translation)
    if (sign === undefined) this.#isKnown = false
    else this.#signs.add(unit.path, sign)
    for (const edit of edits) this.#note(edit)
  }

  #note({ member, inner, start, end, bytes }: Edit): void {
    // A package in a package is compared unit by unit.
    if (member === undefined || inner !== undefined) this.#isKnown = false
    else this.#places.addPlace(member, { start, end, length: Buffer.byteLength(bytes) })
  }

  /**
   * Whether the result reads back as it was written, unit by unit, and is its original everywhere else. False says only that it is not known.
   * `passed` is called with each number of units that were read.
   * @throws {FormatError} any code, where the original cannot be read
   */
  async isMet(
    openOriginal: Open,
    openResult: Open,
    target: Target,
    passed?: (units: number) => void,
  ): Promise<boolean> {
    const { sign, packaging } = this.#format
    if (!this.#isKnown || !sign || !packaging) return false
    const findings: Finding[] = []
    const bytes = new PackageComparison(packaging, openOriginal, openResult, findings, this.#places)
    await bytes.end()
    if (findings.length > 0) return false
    const found = new Signs()
    try {
      for await (const units of batchesOf(this.#format.scan(openResult(), { target, original: openOriginal }))) {
        for (const unit of units) found.add(unit.path, sign(unit) ?? '')
        passed?.(units.length)
      }
    } catch (error) {
      if (error instanceof FormatError) return false
      throw error
    }
    return found.end() === this.#signs.end()
  }
}

/** What comes together before it is hashed, in characters: one call for each of millions of units would be slow. */
const PIECE = 65_536

/** All units of a file, each with its path, as one hash. */
class Signs {
  readonly #hash: Hash = createHash('sha256')
  #piece = ''

  add(path: string, sign: string): void {
    this.#piece += `${path}\n${sign.length}\n${sign}\n`
    if (this.#piece.length < PIECE) return
    this.#hash.update(this.#piece)
    this.#piece = ''
  }

  end(): string {
    return this.#hash.update(this.#piece).digest('hex')
  }
}
