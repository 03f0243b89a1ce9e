import { ApiError } from '../client/errors.ts'
import type { Glossary, TermInput } from '../contract/glossary.ts'
import { lookUntil, sameText, tidy, unconfirmed } from './confirming.ts'
import type { CallContext } from './context.ts'
import type { GlossaryDesk } from './glossary-desk.ts'
import { quoted } from './render/data.ts'
import { counted } from './render/numbers.ts'

/** What a glossary has to show after it was written. */
interface Wished {
  readonly name?: string | undefined
  readonly added?: readonly TermInput[]
  /** No other terms than those. */
  readonly alone?: boolean
  /** The sources of terms that must not be there. */
  readonly removed?: readonly string[]
}

interface Answered {
  readonly data: Glossary
  readonly request_id: string
}

/**
 * The glossary after it was written, once it shows what was asked for: an answer that says nothing is no proof of it.
 *
 * @throws {ApiError} unconfirmed, with what the glossary shows
 */
export async function written(
  { data, request_id }: Answered,
  wished: Wished,
  desk: GlossaryDesk,
  context: CallContext,
) {
  const read = async () => (await desk.get(data.language_pair).catch(() => undefined))?.data ?? data
  const { state, shown } = await lookUntil(data, now => shows(now, wished), read, context)
  if (shown) return { glossary: state, request_id }
  const name = state.name === null ? '' : ` ${quoted(state.name)}`
  const terms = `it has ${counted(termCount(state), 'term')}, and not what this call wrote`
  throw unconfirmed(`Read afterwards, the glossary ${state.language_pair}${name} is there: ${terms}.`, request_id)
}

/**
 * Looks whether a glossary is gone after a deletion that was answered with success. Gives a warning where that cannot be read.
 *
 * @throws {ApiError} unconfirmed, where it is still there
 */
export async function deleted(
  before: Glossary,
  request_id: string,
  desk: GlossaryDesk,
  context: CallContext,
): Promise<{ warnings?: readonly string[] }> {
  const look = () => desk.get(before.language_pair).then(isThere, isGone)
  const { state } = await lookUntil(await look(), now => now !== 'there', look, context)
  if (state === 'there') {
    throw unconfirmed(`Read afterwards, the glossary ${before.language_pair} is still there.`, request_id)
  }
  return state === 'gone' ? {} : { warnings: ['The service said that it is deleted; it could not be read afterwards.'] }
}

function isThere(): 'there' {
  return 'there'
}

function isGone(error: unknown): 'gone' | 'unknown' {
  return error instanceof ApiError && error.status === 404 ? 'gone' : 'unknown'
}

/** The number of terms. */
export function termCount({ term_count, terms }: Glossary): number {
  return term_count ?? terms.length
}

function shows(glossary: Glossary, { name, added = [], alone = false, removed = [] }: Wished): boolean {
  const there = targetsBySource(glossary.terms)
  const given = targetsBySource(added)
  const isNamed = name === undefined || sameText(glossary.name ?? '', name)
  const has = [...given].every(([source, targets]) => [...targets].some(target => there.get(source)?.has(target)))
  const lacks = removed.every(source => !glossary.terms.some(term => tidy(term.source) === tidy(source)))
  const others = alone && [...there.keys()].some(source => !given.has(source))
  return isNamed && has && lacks && !others
}

/** The targets of each source. A source counts once, whatever its case: some services keep one term for both. */
function targetsBySource(terms: readonly Pick<TermInput, 'source' | 'target'>[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { source, target } of terms) {
    const key = tidy(source).toLowerCase()
    found.set(key, (found.get(key) ?? new Set()).add(tidy(target)))
  }
  return found
}
