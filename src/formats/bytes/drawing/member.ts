/** The texts of a member of drawings. */
import { type OfficeFile, readMember } from '../parts/index.ts'
import { type DrawnText, joinedDrawn } from './drawn.ts'
import { DrawingReading } from './reading.ts'

/**
 * All texts of a member, in the order of the file. `twin`: another member that says the same, as the picture of a diagram does; what both say
 * is one text. `apart`: they are those of a result, which come together as those of its original do (`drawnAlike`). Memory holds all of them.
 * @throws {FormatError} as `readMember`
 */
export async function drawnTexts(
  { archive }: Pick<OfficeFile, 'archive'>,
  member: string,
  { twin, apart }: { readonly twin?: string | undefined; readonly apart: boolean },
): Promise<DrawnText[]> {
  const reading = new DrawingReading(member, apart)
  const texts: DrawnText[] = []
  for await (const piece of readMember(archive, member)) texts.push(...reading.take(piece))
  if (twin === undefined) return texts
  const others = await drawnTexts({ archive }, twin, { apart })
  return apart ? [...texts, ...others] : joinedDrawn(texts, others)
}
