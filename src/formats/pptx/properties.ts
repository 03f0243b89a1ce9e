/** What a presentation says of itself: its title, its subject, its keywords. */
import { type OfficeFile, readMember } from '../bytes/parts/index.ts'
import { localName, textOfNode } from '../bytes/xml/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { SlideUnit } from './units.ts'

const PART = 'document properties'
const PROPERTIES = new Set(['title', 'subject', 'description', 'keywords', 'category'])

/** Those that have a text. */
export async function* deckProperties(file: OfficeFile): AsyncGenerator<Omit<SlideUnit, 'index'>> {
  const member = (await file.relationsOf('')).find(({ type }) => type === 'core-properties')?.member
  if (member === undefined) return
  let name = ''
  for await (const { charset, nodes } of readMember(file.archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open' && !node.empty) name = localName(node.name)
      else if (node.kind === 'close') name = ''
      else if (node.kind === 'text' && PROPERTIES.has(name) && node.raw.trim() !== '') {
        const text = textOfNode(node).trim()
        const { start, end, raw } = node
        yield {
          ...{ path: `pptx:/${member}#${name}`, part: `${PART}: ${name}`, kind: 'metadata' },
          ...{ member, charset, start, end, text },
          left_out: leftOutOfText(text) ?? 'on_request',
          drawn: [{ place: { member, charset, in: 'text', start, end, like: raw } }],
        }
      }
    }
  }
}
