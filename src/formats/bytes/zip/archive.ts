/** A zip file that is open for reading: what families see of it. */
import type { ByteStream } from '../../format.ts'
import { heldBytes, rangesOf, withRanges } from '../ranges.ts'
import { admission, nameShown } from './admission.ts'
import { readDirectory } from './directory.ts'
import { damaged, type ZipMember } from './entry.ts'
import { contentLater, SMALL_BYTES } from './member.ts'

export interface ZipArchive {
  /** The names of all members, in the order of the file. Folders have none. */
  readonly names: readonly string[]
  /** How the file writes a name; programs of Office do not tell upper from lower case. Undefined where there is no such member. */
  named(name: string): string | undefined
  /** Bytes of a member, unpacked; 0 where there is none. */
  size(name: string): number
  /** What its content is told by: two members with the same print have the same content. Undefined where there is none. */
  print(name: string): string | undefined
  /** The content of a member by its name as the file writes it. @throws {FormatError} malformed: no such member; while iterating: damaged */
  content(name: string): ByteStream
  /**
   * A member that is a zip file itself, such as the workbook in a presentation. The member is held in memory.
   * @throws {FormatError} as `openZip`; too_deep
   */
  inner(name: string): Promise<ZipArchive>
}

/**
 * Opens a zip file: its directory is read and checked, and nothing unpacked.
 *
 * @throws {FormatError} malformed: no zip file (it says what it is instead), damaged or unsafe; protected; too_large
 */
export async function openZip(source: ByteStream, depth = 0): Promise<ZipArchive> {
  admission.depth(depth)
  const ranges = await rangesOf(source)
  const { entries } = await readDirectory(ranges)
  const members = new Map<string, ZipMember>()
  const spellings = new Map<string, string>()
  for (const entry of entries) {
    if (entry.name.endsWith('/')) continue
    members.set(entry.name, entry)
    spellings.set(entry.name.toLowerCase(), entry.name)
  }
  const content = (name: string): ByteStream => {
    const entry = members.get(name)
    if (!entry) throw damaged(`“${nameShown(name)}” is missing in it`)
    if (entry.size > SMALL_BYTES) return contentLater(entry, ranges)
    return { [Symbol.asyncIterator]: () => small(entry) }
  }
  // A slide is asked whether it is hidden, and then for its texts: it is unpacked once.
  let last: { readonly entry: ZipMember; readonly bytes: Buffer } | undefined
  const small = async function* (entry: ZipMember): AsyncGenerator<Uint8Array> {
    if (last?.entry !== entry) last = { entry, bytes: await heldBytes(contentLater(entry, ranges)) }
    yield last.bytes
  }
  return {
    names: [...members.keys()],
    named: name => (members.has(name) ? name : spellings.get(name.toLowerCase())),
    size: name => members.get(name)?.size ?? 0,
    print: name => printOf(members.get(name)),
    content,
    async inner(name) {
      const bytes = await heldBytes(content(name))
      return await openZip(bytesAsFile(bytes), depth + 1)
    },
  }
}

function printOf(entry: ZipMember | undefined): string | undefined {
  return entry && `${entry.crc} ${entry.size}`
}

/** Bytes that are held, as a file that can be read from any place on. */
export function bytesAsFile(bytes: Uint8Array): ByteStream {
  const read = async function* (from: number, to: number): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(from, to)
  }
  return withRanges(read(0, bytes.length), { size: async () => bytes.length, read })
}
