import { withCodes } from '../../contract/hidden.ts'
import { api } from '../../contract/operations.ts'
import { changesFile, type PairPlan } from '../../sync/pair-plan.ts'
import { countsOf, type TextState } from '../../sync/states.ts'
import type { CallContext } from '../context.ts'
import { DATA_NOTICE, quoted, visible } from '../render/data.ts'
import { counted } from '../render/numbers.ts'
import { AGENT, step } from '../steps.ts'
import { requestFor, type SyncNow, syncNow } from './request.ts'
import { rememberPlanned, syncRevisionOf } from './run-record.ts'

export interface PlanSyncInput {
  readonly path: string
  readonly target_languages?: readonly string[] | undefined
}

/** So many translations are shown one by one, and so many keys of each that are left to a person. */
const SHOWN = { files: 50, keys: 5 }

/** States that say that a translation is not in step, with the name that people read. */
const OPEN: Readonly<Partial<Record<TextState, string>>> = {
  missing: 'missing',
  stale: 'stale',
  edited_stale: 'edited and stale',
  renamed: 'renamed',
  invalid: 'broken',
  orphan: 'without a source',
}

/**
 * What is not in step in a repository, and what a run would do. No file is written, and nothing is spent.
 *
 * @throws {ToolRefusal} as `requestFor` and `syncNow` do
 * @throws {FileRefused} the path is not allowed
 */
export async function planSync({ path, target_languages = [] }: PlanSyncInput, context: CallContext) {
  const request = await requestFor(path, target_languages, context)
  const now = await syncNow(request, context)
  const sync_revision = syncRevisionOf(request, now)
  await rememberPlanned(sync_revision, request, context)
  const { pairs, problems } = now.plan
  const open = pairs.filter(pair => changesFile(pair) || linesOf(pair).length > 0)
  const totals = totalsOf(pairs)
  const { cost, said } = await costOf(totals.words, context)
  const shown = open.slice(0, SHOWN.files)
  const more = open.length - shown.length
  return {
    data: {
      folder: withCodes(now.opened.folder),
      files: shown.map(rowOf),
      ...(more > 0 && { more_files: more }),
      totals,
      ...(problems.length > 0 && { problems: problems.map(problemOf) }),
      cost,
      sync_revision,
      ...(now.warnings.length > 0 && { warnings: [...now.warnings] }),
      data_notice: DATA_NOTICE,
      next_step: nextStep(sync_revision, now),
    },
    lines: [
      `${counted(pairs.length, 'translation')} in ${withCodes(now.opened.folder)}: ${totals.to_translate === 0 ? 'no text to translate' : `${counted(totals.to_translate, 'text')} to translate, ${counted(totals.words, 'word')}`}.${said}`,
      ...shown.map(pair => `${quoted(pair.path, 200)} (${pair.language}): ${linesOf(pair).join(', ')}`),
      ...(more > 0 ? [`and ${counted(more, 'more translation')}`] : []),
      ...problems.map(({ path: file, words }) => `Left as it is: ${quoted(file, 200)}: ${visible(words, 300)}`),
    ],
  }
}

function linesOf({ states }: PairPlan): readonly string[] {
  return Object.entries(countsOf(states)).flatMap(([state, count]) => {
    const name = Object.entries(OPEN).find(([open]) => open === state)?.[1]
    return name === undefined ? [] : [`${count} ${name}`]
  })
}

function rowOf({ source_path, path, language, states, asked, words }: PairPlan) {
  const held = states.filter(({ state, path: text }) => state === 'edited_stale' && !asked.has(text))
  const keys = held.slice(0, SHOWN.keys).map(({ key }) => visible(key, 100))
  return {
    source: visible(source_path, 300),
    path: visible(path, 300),
    language,
    states: countsOf(states),
    to_translate: asked.size,
    words,
    ...(keys.length > 0 && { left_to_a_person: keys }),
  }
}

function problemOf({ path, words }: SyncNow['plan']['problems'][number]) {
  return { path: visible(path, 300), reason: visible(words, 300) }
}

function totalsOf(pairs: readonly PairPlan[]) {
  const counts = countsOf(pairs.flatMap(({ states }) => states))
  const { missing = 0, stale = 0, edited = 0, edited_stale = 0, renamed = 0, invalid = 0, orphan = 0 } = counts
  const to_translate = pairs.reduce((sum, { asked }) => sum + asked.size, 0)
  const words = pairs.reduce((sum, pair) => sum + pair.words, 0)
  const states = { missing, stale, edited, edited_stale, renamed, invalid, orphan }
  return { translations: pairs.length, ...states, to_translate, words }
}

/** The plan is not held up by the prices for longer. */
const PRICES_MS = 3000

/** The most that the words may cost, before the service has seen them; null where it does not say its prices. */
async function costOf(words: number, { parts, signal }: CallContext) {
  const { engine, agent } = parts.settings
  const own = engine ?? (agent ? AGENT : null)
  if (words === 0) return { cost: { words, credits_at_most: 0 }, said: '' }
  if (own === AGENT) return { cost: { words, credits_at_most: 0, engine: AGENT }, said: ' You translate: no credits.' }
  const { data } = (await parts.client
    .call(api.prices.get, {}, { signal, deadlineMs: PRICES_MS })
    .catch(() => undefined)) ?? { data: undefined }
  const rate = data?.rates.find(({ quality_tier }) => quality_tier === 'standard')?.credits_per_word
  const credits_at_most = rate === undefined ? null : Math.ceil(words * rate)
  const said =
    credits_at_most === null
      ? ' create_batch, which is free, gives the cost.'
      : ` At most ${counted(credits_at_most, 'credit')}; create_batch, which is free, gives the cost.`
  return { cost: { words, credits_at_most, ...(own !== null && { engine: own }) }, said }
}

function nextStep(sync_revision: string, { plan: { pairs } }: SyncNow): string {
  const create = step('create_batch', { sync_revision })
  if (pairs.some(({ asked }) => asked.size > 0))
    return `${create} once the person knows what is to be done; it costs nothing`
  if (pairs.some(changesFile))
    return `${step('get_result', { sync_revision })} writes what needs no translating: texts that moved, and copies`
  const held = pairs.some(({ states }) => states.some(({ state }) => OPEN[state] !== undefined))
  return held
    ? 'tell the person what is left to her: in a terminal, `translation-mcp sync --accept KEY` says that a translation still fits, `--keys KEY` has it translated anew, `--prune` removes texts without a source'
    : 'tell the person that all translations are in step; nothing is left to do'
}
