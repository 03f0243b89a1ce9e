import { extensionOf } from './formats.ts'

/** What files are translated into that do not keep their kind, by their extensions. */
export const BECOMES: ReadonlyMap<string, string> = new Map([['pdf', 'docx']])

/** A file name with the extension that its translation has: `report.docx` for `report.pdf`, else as it is. */
export function resultName(fileName: string): string {
  const becomes = BECOMES.get(extensionOf(fileName))
  return becomes === undefined ? fileName : fileName.replace(/\w+$/, becomes)
}
