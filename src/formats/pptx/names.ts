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

/** `tipped`: the slides that `hasTips`. */
export async function* namesIn(
  { archive, main }: OfficeFile,
  tipped: readonly string[],
): AsyncGenerator<Omit<SlideUnit, 'index'>> {
  for (const { members, said } of [
    { members: [main], said: IN_PRESENTATION },
    { members: tipped, said: ON_SLIDES },
  ]) {
    const texts = new Map<string, string[]>()
    for (const member of members) {
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

const TIP = ' tooltip='

/** Whether links of a slide have tips. Most slides have none, and are not read twice. */
export async function hasTips({ archive }: OfficeFile, slide: string): Promise<boolean> {
  let last: Buffer = Buffer.alloc(0)
  for await (const chunk of archive.content(slide)) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const all = last.length === 0 ? bytes : Buffer.concat([last, bytes])
    if (all.includes(TIP)) return true
    last = all.subarray(-TIP.length)
  }
  return false
}
