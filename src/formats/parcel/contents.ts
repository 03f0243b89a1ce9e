/** What is in a parcel: files that a format reads, files that are left, and all others. */
import { extensionOf, FILE_KINDS } from '../../contract/formats.ts'
import { resultName } from '../../contract/result-names.ts'
import { mimetypeOf, namedKind } from '../bytes/parts/index.ts'
import { openZip, type ZipArchive } from '../bytes/zip/index.ts'
import { type ByteStream, type Format, FormatError, type Reason } from '../format.ts'

/** The format that reads files with this extension, given without its dot; undefined where none does. */
export type LoadFormat = (extension: string) => Promise<Format | undefined>

/** A file that is read, or one that could be read and is left for a reason, in words that end a sentence. */
export type HeldFile = { readonly name: string } & (
  | { readonly format: Format }
  | { readonly left: string; readonly left_out: Reason }
)

export interface Contents {
  readonly archive: ZipArchive
  /** In the order of the parcel. */
  readonly files: readonly HeldFile[]
  /** The others in few words, `3 other files: 2 .png, 1 .otf`; undefined where there are none. */
  readonly others: string | undefined
}

const MB = 1024 * 1024
/** Of all files that are read, unpacked, in bytes: as much as the largest file that is taken by itself. */
export const LARGEST_READ = FILE_KINDS.zip.ceiling_bytes

/**
 * Opens a parcel. Nothing of it is unpacked.
 *
 * @throws {FormatError} as `openZip`; malformed: it is a document that is packed as a zip, or empty; too_large
 */
export async function openParcel(source: ByteStream, load: LoadFormat): Promise<Contents> {
  const archive = await openZip(source)
  await refuseDocument(archive)
  if (archive.names.length === 0) throw refusal('The zip is empty: there is no file in it.')
  const files: HeldFile[] = []
  const others: string[] = []
  let size = 0
  for (const name of archive.names) {
    const file = isOfSystem(name) ? undefined : await heldFile(archive, name, load)
    if (file === undefined) others.push(name)
    else files.push(file)
    if (file && 'format' in file) size += archive.size(name)
  }
  if (size > LARGEST_READ) {
    const message = `The files to read in the zip are larger than ${LARGEST_READ / MB} MB together, unpacked. Send them in several zips.`
    throw new FormatError('too_large', message)
  }
  return { archive, files, others: inFewWords(others) }
}

async function heldFile(archive: ZipArchive, name: string, load: LoadFormat): Promise<HeldFile | undefined> {
  const extension = extensionOf(name)
  if (extension === 'zip')
    return { name, left_out: 'unreadable', left: 'a zip in the zip, which is not opened: send it by itself' }
  const format = await load(extension)
  if (format === undefined) return undefined
  if (format.compose) {
    const kind = extensionOf(resultName(name))
    return {
      name,
      left_out: 'not_taken',
      left: `its translation is a file of another kind (.${kind}): send it by itself`,
    }
  }
  const most = FILE_KINDS[format.family].ceiling_bytes
  if (archive.size(name) <= most) return { name, format }
  return { name, left_out: 'unreadable', left: `larger than ${most / MB} MB, the most that is read of such a file` }
}

/** Documents that are packed as a zip would come apart into their members. */
async function refuseDocument(archive: ZipArchive): Promise<void> {
  const type = await mimetypeOf(archive)
  const said = type === undefined ? undefined : namedKind(type)
  const kind = archive.names.includes('[Content_Types].xml')
    ? 'a document of Office. Name it .docx, .xlsx or .pptx, whichever it is'
    : said && `${said.is}. Name it ${said.as}`
  if (kind !== undefined) throw refusal(`The file is not a zip of files, as its name says, but ${kind}, and send that.`)
}

/** What systems put beside the files of people. */
const OF_SYSTEM =
  /(?:^|\/)(?:__MACOSX\/.*|\.git\/.*|\._[^/]*|\.DS_Store|\.localized|thumbs\.db|ehthumbs\.db|desktop\.ini)$/i

function isOfSystem(name: string): boolean {
  return OF_SYSTEM.test(name)
}

const KINDS_NAMED = 5

/** Said once, since there may be hundreds of pictures. */
function inFewWords(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined
  const counts = new Map<string, number>()
  for (const name of names) {
    const kind = isOfSystem(name) ? 'of the system' : endingOf(name)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  const kinds = [...counts].sort(([, one], [, other]) => other - one).map(([kind, count]) => `${count} ${kind}`)
  const more = kinds.length > KINDS_NAMED ? ['and others'] : []
  const listed = [...kinds.slice(0, KINDS_NAMED), ...more].join(', ')
  return `${names.length} other ${names.length === 1 ? 'file' : 'files'}: ${listed}`
}

function endingOf(name: string): string {
  const extension = extensionOf(name)
  return /^[a-z0-9]{1,8}$/.test(extension) ? `.${extension}` : 'without a known ending'
}

function refusal(message: string): FormatError {
  return new FormatError('malformed', message)
}
