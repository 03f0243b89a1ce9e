/** Packages of OpenDocument (ISO/IEC 26300 part 2): what their manifest says of them. */
import { type ByteStream, FormatError } from '../../format.ts'
import { heldBytes } from '../ranges.ts'
import { openZip, type ZipArchive } from '../zip/index.ts'
import { isOfKind, mimetypeOf, otherKind, type PackageKind } from './kinds.ts'

const MANIFEST = 'META-INF/manifest.xml'
const LARGEST_MANIFEST = 8 * 1024 * 1024
const ENCRYPTED = /<(?:[\w.-]+:)?encryption-data[\s/>]|<(?:[\w.-]+:)?encrypted-key[\s/>]/
const ENTRY = /<(?:[\w.-]+:)?file-entry\s[^>]*>/g
const TYPE = /\s(?:[\w.-]+:)?media-type\s*=\s*(?:"([^"]*)"|'([^']*)')/
const PATH = /\s(?:[\w.-]+:)?full-path\s*=\s*(?:"([^"]*)"|'([^']*)')/

export interface OpenDocumentFile {
  readonly archive: ZipArchive
  /** What the manifest says that a member or a folder is, by its path; a folder ends in `/`. */
  readonly types: ReadonlyMap<string, string>
}

/**
 * Opens a package of OpenDocument.
 *
 * @throws {FormatError} as `openZip`; protected; malformed: it is another kind of file, and is told which
 */
export async function openOpenDocument(source: ByteStream, kind: PackageKind): Promise<OpenDocumentFile> {
  const archive = await openZip(source)
  const type = await mimetypeOf(archive)
  if (type === undefined || !isOfKind(type, kind)) throw otherKind(type, kind)
  const types = await manifestOf(archive)
  if (archive.named('content.xml') === undefined) {
    const message = 'The file is damaged: it has no “content.xml”, which holds its text. Save it anew in its program.'
    throw new FormatError('malformed', message)
  }
  return { archive, types }
}

/** @throws {FormatError} protected: the manifest says that members are encrypted */
export async function requireReadable(archive: ZipArchive): Promise<void> {
  await manifestOf(archive)
}

/** A manifest of programs before 2010 begins with a document type, which names a file that nobody has: it is looked through, not read. */
async function manifestOf(archive: ZipArchive): Promise<ReadonlyMap<string, string>> {
  const types = new Map<string, string>()
  const name = archive.named(MANIFEST)
  if (name === undefined || archive.size(name) > LARGEST_MANIFEST) return types
  const said = (await heldBytes(archive.content(name))).toString('utf8')
  if (ENCRYPTED.test(said)) {
    const message =
      'The file has a password. Save it without one (File, Save As, “Save with password” off), and send that.'
    throw new FormatError('protected', message)
  }
  for (const [entry] of said.matchAll(ENTRY)) {
    const [, path = '', other = path] = PATH.exec(entry) ?? []
    const [, type = '', alike = type] = TYPE.exec(entry) ?? []
    types.set(path || other, type || alike)
  }
  return types
}
