import { readExactWishes } from '../../contract/exact-wishes.ts'
import type { Intent } from '../domain/intent.ts'

/** An instruction without what it tells of the folder of the file, and that with what was told earlier: nobody asks for anything with it. */
export function withoutEvidence(instruction: string, { previous }: { readonly previous?: Intent }) {
  const { exact, sentences, rest } = readExactWishes(instruction)
  const { folder_language: told, ...wishes } = exact
  const folder = told ?? previous?.folder_language
  const evidence: Pick<Intent, 'folder_language'> = folder === undefined ? {} : { folder_language: folder }
  return { evidence, exact: wishes, sentences: told === undefined ? sentences : sentences.slice(1), rest }
}
