import { readExactWishes } from '../../contract/exact-wishes.ts'
import type { Intent } from '../domain/intent.ts'
import type { Survey } from '../domain/survey.ts'
import { markAsked } from './marking.ts'
import { pagesAsked } from './pages.ts'

/**
 * An instruction without what it tells of the folder of the file, and that with what was told earlier: nobody asks for anything with it. Words
 * that ask for a mark are read as the exact sentence for it, and those that ask for the same pages are taken out, too.
 */
export function withoutEvidence(
  instruction: string,
  { survey, previous }: { readonly survey: Survey; readonly previous?: Intent },
) {
  const { exact, sentences, rest: said } = readExactWishes(instruction)
  const { rest: unmarked, wish, sentences: marking } = markAsked(said)
  const { rest, pages = previous?.pages, sentences: keeping } = pagesAsked(unmarked, survey.extension)
  const { folder_language: told, ...wishes } = exact
  const folder = told ?? previous?.folder_language
  const evidence: Pick<Intent, 'folder_language' | 'pages'> = {
    ...(folder !== undefined && { folder_language: folder }),
    ...(pages !== undefined && pages !== 'none' && { pages }),
  }
  const asked = [...(told === undefined ? sentences : sentences.slice(1)), ...marking, ...keeping]
  return { evidence, exact: { ...wishes, ...wish }, sentences: asked, rest }
}
