import { readExactWishes } from '../../contract/exact-wishes.ts'
import type { Intent } from '../domain/intent.ts'
import { markAsked } from './marking.ts'

/**
 * An instruction without what it tells of the folder of the file, and that with what was told earlier: nobody asks for anything with it. Words
 * that ask for a mark are read as the exact sentence for it.
 */
export function withoutEvidence(instruction: string, { previous }: { readonly previous?: Intent }) {
  const { exact, sentences, rest: said } = readExactWishes(instruction)
  const { rest, wish, sentences: marking } = markAsked(said)
  const { folder_language: told, ...wishes } = exact
  const folder = told ?? previous?.folder_language
  const evidence: Pick<Intent, 'folder_language'> = folder === undefined ? {} : { folder_language: folder }
  const asked = [...(told === undefined ? sentences : sentences.slice(1)), ...marking]
  return { evidence, exact: { ...wishes, ...wish }, sentences: asked, rest }
}
