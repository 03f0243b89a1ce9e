/** Whole files in a document: those that Word takes in when it opens it (`w:altChunk`), and those of other programs. Each is said, and stays. */
import { EMBEDDED_FILES, embeddedIn, type OfficeFile, relatedTo } from '../bytes/parts/index.ts'
import type { NewUnit, WordStory } from './story.ts'

const PART = 'inserted files'

export async function* chunksIn(file: OfficeFile, stories: readonly WordStory[]): AsyncGenerator<NewUnit> {
  const said = new Set<string>()
  const members = stories.map(({ member }) => member)
  for (const from of members) for (const member of await relatedTo(file, from, 'aFChunk')) said.add(member)
  for (const member of said) yield unitOfFile(member, PART)
  for (const member of await embeddedIn(file, members)) yield unitOfFile(member, EMBEDDED_FILES)
}

function unitOfFile(member: string, part: string): NewUnit {
  return {
    path: `docx:/${member}`,
    ...{ part, kind: 'html', member, charset: 'utf-8', start: 0, end: 0, text: member },
    left_out: 'not_taken',
    places: { in: 'nothing' },
  }
}
