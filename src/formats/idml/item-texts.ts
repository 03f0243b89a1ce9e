/** What objects on pages say to who does not see them, or points at them: descriptions of pictures, of buttons and of fields. */
import { readMember } from '../bytes/parts/index.ts'
import type { IdmlFile } from './document.ts'
import { attributeTexts, type NamedTexts } from './map-texts.ts'
import type { MetadataText } from './metadata.ts'

const PART = 'descriptions'
const FIELDS = ['Button', 'CheckBox', 'ComboBox', 'ListBox', 'RadioButton', 'SignatureField', 'TextBox']
const NAMES = new Map<string, readonly string[]>([
  ['ObjectExportOption', ['CustomAltText']],
  ...FIELDS.map(name => [name, ['Description']] as const),
])
/** A description that is none of InDesign's own names. Most documents have none, and are not read twice. */
const SAID = /\b(?:CustomAltText|Description)="(?!"|\$ID\/")/
const LONGEST_NAME = 30

/** Those in stories hang on a line that is written anew, and stay. */
export async function* itemTexts({ archive, spreads, masters, stories }: IdmlFile): AsyncGenerator<MetadataText> {
  for (const [members, left_out] of [
    [[...spreads, ...masters], undefined],
    [[...stories.values()], 'not_taken'],
  ] as const) {
    for (const member of new Set(members)) {
      if (!(await says(archive.content(member)))) continue
      for await (const { nodes, charset } of readMember(archive, member)) {
        for (const node of nodes) {
          const names = node.kind === 'open' ? NAMES.get(node.name) : undefined
          if (node.kind !== 'open' || !names) continue
          const holder: NamedTexts = { part: PART, names, left_out }
          yield* attributeTexts(node, holder, member, charset)
        }
      }
    }
  }
}

async function says(content: AsyncIterable<Uint8Array>): Promise<boolean> {
  let last = ''
  for await (const chunk of content) {
    const text = last + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
    if (SAID.test(text)) return true
    last = text.slice(-LONGEST_NAME)
  }
  return false
}
