/** Writing a package: each edit goes to the member that it names. */
import { heldBytes } from '../bytes/ranges.ts'
import { splice } from '../bytes/splice.ts'
import { bytesAsFile } from '../bytes/zip/index.ts'
import { type ByteStream, type Edit, FormatError, type Open, type Packaging } from '../format.ts'
import { HeldEdits } from './held-edits.ts'

/** The edits of a member: in it, or in members of it, where it is a package itself. */
interface MemberEdits {
  readonly own: HeldEdits
  readonly inner: Edit[]
}

/**
 * The package with the edits applied to its members. Without edits, every byte is as it was. All edits are held in memory, because
 * members are not written in the order in which their text is read.
 * @throws {FormatError} overlapping_edits: as `splice` within a member, or an edit names no member of the package
 * @throws {FormatError} any code that the packaging throws
 */
export async function* rewritePackage(
  packaging: Packaging,
  open: Open,
  batches: AsyncIterable<readonly Edit[]>,
): AsyncGenerator<Uint8Array> {
  const pending = new Map<string, MemberEdits>()
  for await (const batch of batches) for (const edit of batch) hold(pending, edit)
  if (pending.size === 0) return yield* open()
  const changes = new Map(
    [...pending].map(([member, its]) => {
      const change = (content: ByteStream): ByteStream => {
        pending.delete(member)
        return edited(packaging, content, its)
      }
      return [member, change] as const
    }),
  )
  yield* packaging.repack(open, changes)
  const [missing] = pending.keys()
  if (missing !== undefined) throw misplaced(`in “${missing}”, which the package does not hold`)
}

function hold(members: Map<string, MemberEdits>, edit: Edit): void {
  if (edit.member === undefined) throw misplaced('in no member of its package')
  const known = members.get(edit.member)
  const its = known ?? { own: new HeldEdits(), inner: [] }
  if (!known) members.set(edit.member, its)
  if (isInner(edit)) its.inner.push(ofInner(edit))
  else its.own.add(edit)
}

/** A member with its edits. Where they are in members of it, it is a package itself, which is held. */
function edited(packaging: Packaging, content: ByteStream, { own, inner }: MemberEdits): ByteStream {
  const within = async function* (): AsyncGenerator<Uint8Array> {
    const bytes = await heldBytes(content)
    yield* rewritePackage(packaging, () => bytesAsFile(bytes), inOne(inner))
  }
  return inner.length === 0 ? splice(content, own.inOrder()) : within()
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
