/** The XML of a member of a package. */
import { FormatError } from '../../format.ts'
import { heldBytes } from '../ranges.ts'
import { KnownTags, plainXmlAtOnce, readPlainXml, readXml, UnusualXml, type XmlPiece } from '../xml/index.ts'
import type { ZipArchive } from '../zip/index.ts'

/** A text may be one node, which is one string. */
const LARGEST_XML = 400 * 1024 * 1024

/**
 * The nodes of a member, some at a time; their offsets are those of the member, unpacked. No program writes a document type into such a
 * member, so none is read.
 *
 * @throws {FormatError} as `readXml`, naming the member; malformed: it has a document type; too_large
 */
export async function* readMember(archive: ZipArchive, name: string): AsyncGenerator<XmlPiece> {
  if (archive.size(name) > LARGEST_XML) {
    throw new FormatError('too_large', `“${name}” in the file is larger unpacked than what is read. Split the file.`)
  }
  try {
    for await (const piece of piecesOfMember(archive, name)) {
      if (piece.nodes.some(({ kind }) => kind === 'doctype')) {
        const message = `“${name}” in the file has a DOCTYPE, which no such file has. It is not read.`
        throw new FormatError('malformed', message)
      }
      yield piece
    }
  } catch (error) {
    throw error instanceof FormatError ? naming(error, name) : error
  }
}

const KNOWN = new WeakMap<ZipArchive, KnownTags>()

function tagsKnownIn(archive: ZipArchive): KnownTags {
  const tags = KNOWN.get(archive) ?? new KnownTags()
  KNOWN.set(archive, tags)
  return tags
}

/** What is read in one piece: a package may have thousands of short members, and a chain of streams for each takes far longer. */
const SHORT_BYTES = 32_768

/** Read quickly, and from where that cannot go on, thoroughly. */
async function* piecesOfMember(archive: ZipArchive, name: string): AsyncGenerator<XmlPiece> {
  if (archive.size(name) <= SHORT_BYTES) {
    const piece = plainXmlAtOnce(await heldBytes(archive.content(name)), tagsKnownIn(archive))
    if (piece) {
      yield piece
      return
    }
  }
  let from = 0
  try {
    yield* readPlainXml(archive.content(name), tagsKnownIn(archive))
    return
  } catch (error) {
    if (!(error instanceof UnusualXml)) throw error
    from = error.from
  }
  for await (const { charset, nodes } of readXml(archive.content(name)))
    yield { charset, nodes: (nodes[0]?.start ?? 0) >= from ? nodes : nodes.filter(({ start }) => start >= from) }
}

function naming({ code, message, line, column }: FormatError, name: string): FormatError {
  const place = line === undefined || column === undefined ? undefined : { line, column }
  return new FormatError(
    code,
    message.replace(
      /^The (?:elements of the )?file\b/,
      found => `${found === 'The file' ? '' : 'The elements of '}“${name}” in the file`,
    ),
    place,
  )
}
