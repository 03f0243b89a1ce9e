/** Whole files that Word takes into a document when it opens it (`w:altChunk`): pages, texts, other documents. Each is said, and stays. */
import { type OfficeFile, relatedTo } from '../bytes/parts/index.ts'
import type { NewUnit, WordStory } from './story.ts'

const PART = 'inserted files'

export async function* chunksIn(file: OfficeFile, stories: readonly WordStory[]): AsyncGenerator<NewUnit> {
  const said = new Set<string>()
  for (const { member: from } of stories) {
    for (const member of await relatedTo(file, from, 'aFChunk')) {
      if (said.has(member)) continue
      said.add(member)
      yield {
        path: `docx:/${member}`,
        part: PART,
        kind: 'html',
        ...{ member, charset: 'utf-8', start: 0, end: 0, text: member },
        left_out: 'not_taken',
        places: { in: 'nothing' },
      }
    }
  }
}
