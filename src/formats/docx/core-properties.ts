/** What a document says of itself: its title, its subject, its keywords. */
import { type OfficeFile, readMember } from '../bytes/parts/index.ts'
import { localName, textOfNode } from '../bytes/xml/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import { WORD_SECTION_SEPARATOR } from './facts.ts'
import type { NewUnit } from './story.ts'

const PART = 'document properties'
const PROPERTIES = new Set(['title', 'subject', 'description', 'keywords', 'category'])
/** Names of people are said, and stay as they are. */
const PEOPLE = new Set(['creator', 'lastModifiedBy'])

/** Those that have a text. */
export async function* propertiesIn(file: OfficeFile): AsyncGenerator<NewUnit> {
  const relations = await file.relationsOf('')
  const member = relations.find(({ type }) => type === 'core-properties')?.member
  if (member === undefined) return
  let name = ''
  for await (const { charset, nodes } of readMember(file.archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open' && !node.empty) name = localName(node.name)
      else if (node.kind === 'close') name = ''
      else if (node.kind === 'text' && (PROPERTIES.has(name) || PEOPLE.has(name)) && node.raw.trim() !== '') {
        const text = textOfNode(node).trim()
        yield {
          path: `docx:/${member}#${name}`,
          part: `${PART}${WORD_SECTION_SEPARATOR}${name}`,
          kind: 'metadata',
          ...{ member, charset, start: node.start, end: node.end, text },
          left_out: PEOPLE.has(name) ? 'identifier' : (leftOutOfText(text) ?? 'on_request'),
          places: { in: 'text', like: node.raw },
        }
      }
    }
  }
}
