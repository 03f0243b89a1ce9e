/** What a plan says of a document that people may not expect. */
import { turnedTargets } from '../bytes/direction.ts'
import { openOpenDocument } from '../bytes/parts/index.ts'
import type { ByteStream } from '../format.ts'
import type { OdfKind } from './document.ts'
import { remarksOnTables } from './sheets.ts'

const SIGNATURES = ['META-INF/documentsignatures.xml', 'META-INF/macrosignatures.xml']
const SIGNED =
  'The document is signed. A translation is another document: its signature holds no more, and whoever opens it is told so. Have the translation signed.'

export async function remarksOnDocument(
  kind: OdfKind,
  source: ByteStream,
  targets: readonly string[],
  spoken: string | undefined,
): Promise<readonly string[]> {
  const file = await openOpenDocument(source, kind)
  const remarks = SIGNATURES.some(name => file.archive.named(name) !== undefined) ? [SIGNED] : []
  if (kind !== 'ods') return remarks
  const turned = turnedTargets(targets, spoken)
  const turning = `The columns of each sheet stay in their order and direction: turn a sheet in LibreOffice (Format, Page Style, Sheet) for ${turned.join(', ')}.`
  return [...remarks, ...(await remarksOnTables(file)), ...(turned.length > 0 ? [turning] : [])]
}
