import { counted } from '../render/numbers.ts'
import { AGENT, awaitsTranslations, nextFor, step } from '../steps.ts'
import { LISTED_FILES } from './most-files.ts'
import type { Several } from './rows.ts'
import { type FileRun, handleOf } from './run.ts'

/** The next call after a run was made: one for all, that needs no list of them. */
export function nextAfterRun(run: FileRun, all: readonly Several[]): string {
  const handle = handleOf(run)
  if (all.some(({ plan }) => plan === null)) return nextAfterMany(all)
  if (all.every(({ batch }) => isUnderWay(batch))) return step('get_result', { batch_id: run.run_id })
  const open = all.filter(({ batch }) => !isUnderWay(batch))
  const own = open.every(({ plan }) => plan?.engine === AGENT && plan.credit_cost === 0)
  const next = own ? step('translate_segments', { ...handle }) : step('approve_batch', { ...handle })
  return `${next} once ${own ? '' : 'the cost and '}what is left out ${own ? 'is' : 'are'} fine`
}

function isUnderWay({ status, progress }: Several['batch']): boolean {
  return status === 'completed' || (status === 'translating' && !awaitsTranslations({ status, progress }))
}

/** The same as `nextAfterSeveral`, of so many as an answer can name. */
export function nextAfterMany(all: readonly Several[], unsent = 0, fitting?: readonly Several[]): string {
  if (all.length <= LISTED_FILES) return nextAfterSeveral(all, unsent, fitting)
  if (unsent > 0) return 'make the same call again for the rest; a call that has all of them names the next one'
  if (all.some(({ plan, batch }) => plan === null && batch.status === 'awaiting_review'))
    return 'ask the person which languages, then make the same call with target_languages'
  if (fitting !== undefined)
    return 'tell the person that the balance does not cover all; the same call with fewer folders or files in file_paths, fewer languages or only costs less'
  return 'make the same call again: not all files have a plan yet'
}

/** The next calls after several translations were made or approved: one for all that can go together, the most urgent first. `fitting`: those that the balance covers, where it does not cover all. */
export function nextAfterSeveral(all: readonly Several[], unsent = 0, fitting?: readonly Several[]): string {
  const rest = new Set(all)
  const take = (wanted: (one: Several) => boolean): Several[] => {
    const taken = [...rest].filter(wanted)
    for (const one of taken) rest.delete(one)
    return taken
  }
  const own = take(({ batch, plan }) => plan?.engine === AGENT && plan.credit_cost === 0 && isOpen(batch))
  const open = take(({ batch, plan }) => plan !== null && batch.status === 'awaiting_review')
  const unplanned = take(({ batch, plan }) => plan === null && batch.status === 'awaiting_review')
  const fetched = take(({ batch }) => batch.status === 'translating' || batch.status === 'completed')
  const [first] = rest
  const texts = [
    ...(unsent === 0 ? [] : ['make the same call again for the rest']),
    ...approvingOf(open, fitting),
    ...(own.length === 0
      ? []
      : [
          each(own, ({ batch: { id }, plan }) =>
            step('translate_segments', { batch_id: id, plan_revision: plan?.plan_revision }),
          ),
        ]),
    ...(unplanned.length === 0
      ? []
      : [each(unplanned, ({ batch }) => step('plan_batch', { batch_id: batch.id, target_languages: ['…'] }))]),
    ...(fetched.length === 0 ? [] : [fetching(fetched)]),
    ...(first === undefined ? [] : [each([...rest], ({ batch, plan }) => nextFor(batch, plan))]),
  ]
  return texts.join('; then ')
}

function isOpen({ status }: Several['batch']): boolean {
  return status === 'awaiting_review' || status === 'translating'
}

/** The approval of all, or of those that the balance covers. */
function approvingOf(open: readonly Several[], fitting: readonly Several[] | undefined): string[] {
  if (open.length === 0) return []
  if (fitting === undefined) return [`${approving(open)} once the cost and what is left out are fine`]
  const cheaper = each(open, ({ batch }) => step('plan_batch', { batch_id: batch.id, only: ['…'] }))
  const some = fitting.length === 0 ? '' : ` ${approving(fitting)} is what the balance covers;`
  return [`tell the person that the balance does not cover all;${some} ${cheaper} costs less`]
}

/** The one approval of several plans. */
function approving(open: readonly Several[]): string {
  const approvals = open.map(({ batch, plan }) => ({ batch_id: batch.id, plan_revision: plan?.plan_revision ?? '' }))
  const [only] = approvals
  return approvals.length === 1 && only !== undefined
    ? step('approve_batch', only)
    : step('approve_batch', { approvals })
}

function fetching(fetched: readonly Several[]): string {
  const batch_ids = fetched.map(({ batch }) => batch.id)
  const [batch_id] = batch_ids
  return batch_ids.length === 1 ? step('get_result', { batch_id }) : step('get_result', { batch_ids })
}

/** The call for the first, and that the others want the same. */
function each(all: readonly Several[], call: (one: Several) => string): string {
  const [first, ...others] = all
  if (first === undefined) return ''
  return others.length === 0 ? call(first) : `${call(first)}, and so for ${counted(others.length, 'other')} in batches`
}
