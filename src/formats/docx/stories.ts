/** Which members of a document have text, in the order in which people read them. */
import { type OfficeFile, relatedTo } from '../bytes/parts/index.ts'
import type { WordStory } from './story.ts'
import { readStyles, type WordStyles } from './styles.ts'

/** By the type of their relation. Footnotes and the like belong to the text, and come behind it. */
const OTHERS = [
  { relation: 'header', part: 'headers', kind: 'header' },
  { relation: 'footer', part: 'footers', kind: 'header' },
  { relation: 'footnotes', part: 'footnotes', kind: 'footnote' },
  { relation: 'endnotes', part: 'endnotes', kind: 'footnote' },
  { relation: 'comments', part: 'comments', kind: 'comment', on_request: true },
  { relation: 'glossaryDocument', part: 'building blocks', kind: 'metadata', on_request: true },
] as const

export async function storiesOf(file: OfficeFile): Promise<WordStory[]> {
  const stories: WordStory[] = [{ member: file.main }]
  for (const { relation, ...story } of OTHERS) {
    const members = [...(await relatedTo(file, file.main, relation))].sort(byNumber)
    for (const member of members) {
      if (!stories.some(known => known.member === member)) stories.push({ member, ...story })
    }
  }
  return stories
}

/** `header2.xml` before `header10.xml`: relations come in no order. */
function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

export async function stylesOf(file: OfficeFile): Promise<WordStyles> {
  const [member] = await relatedTo(file, file.main, 'styles')
  return await readStyles(file.archive, member)
}
