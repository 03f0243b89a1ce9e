/** Files of other programs in a document, such as a workbook that is shown in a letter: each stays, and is said. */
import { type OfficeFile, relatedTo } from './office.ts'

/** Of Office since 2007, and of any program before. */
const RELATIONS = ['package', 'oleObject'] as const

/** The files in these members, each once, in their order. A chart has its workbook in the same way, which it shows itself. */
export async function embeddedIn(file: OfficeFile, members: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const member of members) {
    for (const relation of RELATIONS) for (const each of await relatedTo(file, member, relation)) found.add(each)
  }
  return found
}

/** What people call their part. */
export const EMBEDDED_FILES = 'embedded files'
