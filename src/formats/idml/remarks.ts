/** What a plan says of a document that people may not expect. */
import { turnedTargets } from '../bytes/direction.ts'

/** Languages that are written in the other direction are written into paragraphs that stay as they are. */
export function remarksOnDirection(targets: readonly string[], spoken: string | undefined): readonly string[] {
  const turned = turnedTargets(targets, spoken)
  if (turned.length === 0) return []
  return [
    `The direction and the composer of paragraphs stay as they are, and so does the order of columns and pages: check them in InDesign for ${turned.join(', ')}.`,
  ]
}
