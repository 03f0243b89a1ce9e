import { extensionOf } from './formats.ts'

/** What files are translated into that do not keep their kind, by their extensions. */
export const BECOMES: ReadonlyMap<string, string> = new Map([['pdf', 'docx']])

/** A file name with the extension that its translation has: `report.docx` for `report.pdf`, else as it is. */
export function resultName(fileName: string): string {
  const becomes = BECOMES.get(extensionOf(fileName))
  return becomes === undefined ? fileName : fileName.replace(/\w+$/, becomes)
}

/** The place of a result with the extension of its file, where files of the kind of one may become the kind of the other: `a.de.pdf`. */
export function placeAsMade(place: string, made: string): string {
  const [own, kind] = [extensionOf(place), extensionOf(made)]
  return BECOMES.get(kind) === own || BECOMES.get(own) === kind ? place.replace(/\w+$/, kind) : place
}
