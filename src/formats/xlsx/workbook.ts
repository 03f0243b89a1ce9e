/** A workbook: its sheets in their order, and where its texts are. */
import { type OfficeFile, openOffice, readMember, relatedTo } from '../bytes/parts/index.ts'
import { attributesOf, localName } from '../bytes/xml/index.ts'
import type { ByteStream } from '../format.ts'

export interface Sheet {
  readonly name: string
  readonly member: string
  readonly hidden: boolean
  /** Of Excel 4: its texts are commands. */
  readonly macro: boolean
}

export interface Workbook {
  readonly file: OfficeFile
  readonly sheets: readonly Sheet[]
  /** Those that are nothing but a chart. */
  readonly chart_sheets: readonly Sheet[]
  /** The names that formulas use for ranges. */
  readonly defined: readonly string[]
  /** What people noted of them. */
  readonly defined_notes: readonly string[]
  /** The member with the shared strings; undefined where there is none. */
  readonly strings: string | undefined
}

const KINDS: ReadonlySet<string> = new Set([
  ...['worksheet', 'xlMacrosheet', 'xlIntlMacrosheet', 'dialogsheet', 'chartsheet'],
])

/** @throws {FormatError} as `openOffice` and `readMember` */
export async function openWorkbook(source: ByteStream): Promise<Workbook> {
  const file = await openOffice(source, 'xlsx')
  const { archive, main } = file
  const relations = new Map((await file.relationsOf(main)).map(relation => [relation.id, relation] as const))
  const sheets: Sheet[] = []
  const chart_sheets: Sheet[] = []
  const defined: string[] = []
  const defined_notes: string[] = []
  const read = new Set<string>()
  for await (const { nodes } of readMember(archive, main)) {
    for (const node of nodes) {
      if (node.kind !== 'open') continue
      const local = localName(node.name)
      const attributes = attributesOf(node)
      const name = attributes.get('name')?.value ?? ''
      if (local === 'definedName' && !name.startsWith('_xlnm')) defined.push(name)
      if (local === 'definedName' && attributes.has('comment'))
        defined_notes.push(attributes.get('comment')?.value ?? '')
      if (local !== 'sheet') continue
      const id = [...attributes.values()].find(attribute => localName(attribute.name) === 'id')?.value ?? ''
      const { member, type = '' } = relations.get(id) ?? {}
      if (member === undefined || !KINDS.has(type) || read.has(member)) continue
      read.add(member)
      const hidden = /hidden$/i.test(attributes.get('state')?.value ?? '')
      const kept = type === 'chartsheet' ? chart_sheets : sheets
      kept.push({ name, member, hidden, macro: /macrosheet/i.test(type) })
    }
  }
  const [strings] = await relatedTo(file, main, 'sharedStrings')
  return { file, sheets, chart_sheets, defined, defined_notes, strings }
}
