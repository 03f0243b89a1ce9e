/** Writing a package: each edit goes to the member that it names. */
import { Flattened } from '../bytes/flatten.ts'
import { heldBytes } from '../bytes/ranges.ts'
import { splice } from '../bytes/splice.ts'
import { bytesAsFile } from '../bytes/zip/index.ts'
import { type ByteStream, type Edit, FormatError, type Open, type Packaging } from '../format.ts'
import { HeldEdits } from './held-edits.ts'

/** All edits of a package: those in its members, and by member those in members of it, where it is a package itself. */
interface PackageEdits {
  readonly own: HeldEdits
  readonly inner: Map<string, Edit[]>
}

/**
 * The package with the edits applied to its members. Without edits, every byte is as it was. All edits are held in memory, packed, because
 * members are not written in the order in which their text is read.
 * @throws {FormatError} overlapping_edits: as `splice` within a member, or an edit names no member of the package
 * @throws {FormatError} any code that the packaging throws
 */
export async function* rewritePackage(
  packaging: Packaging,
  open: Open,
  batches: AsyncIterable<readonly Edit[]>,
): AsyncGenerator<Uint8Array> {
  const edits: PackageEdits = { own: new HeldEdits(), inner: new Map() }
  for await (const batch of batches) for (const edit of batch) hold(edits, edit)
  const pending = new Set([...edits.own.members, ...edits.inner.keys()])
  if (pending.size === 0) return yield* open()
  const changes = new Map(
    [...pending].map(member => {
      const change = (content: ByteStream): ByteStream => {
        pending.delete(member)
        return edited(packaging, content, edits, member)
      }
      return [member, change] as const
    }),
  )
  yield* packaging.repack(open, changes)
  const [missing] = pending
  if (missing !== undefined) throw misplaced(`in “${missing}”, which the package does not hold`)
}

function hold({ own, inner }: PackageEdits, edit: Edit): void {
  if (edit.member === undefined) throw misplaced('in no member of its package')
  const known = inner.get(edit.member)
  if (!isInner(edit)) own.add(edit.member, edit)
  else if (known) known.push(ofInner(edit))
  else inner.set(edit.member, [ofInner(edit)])
}

/** A member with its edits. Where they are in members of it, it is a package itself, which is held. */
function edited(packaging: Packaging, content: ByteStream, { own, inner }: PackageEdits, member: string): ByteStream {
  const its = inner.get(member)
  if (its === undefined) return splice(content, new Flattened(() => inBatches(own.inOrder(member))))
  const within = async function* (): AsyncGenerator<Uint8Array> {
    const bytes = await heldBytes(content)
    yield* rewritePackage(packaging, () => bytesAsFile(bytes), inOne(its))
  }
  return within()
}

async function* inBatches<Item>(batches: Iterable<Item>): AsyncGenerator<Item> {
  yield* batches
}

/** Whether an edit is in a member of a member. */
export function isInner({ inner }: Pick<Edit, 'inner'>): boolean {
  return inner !== undefined
}

/** An edit as the package has it that is the member. */
export function ofInner<In extends Pick<Edit, 'member' | 'inner'>>(edit: In): In {
  return { ...edit, member: edit.inner, inner: undefined }
}

async function* inOne<Item>(item: Item): AsyncGenerator<Item> {
  yield item
}

/** The refusal of edits that have no place in the file. */
export function misplaced(where: string): FormatError {
  return new FormatError('overlapping_edits', `Nothing was written: an edit lies ${where}.`)
}
