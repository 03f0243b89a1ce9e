/** Words in the numbers of paragraphs: `Chapter %1`. They stand in front of headings and lists, and in no paragraph. */
import { type OfficeFile, readMember, relatedTo } from '../bytes/parts/index.ts'
import { attributesOf, localName } from '../bytes/xml/index.ts'
import { leftOutOfText } from '../content/left-out.ts'
import type { NewUnit } from './story.ts'

/** A letter alone is a bullet, drawn with a font of signs. */
const WORD = /\p{L}{2}/u
const CONTEXT = { kind: 'number of a heading or a list' } as const

export async function* numberingIn(file: OfficeFile): AsyncGenerator<NewUnit> {
  for (const member of await relatedTo(file, file.main, 'numbering')) {
    let number = 0
    for await (const { charset, nodes } of readMember(file.archive, member)) {
      for (const tag of nodes) {
        if (tag.kind !== 'open' || localName(tag.name) !== 'lvlText') continue
        number += 1
        const [name, text] = [...attributesOf(tag)]
          .map(([name, { value }]) => [name, value.trim()] as const)
          .find(([name]) => localName(name) === 'val') ?? ['', '']
        if (!WORD.test(text)) continue
        yield {
          path: `docx:/${member}#level${number}`,
          ...{ part: 'numbering', kind: 'list', member, charset, start: tag.start, end: tag.end, text },
          left_out: leftOutOfText(text),
          context: CONTEXT,
          places: { in: 'attributes', attributes: [{ tag, name }] },
        }
      }
    }
  }
}
