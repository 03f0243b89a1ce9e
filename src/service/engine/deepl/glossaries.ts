/** Our terms as a glossary at DeepL: one for each pair and its terms, made once and found again by its name. */
import { createHash } from 'node:crypto'
import type { EngineJob } from '../engine.ts'
import type { Deepl } from './client.ts'
import { deeplFailure } from './failures.ts'
import type { DeeplPair } from './languages.ts'

export interface Glossaries {
  /**
   * The id of the glossary with a job's terms. Undefined where there are no terms, DeepL has no glossaries for the pair, or the
   * account has no room for another.
   * @throws {EngineError} passing, refused, quota
   */
  idFor(job: EngineJob, pair: DeeplPair): Promise<string | undefined>
  /** The next call looks for the glossary anew. */
  forget(job: EngineJob): void
}

const PREFIX = 'translation-mcp '

/** The glossaries of one account. */
export function deeplGlossaries(open: () => Promise<Deepl>): Glossaries {
  const known = new Map<string, Promise<string | undefined>>()
  const nameOf = ({ source, target, glossary }: EngineJob): string => {
    const terms = glossary.map(term => [term.source, term.target])
    return (
      PREFIX +
      createHash('sha256')
        .update(JSON.stringify([source, target, terms]))
        .digest('hex')
        .slice(0, 24)
    )
  }
  return {
    async idFor(job, pair) {
      if (job.glossary.length === 0) return undefined
      const name = nameOf(job)
      // No await before `known` has it: rounds that run side by side would each make a glossary.
      const found = known.get(name) ?? open().then(deepl => findOrMake(deepl, name, job, pair))
      known.set(name, found)
      try {
        return await found
      } catch (error) {
        known.delete(name)
        throw error
      }
    },
    forget: job => {
      known.delete(nameOf(job))
    },
  }
}

/** Glossaries have no regions: `pt-BR` is `pt` there. */
function languageOf(code: string): string {
  return code.split('-')[0]?.toLowerCase() ?? code
}

async function findOrMake(deepl: Deepl, name: string, job: EngineJob, pair: DeeplPair): Promise<string | undefined> {
  const { client, library } = deepl
  try {
    const all = await client.listMultilingualGlossaries()
    const found = all.find(glossary => glossary.name === name)
    if (found !== undefined) return found.glossaryId
    const entries = new library.GlossaryEntries()
    for (const { source, target } of job.glossary) entries.add(source, target, true)
    const [sourceLangCode, targetLangCode] = [languageOf(pair.source), languageOf(pair.target)]
    // An account has room for few glossaries: those made for earlier terms of this pair are deleted.
    const stale = all.filter(
      ({ name, dictionaries: [only, ...more] }) =>
        name.startsWith(PREFIX) &&
        more.length === 0 &&
        only?.sourceLangCode.toLowerCase() === sourceLangCode &&
        only.targetLangCode.toLowerCase() === targetLangCode,
    )
    for (const { glossaryId } of stale) await client.deleteMultilingualGlossary(glossaryId)
    const made = await client.createMultilingualGlossary(name, [{ sourceLangCode, targetLangCode, entries }])
    return made.glossaryId
  } catch (error) {
    const failure = deeplFailure(deepl, error)
    if (failure.kind === 'unusable') return undefined
    throw failure
  }
}
