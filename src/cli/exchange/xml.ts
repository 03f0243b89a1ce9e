/** XML that other programs wrote. */
import { attributesOf, FormatError, readXml, type XmlNode, type XmlTag } from '../../formats/index.ts'
import { TermFileFault } from '../../mcp/files/term-file.ts'
import { usualTag } from './languages.ts'

const PIECE_BYTES = 65_536

/**
 * The nodes of a file, in order. They are made of pieces of it, so that memory never holds those of the whole file.
 *
 * @throws {TermFileFault} the bytes are no XML, or define entities of their own
 */
export async function* xmlNodesOf(bytes: Uint8Array): AsyncGenerator<readonly XmlNode[]> {
  try {
    for await (const { nodes } of readXml(piecesOf(bytes))) yield nodes
  } catch (error) {
    if (error instanceof FormatError) throw new TermFileFault(error.message)
    throw error
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

/** The language that an attribute names, in the usual form of tags; undefined where it names none. */
export function languageAttribute(tag: XmlTag, attribute: string, usual = usualTag): string | undefined {
  const written = attributesOf(tag).get(attribute)?.value
  return written === undefined || written === '' || written === '*all*' ? undefined : usual(written)
}

/** How many lines a piece of markup or text ends. */
export function linesIn(raw: string): number {
  let lines = 0
  for (let at = raw.indexOf('\n'); at >= 0; at = raw.indexOf('\n', at + 1)) lines += 1
  return lines
}
