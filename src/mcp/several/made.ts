import { accountOf } from '../account.ts'
import { CHEAPER, shortfall } from '../affordable.ts'
import type { Amount } from '../consent/amount.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { unreadPlan } from '../offered.ts'
import { rememberPlan } from '../plans.ts'
import { amountsText } from '../render/amount.ts'
import { DATA_NOTICE, quoted, visible } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { count, counted } from '../render/numbers.ts'
import type { MadeFile, SeveralMade, Twin } from './creating.ts'
import { failedFields, failedLines } from './failed.ts'
import { concernsAll, throttledNote } from './failures.ts'
import { SHOWN_FILES } from './most-files.ts'
import {
  creditsOf,
  fileLine,
  firstOf,
  notIncludedInShort,
  othersLine,
  type Several,
  severalTotal,
  severalWarnings,
  sharedLines,
  toList,
} from './rows.ts'
import type { FileRun } from './run.ts'
import { nextAfterMany, nextAfterRun } from './steps.ts'

/**
 * What create_batch says of several files: a line each (of many, for those to be looked at), one total, what failed, and the call that
 * approves all. `run`: they have one name.
 */
export async function tellSeveral(
  made: SeveralMade,
  left_aside: readonly string[],
  context: CallContext,
  run?: FileRun | undefined,
) {
  const { files, failed, twins, unsent } = made
  if (files.length === 0) throw noneMade(made)
  for (const one of files) rememberPlan(one.made.created.batch.id, one.made.created.plan, context)
  const all = files.map(severalOf)
  const awaiting = all.filter(({ batch, plan }) => batch.status === 'awaiting_review' && plan !== null)
  const total = severalTotal(awaiting)
  const words = awaiting.reduce((sum, { plan }) => sum + (plan?.word_count ?? 0), 0)
  const suggestions = files.find(one => one.made.created.suggested_instructions?.length)?.made.created
  const short = await shortOfSeveral(awaiting, total, context)
  const warnings = [
    ...firstOf(notesOf(made)),
    ...(short === undefined ? [] : [short.warning]),
    ...firstOf(severalWarnings(all)),
  ]
  const shown = toList(all)
  const rows = files.filter((_, at) => all.slice(at, at + 1).some(one => shown.includes(one)))
  const others = othersLine(all, shown)
  return {
    data: {
      ...(run && { batch_id: run.run_id, plan_revision: run.plan_revision }),
      batches: rows.map(one => rowOf(one, files)),
      ...(others.length > 0 && { not_listed: files.length - rows.length }),
      total: { files: awaiting.length, word_count: words, credit_cost: creditsOf(total), ...beside(total) },
      ...failedFields(failed),
      ...unsentFields(unsent),
      ...(left_aside.length > 0 && { left_aside: firstOf(left_aside) }),
      ...enginesIn(all),
      ...(suggestions && { suggested_instructions: suggestions.suggested_instructions }),
      ...(warnings.length > 0 && { warnings }),
      data_notice: DATA_NOTICE,
      request_id: files[0]?.made.request_id ?? '',
      next_step:
        run && short === undefined ? nextAfterRun(run, all) : nextAfterMany(all, unsent.length, short?.fitting),
    },
    lines: [
      `${counted(files.length, 'translation')} of ${counted(files.length + failed.length + twins.length + unsent.length, 'file')}. ${counted(awaiting.length, 'file')} ready for approval: ${count(words)} words, ${amountsText(total)} in all.`,
      ...all.filter(one => shown.includes(one)).map(one => fileLine(one, files.length)),
      ...others,
      ...sharedLines(all),
      ...failedLines(failed),
      ...unsentLines(unsent),
      ...(left_aside.length === 0 ? [] : [`Left aside in folders: ${firstOf(left_aside).join('; ')}.`]),
    ],
  }
}

function unsentFields(unsent: readonly string[]) {
  if (unsent.length === 0) return {}
  const more = unsent.length - SHOWN_FILES
  const not_sent = unsent.slice(0, SHOWN_FILES).map(path => visible(path, 300))
  return { not_sent, ...(more > 0 && { more_not_sent: more }) }
}

function unsentLines(unsent: readonly string[]): string[] {
  const names = unsent.map(path => quoted(path, 100))
  return names.length === 0 ? [] : [`Not sent yet: ${listed(firstOf(names, 'more'))}.`]
}

/** What is charged beside credits, in words. */
function beside(total: readonly Amount[]) {
  return total.some(({ unit }) => unit !== 'credits') ? { cost: amountsText(total) } : {}
}

/** That the balance does not cover all, and the first that it covers together; undefined where it does. */
async function shortOfSeveral(awaiting: readonly Several[], total: readonly Amount[], context: CallContext) {
  const account = creditsOf(total) ? await accountOf(context).catch(() => undefined) : undefined
  const short = account && shortfall(total, account.credit_balance)
  if (account === undefined || short === undefined) return undefined
  let left = account.credit_balance
  const fitting = awaiting.filter(one => {
    const cost = creditsOf(severalTotal([one])) ?? Number.POSITIVE_INFINITY
    if (cost > left) return false
    left -= cost
    return true
  })
  const named = fitting.slice(0, FITTING_NAMED).map(({ title }) => title)
  const more = fitting.length > FITTING_NAMED ? [counted(fitting.length - FITTING_NAMED, 'more file')] : []
  const covered = `What it covers: ${listed([...named, ...more])} for ${counted(account.credit_balance - left, 'credit')}. `
  return { warning: `${short} ${fitting.length === 0 ? '' : covered}${CHEAPER}`, fitting }
}

/** The most files that are named as those which fit. */
const FITTING_NAMED = 5

function severalOf({ path, made: { created } }: MadeFile): Several {
  return { title: quoted(path, 100), batch: created.batch, plan: created.plan }
}

function rowOf({ path, made: { created, reused } }: MadeFile, files: readonly MadeFile[]) {
  const { batch, plan } = created
  const same = new Set(files.map(one => one.made.created.plan?.engine)).size === 1
  return {
    id: batch.id,
    file_path: visible(path, 300),
    status: batch.status,
    ...(batch.error !== null && { error: { ...batch.error, message: visible(batch.error.message, 200) } }),
    ...(reused && { reused }),
    ...(plan !== null && {
      plan_revision: plan.plan_revision,
      source_language: plan.source_language,
      target_languages: plan.target_languages,
      word_count: plan.word_count,
      credit_cost: plan.credit_cost,
      ...(plan.billing !== null && !['workspace', 'nobody'].includes(plan.billing.who) && { billing: plan.billing }),
      not_included: notIncludedInShort(plan.not_included, files.length),
      ...(!same && { engine: plan.engine }),
    }),
  }
}

/** The engine and where the text goes; with the ways of each where there are several. */
function enginesIn(all: readonly Several[]) {
  const ways = new Map(
    all.flatMap(({ plan }) => (plan === null ? [] : [[plan.engine, visible(plan.text_goes_to ?? '', 300)]])),
  )
  return ways.size === 0 ? {} : { engines: [...ways].map(([engine, text_goes_to]) => ({ engine, text_goes_to })) }
}

function notesOf({ files, twins, unsent, throttled }: SeveralMade): string[] {
  const reused = files.filter(({ made }) => made.reused).length
  const unread = files.some(({ made }) => made.unread === true)
  return [
    ...(reused === 0
      ? []
      : [
          `${reused === files.length ? 'All files' : counted(reused, 'file')} were sent before with the same wishes, so these are the translations made then (make_new: true makes others).`,
        ]),
    ...twins.map(twinNote),
    ...(unsent.length === 0
      ? []
      : [`${counted(unsent.length, 'file')} could not be sent in the time of this call; the same call again goes on.`]),
    ...(throttled === undefined ? [] : [throttledNote(throttled)]),
    ...(unread ? [unreadPlan(false)] : []),
    ...files.flatMap(({ path, made }) => made.unmet.map(warning => `${quoted(path, 100)}: ${warning}`)),
  ]
}

function twinNote({ path, of, same_file }: Twin): string {
  if (same_file && path === of) return `${quoted(path, 100)} was given twice and sent once.`
  return same_file
    ? `${quoted(path, 100)} is the same file as ${quoted(of, 100)} and was sent once.`
    : `${quoted(path, 100)} has the name and the content of ${quoted(of, 100)}: one translation for both, saved beside the latter.`
}

/** The failure where no translation was made: the one that all share, else each file with its own. */
function noneMade({ failed, unsent, throttled }: SeveralMade): unknown {
  if (throttled !== undefined && failed.length === 0) return throttled
  const shared = failed.find(({ error }) => concernsAll(error))
  const [only] = failed
  if (shared !== undefined || (failed.length === 1 && unsent.length === 0)) return (shared ?? only)?.error
  return new ToolRefusal('no_file_planned', [
    `None of ${counted(failed.length + unsent.length, 'file')} was planned; nothing was spent.`,
    ...failedLines(failed, ''),
    'Mend what is said of each, then make the same call again: a repeated call makes nothing twice.',
  ])
}
