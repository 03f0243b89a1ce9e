/** Our terms as a glossary of DeepL's: one for a pair and its terms, made once and found again by its name. */
import { createHash } from 'node:crypto'
import type { EngineJob } from '../engine.ts'
import type { Deepl } from './client.ts'
import { failureOf } from './failures.ts'
import type { DeeplPair } from './languages.ts'

export interface Glossaries {
  /**
   * The id of the glossary with a job's terms; undefined where there are none, or DeepL has no glossaries for the pair or no room.
   * @throws {EngineError} passing, refused, quota
   */
  idFor(job: EngineJob, pair: DeeplPair): Promise<string | undefined>
  /** Looks for it anew the next time. */
  forget(job: EngineJob): void
}

const PREFIX = 'translation-mcp '

/** The glossaries of one account. */
export function glossariesOf(open: () => Promise<Deepl>): Glossaries {
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
      // Nothing is awaited before it is known: rounds that run side by side would each make one.
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

/** Glossaries are not regional: `pt-BR` is `pt` there. */
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
    // An account has room for few: those that were made for earlier terms of this pair go.
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
    const failure = failureOf(deepl, error)
    if (failure.kind === 'unusable') return undefined
    throw failure
  }
}
