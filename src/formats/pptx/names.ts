/** What a presentation shows that is on no slide: names of its sections and shows, and the tips of links. They stay, and are said. */
import { type OfficeFile, readMember } from '../bytes/parts/index.ts'
import { attributesOf, localName } from '../bytes/xml/index.ts'
import type { SlideUnit } from './units.ts'

const IN_PRESENTATION = [
  { element: 'section', attribute: 'name', part: 'sections' },
  { element: 'custShow', attribute: 'name', part: 'custom shows' },
] as const
const ON_SLIDES = [
  { element: 'hlinkClick', attribute: 'tooltip', part: 'tips of links' },
  { element: 'hlinkHover', attribute: 'tooltip', part: 'tips of links' },
  { element: 'hlinkMouseOver', attribute: 'tooltip', part: 'tips of links' },
] as const
const LETTER = /\p{L}/u

export async function* namesIn(
  { archive, main }: OfficeFile,
  slides: readonly string[],
): AsyncGenerator<Omit<SlideUnit, 'index'>> {
  for (const { members, said } of [
    { members: [main], said: IN_PRESENTATION },
    { members: slides, said: ON_SLIDES },
  ]) {
    const texts = new Map<string, string[]>()
    for (const member of members) {
      if (said === ON_SLIDES && !(await hasTips(archive.content(member)))) continue
      for await (const { nodes } of readMember(archive, member)) {
        for (const node of nodes) {
          const known = node.kind === 'open' ? said.find(({ element }) => element === localName(node.name)) : undefined
          const text =
            node.kind === 'open' && known ? (attributesOf(node).get(known.attribute)?.value.trim() ?? '') : ''
          if (known && LETTER.test(text)) texts.set(known.part, [...(texts.get(known.part) ?? []), text])
        }
      }
    }
    const at = { member: main, start: 0, end: 0, charset: 'utf-8', left_out: 'not_taken', drawn: [] } as const
    for (const [part, all] of texts)
      yield { ...at, path: `pptx:/${main}#${part}`, part, text: [...new Set(all)].sort().join('\n') }
  }
}

/** Most slides have none, and are not read twice. */
async function hasTips(content: AsyncIterable<Uint8Array>): Promise<boolean> {
  let last = ''
  for await (const chunk of content) {
    const text = last + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1')
    if (text.includes(' tooltip=')) return true
    last = text.slice(-' tooltip='.length)
  }
  return false
}
