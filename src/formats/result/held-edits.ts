/**
 * The edits of a package, which are held until all of it is read: there may be millions, and all the text of the package is in them. They are
 * held packed, so that memory hardly grows with it, and as bytes, at which the garbage collector does not look.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Edit } from '../format.ts'
import type { Replacement } from './verify-bytes.ts'

/** What is packed in one step. */
const CHUNK_BYTES = 65_536
/** zlib takes no smaller buffers. */
const LEAST_CHUNK = 64
/** The quickest that there is: edits are mostly markup, which packs well anyway. */
const LEVEL = 1
/** An edit is held as where it begins and ends, how long what is written is, how much of that is held, and what is held. */
const AT = { start: 0, end: 8, length: 16, held: 24, bytes: 32 } as const
/** The most bytes that a UTF-16 code unit takes in UTF-8. */
const WIDEST = 3
const BATCH = 500

/** Edits of one member that came one after another into one chunk. */
interface Run {
  readonly chunk: number
  readonly from: number
  count: number
}

/** The edits of one member, in the order in which they came. */
interface OfMember {
  readonly runs: Run[]
  last: number
  isSorted: boolean
}

/** An edit as it is held: without its member. */
export interface HeldEdit extends Replacement {
  readonly bytes: Buffer
}

export class HeldEdits {
  readonly #members = new Map<string, OfMember>()
  /** All but the last, which is not full. */
  readonly #packed: { readonly bytes: Buffer; readonly size: number }[] = []
  #open = Buffer.alloc(0)
  #used = 0
  /** The member of the last edit, and the chunk that was unpacked last. */
  #lastMember: string | undefined
  #unpacked: { readonly chunk: number; readonly bytes: Buffer } | undefined

  /** Takes an edit of a member. */
  add(member: string, { start, end, bytes }: Pick<Edit, 'start' | 'end' | 'bytes'>): void {
    const from = this.#withRoom(AT.bytes + mostOf(bytes))
    const at = from + AT.bytes
    const length = typeof bytes === 'string' ? this.#open.write(bytes, at) : bytes.length
    if (typeof bytes !== 'string') this.#open.set(bytes, at)
    this.#close(member, { start, end, length }, from, length)
  }

  /** Takes where an edit of a member lies and how long it is, without what is written. */
  addPlace(member: string, place: Replacement): void {
    this.#close(member, place, this.#withRoom(AT.bytes), 0)
  }

  has(member: string): boolean {
    return this.#members.has(member)
  }

  get members(): Iterable<string> {
    return this.#members.keys()
  }

  /**
   * The edits of a member, some at a time, in the order of where they begin; those that begin at one place stay as they came. Units of a member
   * may lie in each other, as the paragraphs of a box in the paragraph that it hangs on.
   */
  *inOrder(member: string): Generator<readonly HeldEdit[]> {
    const its = this.#members.get(member)
    if (!its) return
    if (its.isSorted) yield* this.#batches(its.runs)
    else yield [...this.#batches(its.runs)].flat().sort((one, other) => one.start - other.start)
  }

  #withRoom(length: number): number {
    if (this.#used + length > this.#open.length) {
      this.#pack()
      // What is longer than a chunk is one by itself.
      const size = Math.max(CHUNK_BYTES, length)
      if (this.#open.length !== size) this.#open = Buffer.allocUnsafe(size)
    }
    return this.#used
  }

  #pack(): void {
    if (this.#used === 0) return
    const bytes = deflateRawSync(this.#open.subarray(0, this.#used), { level: LEVEL })
    // A copy of its own size: what zlib gives, and what lies in the pool of small buffers, holds more than it says.
    const kept = Buffer.allocUnsafeSlow(bytes.length)
    bytes.copy(kept)
    this.#packed.push({ bytes: kept, size: this.#used })
    this.#used = 0
  }

  #close(member: string, { start, end, length }: Replacement, from: number, held: number): void {
    const open = this.#open
    open.writeDoubleLE(start, from + AT.start)
    open.writeDoubleLE(end, from + AT.end)
    open.writeDoubleLE(length, from + AT.length)
    open.writeDoubleLE(held, from + AT.held)
    this.#used = from + AT.bytes + held
    const its = this.#members.get(member) ?? { runs: [], last: 0, isSorted: true }
    if (its.runs.length === 0) this.#members.set(member, its)
    if (start < its.last) its.isSorted = false
    its.last = start
    const [chunk, run] = [this.#packed.length, its.runs.at(-1)]
    if (run?.chunk === chunk && this.#lastMember === member) run.count += 1
    else its.runs.push({ chunk, from, count: 1 })
    this.#lastMember = member
  }

  *#batches(runs: readonly Run[]): Generator<readonly HeldEdit[]> {
    for (const { chunk, from, count } of runs) {
      const bytes = this.#bytesOf(chunk)
      let at = from
      for (let nth = 0; nth < count; nth += BATCH) {
        const batch: HeldEdit[] = []
        for (let left = Math.min(BATCH, count - nth); left > 0; left -= 1) {
          const edit = editAt(bytes, at)
          at += AT.bytes + edit.bytes.length
          batch.push(edit)
        }
        yield batch
      }
    }
  }

  #bytesOf(chunk: number): Buffer {
    const packed = this.#packed[chunk]
    if (!packed) return this.#open
    if (this.#unpacked?.chunk !== chunk) {
      this.#unpacked = { chunk, bytes: inflateRawSync(packed.bytes, { chunkSize: Math.max(LEAST_CHUNK, packed.size) }) }
    }
    return this.#unpacked.bytes
  }
}

/** No fewer bytes than it takes. To count them would be slow for millions. */
function mostOf(bytes: Uint8Array | string): number {
  const most = typeof bytes === 'string' ? bytes.length * WIDEST : bytes.length
  return most < CHUNK_BYTES ? most : Buffer.byteLength(bytes)
}

function editAt(bytes: Buffer, from: number): HeldEdit {
  const [start, end, length, held] = [AT.start, AT.end, AT.length, AT.held].map(at => bytes.readDoubleLE(from + at))
  const at = from + AT.bytes
  return { start: start ?? 0, end: end ?? 0, length: length ?? 0, bytes: bytes.subarray(at, at + (held ?? 0)) }
}
