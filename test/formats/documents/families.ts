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
  /** LibreOffice opens such files. */
  readonly rendered: boolean
  /** What LibreOffice calls the XML that such a file is for it. */
  readonly flat?: 'fodt' | 'fodp' | 'fods'
  /** The module of Python that opens such files. */
  readonly python?: 'docx' | 'pptx' | 'openpyxl'
  /** The schema for each kind of member, by how its path is written. */
  readonly schemas?: readonly (readonly [member: RegExp, schema: string])[]
  /** What of each text counts: an equal text each time, or once in a file. */
  readonly measure: 'texts' | 'distinct texts'
}

const CHARTS = [/\/charts\/chart[^/]*\.xml$/, 'dml-chart.xsd'] as const

const ALL: readonly DocumentFamily[] = [
  {
    extension: 'docx',
    okapi: 'openxml/docx',
    agrees: [0.97, 0.97],
    measure: 'texts',
    rendered: true,
    flat: 'fodt',
    python: 'docx',
    schemas: [[/^word\/(?:document|header|footer|footnotes|endnotes|comments)\d*\.xml$/, 'wml.xsd'], CHARTS],
  },
  {
    extension: 'pptx',
    okapi: 'openxml/pptx',
    agrees: [0.97, 0.99],
    measure: 'texts',
    rendered: true,
    flat: 'fodp',
    python: 'pptx',
    schemas: [[/^ppt\/(?:slides|notesSlides|slideMasters|slideLayouts)\/[^/]+\.xml$/, 'pml.xsd'], CHARTS],
  },
  {
    extension: 'xlsx',
    okapi: 'openxml/xlsx',
    agrees: [0.97, 0.97],
    measure: 'texts',
    rendered: true,
    flat: 'fods',
    python: 'openpyxl',
    schemas: [[/^xl\/(?:worksheets\/[^/]+|sharedStrings|comments\d*|tables\/[^/]+)\.xml$/, 'sml.xsd'], CHARTS],
  },
  ...(['odt', 'ods', 'odp'] as const).map(extension => ({
    extension,
    okapi: `openoffice/${extension}`,
    // Okapi takes settings of a database in one of eleven texts for words.
    agrees: [0.97, extension === 'odt' ? 0.96 : 0.97] as const,
    measure: 'texts' as const,
    rendered: true,
    flat: `f${extension}` as const,
  })),
  { extension: 'idml', okapi: 'idml', agrees: [0.97, 0.97], measure: 'texts', rendered: false },
]

/** Those that this build reads. */
export const DOCUMENT_FAMILIES = ALL.filter(({ extension }) => builtExtensions.includes(extension))

export async function formatOf({ extension }: DocumentFamily): Promise<Format> {
  const format = await loadFormat(`file.${extension}`)
  if (!format) throw new Error(`${extension} is not built`)
  return format
}
