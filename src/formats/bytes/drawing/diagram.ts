/** Diagrams (SmartArt): a model, and beside it the picture that a program drew of it, which others show. */
import { type OfficeFile, readMember } from '../parts/index.ts'
import { attributesOf, localName } from '../xml/index.ts'

/**
 * The picture of the diagram whose model is `data`, which the member `from` shows: the model names it by a relation of that member. Where it
 * names none, the only picture that there is. @throws {FormatError} as `readMember`
 */
export async function pictureOfDiagram(file: OfficeFile, from: string, data: string): Promise<string | undefined> {
  const pictures = (await file.relationsOf(from)).filter(({ type }) => type === 'diagramDrawing')
  if (pictures.length === 0) return undefined
  const named = await namedIn(file, data)
  const picture = pictures.find(({ id }) => id === named) ?? (pictures.length === 1 ? pictures[0] : undefined)
  return picture?.member
}

async function namedIn({ archive }: OfficeFile, data: string): Promise<string | undefined> {
  for await (const { nodes } of readMember(archive, data)) {
    for (const node of nodes) {
      if (node.kind === 'open' && localName(node.name) === 'dataModelExt') return attributesOf(node).get('relId')?.value
    }
  }
  return undefined
}
