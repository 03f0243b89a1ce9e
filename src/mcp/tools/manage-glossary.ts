import * as z from 'zod'
import { ApiError } from '../../client/errors.ts'
import type { Glossary, GlossarySummary } from '../../contract/glossary.ts'
import { api } from '../../contract/operations.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { deleted, termCount, written } from '../glossaries.ts'
import { type GlossaryDesk, glossaryDesk } from '../glossary-desk.ts'
import { DATA_NOTICE } from '../render/data.ts'
import { glossaryLine, shownGlossary, termLine } from '../render/glossary.ts'
import { listed } from '../render/list.ts'
import { count, counted } from '../render/numbers.ts'
import { common, GlossaryShape } from '../shapes.ts'
import { step } from '../steps.ts'
import { explainTerms, type GivenTerms, openTerms } from '../terms.ts'
import { tool } from '../tool.ts'

const ACTIONS = ['create', 'add_terms', 'remove_terms', 'replace_all', 'delete'] as const
type Action = (typeof ACTIONS)[number]

const input = z.strictObject({
  action: z.enum(ACTIONS),
  language_pair: z.string().min(1).describe('e.g. en-de or en-pt-BR'),
  project_of: z.string().optional().describe('a file: only for its project, where it outranks the general one'),
  name: z.string().min(1).max(200).optional(),
  terms: z
    .array(
      z.strictObject({
        source: z.string(),
        target: z.string(),
        note: z.string().optional(),
        case_sensitive: z.boolean().optional(),
      }),
    )
    .max(1000)
    .optional()
    .describe('add_terms overwrites those with the same source'),
  remove: z.array(z.string()).max(1000).optional().describe('remove_terms: the source of each term'),
  from_file: z
    .string()
    .min(1)
    .optional()
    .describe('instead of terms: CSV or TSV file: source, target, note, case_sensitive'),
  expected_term_count: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('replace_all, delete: term_count as get_glossary shows it now'),
})
type Input = z.output<typeof input>

export const manageGlossary = tool({
  name: 'manage_glossary',
  title: 'Create, change or delete a glossary',
  description:
    'Creates a glossary of required terms for a language pair, adds, removes or replaces its terms, or deletes it, and gives back the glossary. ' +
    'A call is done wholly or not at all. replace_all and delete lose terms for good: ask the person.',
  effect: 'remove',
  calls: [
    api.glossaries.get,
    api.glossaries.create,
    api.glossaries.update,
    api.glossaries.replace,
    api.glossaries.remove,
  ],
  input,
  output: z.looseObject({ glossary: GlossaryShape, ...common }),
  run: async (asked, context) => {
    const desk = await glossaryDesk(asked.project_of, context)
    checkArguments(asked, desk.scope)
    const { glossary, done, found, warnings, request_id } = await ACT[asked.action](asked, desk, context)
    const { language_pair } = glossary
    const isGone = asked.action === 'delete'
    return {
      data: {
        glossary: shownGlossary(glossary),
        ...(warnings && { warnings: [...warnings] }),
        data_notice: DATA_NOTICE,
        request_id,
        next_step: isGone
          ? step('get_glossary', desk.scope)
          : `${step('get_glossary', { language_pair, ...desk.scope })} shows the terms; plans made from now on use them`,
      },
      lines: [`${done} ${glossaryLine(glossary)}.`, ...firstOfFile(found)],
    }
  },
})

/** Shows the first term of a file. A header with unknown column names is read as a term, and only this line shows the mistake. */
function firstOfFile(found: GivenTerms | undefined): string[] {
  const [first] = found?.lines === undefined ? [] : found.terms
  if (first === undefined) return []
  const { source, target, note = null, case_sensitive = false } = first
  return [
    `First term of the file: ${termLine({ source, target, note, case_sensitive })}. If that is a header, take it out with remove_terms.`,
  ]
}

type Argument = Exclude<keyof Input, 'action' | 'language_pair' | 'project_of'>

/** The arguments of each action besides `action` and `language_pair`. `needs`: one argument of each group is required. */
const TAKES: Record<Action, { readonly takes: readonly Argument[]; readonly needs: readonly (readonly Argument[])[] }> =
  {
    create: { takes: ['name', 'terms', 'from_file'], needs: [] },
    add_terms: { takes: ['name', 'terms', 'from_file'], needs: [['terms', 'from_file', 'name']] },
    remove_terms: { takes: ['remove'], needs: [['remove']] },
    replace_all: {
      takes: ['name', 'terms', 'from_file', 'expected_term_count'],
      needs: [['terms', 'from_file'], ['expected_term_count']],
    },
    delete: { takes: ['expected_term_count'], needs: [['expected_term_count']] },
  }

/**
 * Checks the arguments of an action. It never guesses what was meant: a wrong guess would change the wrong terms.
 *
 * @throws {ToolRefusal} wrong_arguments, when the action does not take an argument, or a required one is missing
 */
function checkArguments(asked: Input, scope: GlossaryDesk['scope']): void {
  const { action, language_pair: _, project_of: __, ...rest } = asked
  const { takes, needs } = TAKES[action]
  const given = (name: Argument) => rest[name] !== undefined
  const isArgument = (name: string): name is Argument => name in rest
  const unused = Object.keys(rest).filter(name => isArgument(name) && given(name) && !takes.includes(name))
  const missing = needs.filter(group => !group.some(given)).map(group => group.join(' or '))
  const faults = [
    ...(unused.length > 0 ? [`it does not take ${listed(unused)}`] : []),
    ...(missing.length > 0 ? [`it needs ${listed(missing)}`] : []),
  ]
  if (faults.length === 0) return
  throw new ToolRefusal('wrong_arguments', [
    `Nothing was changed: action ${action} takes ${listed(['language_pair', ...takes])}; ${faults.join(', and ')}.`,
    ...(missing.includes('expected_term_count')
      ? [`Next: ${step('get_glossary', { language_pair: asked.language_pair, ...scope, limit: 1 })} shows term_count.`]
      : []),
  ])
}

const LOST_DELETION = 'The answer to the deletion was lost; the glossary is gone.'

interface Done {
  readonly glossary: Glossary | GlossarySummary
  readonly done: string
  /** The terms that the call gave. */
  readonly found?: GivenTerms
  readonly warnings?: readonly string[]
  readonly request_id: string
}

const ACT: Record<Action, (asked: Input, desk: GlossaryDesk, context: CallContext) => Promise<Done>> = {
  create: async (asked, desk, context) => {
    const found = await openTerms(asked, context)
    const body = { name: asked.name, terms: found.terms }
    const answer = await explainTerms(found, () => desk.create(asked.language_pair, body))
    return {
      ...(await written(answer, { name: asked.name, added: found.terms }, desk, context)),
      done: 'Created',
      found,
    }
  },
  add_terms: async (asked, desk, context) => {
    const found = await openTerms(asked, context)
    const body = { name: asked.name, terms: found.terms }
    try {
      const answer = await explainTerms(found, () => desk.update(asked.language_pair, body))
      const renamed = asked.name === undefined ? '' : ' and named it'
      const done = `Wrote ${counted(found.terms.length, 'term')}${renamed}. Now`
      return { ...(await written(answer, { name: asked.name, added: found.terms }, desk, context)), done, found }
    } catch (error) {
      const isNone = error instanceof ApiError && error.code === 'glossary_not_found' && found.terms.length > 0
      if (!isNone) throw error
      return { ...(await ACT.create(asked, desk, context)), done: 'There was none, so it was made. Created' }
    }
  },
  remove_terms: async (asked, desk, context) => {
    const remove = asked.remove ?? []
    const answer = await desk.update(asked.language_pair, { remove })
    const done = `Removed ${counted(remove.length, 'term')}. Now`
    return { ...(await written(answer, { removed: remove }, desk, context)), done }
  },
  replace_all: async (asked, desk, context) => {
    const found = await openTerms(asked, context)
    const before = await expected(asked, found, desk)
    const name = asked.name ?? before.name
    const answer = await explainTerms(found, () => desk.replace(asked.language_pair, { name, terms: found.terms }))
    const wished = { name: asked.name, added: found.terms, alone: true }
    const done = `Replaced all ${counted(termCount(before), 'term')}. Now`
    return { ...(await written(answer, wished, desk, context)), done, found }
  },
  delete: async (asked, desk, context) => {
    const before = await expected(asked, undefined, desk)
    try {
      const { request_id } = await desk.remove(asked.language_pair)
      return { glossary: before, done: 'Deleted', request_id, ...(await deleted(before, request_id, desk, context)) }
    } catch (error) {
      // An earlier attempt of this call deleted it, and its answer was lost: it was there a moment ago.
      const gone = error instanceof ApiError && error.may_have_applied && error.code === 'glossary_not_found'
      if (!gone) throw error
      return { glossary: before, done: 'Deleted', warnings: [LOST_DELETION], request_id: error.request_id ?? '' }
    }
  },
}

/**
 * The glossary before the call changes it, if it has `expected_term_count` terms. With another count, the caller would delete terms
 * that it has not seen.
 *
 * @throws {ToolRefusal} term_count_differs, naming the present count
 * @throws {ApiError} as reading the glossary does
 */
async function expected(asked: Input, found: GivenTerms | undefined, desk: GlossaryDesk): Promise<Glossary> {
  const { language_pair, expected_term_count } = asked
  const { data } = await desk.get(language_pair)
  const size = termCount(data)
  if (size === expected_term_count) return data
  const loss = found === undefined ? 'deletes them' : `replaces them by ${count(found.terms.length)}`
  throw new ToolRefusal('term_count_differs', [
    `Nothing was changed: the glossary has ${counted(size, 'term')} now, not ${count(expected_term_count ?? 0)}.`,
    `If the person wants that, the same call with expected_term_count ${size} ${loss}; ${step('get_glossary', { language_pair, ...desk.scope })} shows them.`,
  ])
}
