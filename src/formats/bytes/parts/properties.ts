/** What a document of Office says of itself: its title, its subject, who wrote it. */
import type { Charset } from '../../format.ts'
import { localName, textOfNode } from '../xml/index.ts'
import type { OfficeFile } from './office.ts'
import { readMember } from './xml-member.ts'

export interface DocumentProperty {
  readonly member: string
  /** `title`, `creator`. */
  readonly name: string
  /** The name of a person, which is said, and stays. */
  readonly is_person: boolean
  readonly text: string
  /** Its text as the file has it, and its byte range. */
  readonly raw: string
  readonly start: number
  readonly end: number
  readonly charset: Charset
}

const TEXTS = new Set(['title', 'subject', 'description', 'keywords', 'category'])
const PEOPLE = new Set(['creator', 'lastModifiedBy'])

/** Those that have a text. @throws {FormatError} as `readMember`, while iterating */
export async function* propertiesOf(file: OfficeFile): AsyncGenerator<DocumentProperty> {
  const member = (await file.relationsOf('')).find(({ type }) => type === 'core-properties')?.member
  if (member === undefined) return
  let name = ''
  for await (const { charset, nodes } of readMember(file.archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open' && !node.empty) name = localName(node.name)
      else if (node.kind === 'close') name = ''
      else if (node.kind === 'text' && (TEXTS.has(name) || PEOPLE.has(name)) && node.raw.trim() !== '') {
        const { start, end, raw } = node
        yield { member, name, is_person: PEOPLE.has(name), text: textOfNode(node).trim(), raw, start, end, charset }
      }
    }
  }
}
