/** Comparing a package with its original, entry by entry. */
import { type Edit, FormatError, type Open, type PackageEntry, type Packaging } from '../format.ts'
import type { Finding } from './finding.ts'
import { byMember, sortedByStart } from './package.ts'
import { ByteComparison, type Comparison } from './verify-bytes.ts'

/** An edit of one member. `written` is called with the bytes that the result has in its place. */
interface Expected {
  readonly edit: Edit
  readonly written: ((bytes: Uint8Array) => void) | undefined
}

/** Compares two packages. Edits are held until `end`, because text is not read in the order of the members. */
export class PackageComparison implements Comparison {
  readonly #packaging: Packaging
  readonly #openOriginal: Open
  readonly #openResult: Open
  readonly #findings: Finding[]
  readonly #expected = new Map<string, Expected[]>()

  constructor(packaging: Packaging, openOriginal: Open, openResult: Open, findings: Finding[]) {
    this.#packaging = packaging
    this.#openOriginal = openOriginal
    this.#openResult = openResult
    this.#findings = findings
  }

  async past(edits: readonly Edit[], written?: (bytes: Uint8Array) => void): Promise<void> {
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

  async #compare({ member, content }: PackageEntry, result: PackageEntry): Promise<void> {
    const differ = (offset: number): void => this.#differ(offset, member)
    const comparison = new ByteComparison(content, ofResult(result.content), differ)
    const expected = member === undefined ? [] : (this.#expected.get(member) ?? [])
    for (const { edit, written } of sortedByStart(expected, each => each.edit)) await comparison.past([edit], written)
    await comparison.end()
  }

  #differ(offset: number, member: string | undefined): void {
    this.#findings.push({ kind: 'bytes', offset, ...(member !== undefined && { member }) })
  }
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
