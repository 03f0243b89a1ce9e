/** Comparing a package with its original, entry by entry. */

import { heldBytes } from '../bytes/ranges.ts'
import { bytesAsFile } from '../bytes/zip/index.ts'
import { FormatError, type Open, type PackageEntry, type Packaging } from '../format.ts'
import type { Finding } from './finding.ts'
import { HeldEdits } from './held-edits.ts'
import { isInner, misplaced, ofInner } from './package.ts'
import { ByteComparison, type Comparison, type Replacement } from './verify-bytes.ts'

/** An edit of one member. `written` is called with the bytes that the result has in its place. */
interface Expected {
  readonly edit: Replacement
  readonly written: ((bytes: Uint8Array) => void) | undefined
}

const NO_PLACES = new HeldEdits()

/** Compares two packages. Edits are held until `end`, because text is not read in the order of the members. */
export class PackageComparison implements Comparison {
  readonly #packaging: Packaging
  readonly #openOriginal: Open
  readonly #openResult: Open
  readonly #findings: Finding[]
  readonly #expected = new Map<string, Expected[]>()
  readonly #places: HeldEdits

  /** `places`: where edits lie that nobody has to be told of. */
  constructor(packaging: Packaging, openOriginal: Open, openResult: Open, findings: Finding[], places = NO_PLACES) {
    this.#places = places
    this.#packaging = packaging
    this.#openOriginal = openOriginal
    this.#openResult = openResult
    this.#findings = findings
  }

  async past(edits: readonly Replacement[], written?: (bytes: Uint8Array) => void): Promise<void> {
    const last = edits.at(-1)
    for (const [member, its] of byMember(edits)) {
      const expected = this.#expected.get(member) ?? []
      for (const edit of its) expected.push({ edit, written: edit === last ? written : undefined })
      this.#expected.set(member, expected)
    }
  }

  async end(): Promise<void> {
    const results = ofResult(this.#packaging.entries(this.#openResult))
    try {
      for await (const original of this.#packaging.entries(this.#openOriginal)) {
        const next = await results.next()
        if (next.done || next.value.member !== original.member) return this.#differ(0, original.member)
        await this.#compare(original, next.value)
      }
      const surplus = await results.next()
      if (!surplus.done) this.#differ(0, surplus.value.member)
    } catch (error) {
      if (!(error instanceof UnreadableResult)) throw error
      this.#findings.push({ kind: 'unreadable', message: error.message })
    } finally {
      await results.return(undefined)
    }
  }

  async #compare(original: PackageEntry, result: PackageEntry): Promise<void> {
    const { member } = original
    const differ = (offset: number): void => this.#differ(offset, member)
    const expected = member === undefined ? [] : (this.#expected.get(member) ?? [])
    const has_places = member !== undefined && this.#places.has(member)
    if (expected.some(({ edit }) => isInner(edit))) return await this.#compareInner(original, result, expected)
    // A member without edits is copied as it is packed, also where it is damaged.
    const [one, other] =
      expected.length === 0 && !has_places && original.packed && result.packed
        ? [original.packed, result.packed]
        : [original.content, result.content]
    const comparison = new ByteComparison(one, ofResult(other), differ)
    for (const { edit, written } of sortedByStart(expected)) await comparison.past([edit], written)
    if (has_places) for (const places of this.#places.inOrder(member)) await comparison.past(places)
    await comparison.end()
  }

  /** A member that is a package itself. Both are held. */
  async #compareInner(original: PackageEntry, result: PackageEntry, expected: readonly Expected[]): Promise<void> {
    const bytes = await heldBytes(original.content)
    const written = await heldBytes(ofResult(result.content))
    const findings: Finding[] = []
    const comparison = new PackageComparison(
      this.#packaging,
      () => bytesAsFile(bytes),
      () => bytesAsFile(written),
      findings,
    )
    for (const { edit, written } of expected) await comparison.past([ofInner(edit)], written)
    await comparison.end()
    for (const finding of findings)
      this.#findings.push(finding.kind === 'bytes' ? { ...finding, member: within(original, finding) } : finding)
  }

  #differ(offset: number, member: string | undefined): void {
    this.#findings.push({ kind: 'bytes', offset, ...(member !== undefined && { member }) })
  }
}

function within({ member }: PackageEntry, inner: { readonly member?: string | undefined }): string {
  return `${member}${inner.member === undefined ? '' : `!${inner.member}`}`
}

/** Thrown where the result cannot be read, which becomes a finding. An original that cannot be read stays a `FormatError`. */
class UnreadableResult extends Error {
  override readonly name = 'UnreadableResult'
}

async function* ofResult<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items
  } catch (error) {
    throw error instanceof FormatError ? new UnreadableResult(error.message) : error
  }
}

/** The edits by the member that they name, in the given order. @throws {FormatError} overlapping_edits: an edit names no member */
function byMember(edits: readonly Replacement[]): Map<string, Replacement[]> {
  const sorted = new Map<string, Replacement[]>()
  for (const edit of edits) {
    if (edit.member === undefined) throw misplaced('in no member of its package')
    const its = sorted.get(edit.member)
    if (its) its.push(edit)
    else sorted.set(edit.member, [edit])
  }
  return sorted
}

/**
 * What belongs to edits of one member, sorted by where they begin; those that begin at one place stay as they come. Units of a member may
 * lie in each other, as the paragraphs of a box in the paragraph that it hangs on.
 */
function sortedByStart(items: readonly Expected[]): Expected[] {
  return [...items].sort((one, other) => one.edit.start - other.edit.start)
}
