import { ApiError } from '../../client/errors.ts'
import type { Glossary } from '../../contract/glossary.ts'
import type { GlossaryDesk } from '../../mcp/glossary-desk.ts'
import { explainTerms } from '../../mcp/terms.ts'
import type { GlossaryChange } from './changes.ts'

/** The glossary of a pair of languages; undefined where there is none. */
export async function glossaryNow(desk: GlossaryDesk, pair: string): Promise<Glossary | undefined> {
  return await desk.get(pair).then(({ data }) => data, noGlossary)
}

interface Sending {
  readonly before: Glossary | undefined
  readonly replace: boolean
  readonly desk: GlossaryDesk
}

/** Makes the change in one call: all of it, or nothing. */
export async function sendTerms(pair: string, { terms, lines }: GlossaryChange, { before, replace, desk }: Sending) {
  if (before !== undefined && terms.length === 0) return before
  const content = { terms: [...terms] }
  const call = () => {
    if (before === undefined) return desk.create(pair, content)
    return replace ? desk.replace(pair, { name: before.name, ...content }) : desk.update(pair, content)
  }
  try {
    return (await explainTerms({ ...content, lines }, call)).data
  } catch (error) {
    if (!(error instanceof ApiError) || !error.may_have_applied) throw error
    throw new Error(
      `${error.message} Whether it was done is not known. Do the same again: what is there already counts as the same.`,
    )
  }
}

function noGlossary(error: unknown): undefined {
  if (error instanceof ApiError && error.code === 'glossary_not_found') return undefined
  throw error
}
