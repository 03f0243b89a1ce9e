/** The families whose files are packages of documents. Each is held to the same proofs: a family joins them by its line. */

import type { Format } from '../../../src/formats/format.ts'
import { builtExtensions, loadFormat } from '../../../src/formats/index.ts'

export interface DocumentFamily {
  /** Of its files, and the name of its folder in the corpus. */
  readonly extension: string
  /** Where Okapi keeps such files, and what it makes of them, below its folders of resources. */
  readonly okapi: string
  /** How much of what we translate Okapi finds too, and how much of what it finds we have a unit for. */
  readonly agrees: readonly [precision: number, recall: number]
  /** What of each text counts: an equal text each time, or once in a file. */
  readonly measure: 'texts' | 'distinct texts'
}

const ALL: readonly DocumentFamily[] = [
  { extension: 'docx', okapi: 'openxml/docx', agrees: [0.97, 0.97], measure: 'texts' },
  { extension: 'pptx', okapi: 'openxml/pptx', agrees: [0.97, 0.99], measure: 'texts' },
  { extension: 'xlsx', okapi: 'openxml/xlsx', agrees: [0.97, 0.97], measure: 'texts' },
  { extension: 'idml', okapi: 'idml', agrees: [0.97, 0.97], measure: 'texts' },
]

/** Those that this build reads. */
export const DOCUMENT_FAMILIES = ALL.filter(({ extension }) => builtExtensions.includes(extension))

export async function formatOf({ extension }: DocumentFamily): Promise<Format> {
  const format = await loadFormat(`file.${extension}`)
  if (!format) throw new Error(`${extension} is not built`)
  return format
}
