/** Reading the files of a parcel, each in its own format. */
import { FILE_KINDS } from '../../contract/formats.ts'
import { adviceOnKind } from '../../contract/near-kinds.ts'
import { batchesOf } from '../bytes/flatten.ts'
import { heldBytes } from '../bytes/ranges.ts'
import { bytesAsFile, openZip, type ZipArchive } from '../bytes/zip/index.ts'
import { type ByteStream, type Format, FormatError, type Open, type ScanOptions, type Unit } from '../format.ts'
import type { Contents } from './contents.ts'
import { FILE_SEPARATOR } from './facts.ts'
import { type ParcelUnit, partOfFile, pathInFile, UnitOfFile, unitOfLeft } from './unit.ts'

const MB = 1024 * 1024
/** So many units are held until their file has been read to its end. Of a longer one the end is looked at before. */
const UNITS_HELD = 20_000
/** Of so many files it is said why they cannot be read. */
const MOST_REASONS = 20
/** Of all packages in a parcel, unpacked, in bytes: what is taken of one. */
const LARGEST_SUM = 1024 * MB

/**
 * The units of all files, in the order of the parcel. A file that cannot be read is one unit with the reason: what was found of it before is
 * not given, since nothing of it will be written.
 *
 * @throws {FormatError} malformed: no file can be read
 */
export async function* parcelUnits(
  { archive, files, others }: Contents,
  options: ScanOptions<ParcelUnit>,
): AsyncGenerator<readonly ParcelUnit[]> {
  const before = options.original && (await openZip(options.original()))
  const opening = new FileOpening(archive)
  const faults: { name: string; because: string }[] = []
  let index = 0
  let read = 0
  for (const file of files) {
    const { name } = file
    if ('left' in file) {
      yield [unitOfLeft(index++, name, { left_out: file.left_out, because: file.left })]
      continue
    }
    const { format } = file
    const isSame = before === undefined || before.print(name) === archive.print(name)
    // The wording of its texts decides what units it has: each is compared where it was written.
    if (before !== undefined && format.traits.cut_by_wording) continue
    const scan = optionsFor(name, options, isSame ? undefined : before)
    try {
      const open = await opening.of(name, format)
      for await (const units of isSame ? readable(format, open, scan) : batchesOf(format.scan(open(), scan))) {
        yield units.map(unit => new UnitOfFile(index++, name, unit, format))
      }
      read += 1
    } catch (error) {
      if (!(error instanceof FormatError) || !isSame) throw error
      faults.push({ name, because: asClause(error.message) })
      const because = faults.length > MOST_REASONS ? undefined : asClause(error.message)
      yield [unitOfLeft(index++, name, { left_out: 'unreadable', because, format })]
    }
  }
  if (others !== undefined) yield [unitOfLeft(index++, '', { part: others, left_out: 'not_taken' })]
  if (read === 0 && before === undefined) throw nothingRead({ archive, files, others }, faults)
}

/** The files of a parcel, opened. Packages are held, and count what they hold: many small ones may be large together. */
export class FileOpening {
  readonly #archive: ZipArchive
  #sum = 0

  constructor(archive: ZipArchive) {
    this.#archive = archive
  }

  async of(name: string, { packaging }: Format): Promise<Open> {
    if (!packaging) return () => this.#archive.content(name)
    const bytes = await heldBytes(this.#archive.content(name))
    const inner = await openZip(bytesAsFile(bytes))
    for (const member of inner.names) this.#sum += inner.size(member)
    if (this.#sum > LARGEST_SUM) {
      throw new FormatError('too_large', 'The file is too large unpacked, with those before it. Send it by itself.')
    }
    return () => bytesAsFile(bytes)
  }
}

/** The units of a file, none before all of it can be read. */
async function* readable(format: Format, open: Open, options: ScanOptions): AsyncGenerator<readonly Unit[]> {
  const held: (readonly Unit[])[] = []
  let count = 0
  let isRead = false
  for await (const units of batchesOf(format.scan(open(), options))) {
    if (isRead) {
      yield units
      continue
    }
    held.push(units)
    count += units.length
    if (count <= UNITS_HELD) continue
    await readToEnd(format.scan(open(), options))
    isRead = true
    yield* held.splice(0)
  }
  yield* held
}

async function readToEnd(units: AsyncIterable<Unit>): Promise<void> {
  for await (const _ of batchesOf(units));
}

/** `before`: the parcel that a result was made from, where it has another content of the file. */
function optionsFor(name: string, options: ScanOptions<ParcelUnit>, before: ZipArchive | undefined): ScanOptions {
  const { target, source, asked, beside } = options
  const original = before && ((): ByteStream => before.content(name))
  return {
    ...(target && { target }),
    ...(original && { original }),
    ...(original && beside && { beside: path => beside(pathInFile(name, path))?.own }),
    ...(asked && { asked: (part, reason) => asked(partOfFile(name) + FILE_SEPARATOR + part, reason) }),
    source,
  }
}

/** A message as the end of a sentence. */
function asClause(message: string): string {
  return message.replace(/\.$/, '').replace(/^The file/, 'the file')
}

const NAMED = 3

function nothingRead(
  { archive, files, others }: Contents,
  faults: readonly { name: string; because: string }[],
): FormatError {
  const left = files.flatMap(file => ('left' in file ? [{ name: file.name, because: file.left }] : []))
  const said = [...faults, ...left].slice(0, NAMED).map(({ name, because }) => `“${partOfFile(name)}”: ${because}`)
  const holds = [...said, ...(others === undefined ? [] : [others])].join('; ')
  const near = files.length > 0 ? '' : nearToAny(archive.names)
  return new FormatError('malformed', `No file in the zip can be translated. It holds ${holds}.${near}`)
}

const ACCEPTED = Object.values(FILE_KINDS).flatMap(({ extensions }) => Object.keys(extensions))

/** What would do in place of the first file that something does for, or what its name is near to. */
function nearToAny(names: readonly string[]): string {
  for (const name of names) {
    const near = adviceOnKind({ name }, ACCEPTED)
    if (near !== undefined) return near
  }
  return ''
}
