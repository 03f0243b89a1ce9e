import { givenData, mustRefuse, mustRefuseParam, shown, succeeded } from '../answer.ts'
import { type Answer, valueAt } from '../probe.ts'
import {
  balanceNow,
  type ContractCheck,
  createdId,
  INTO_GERMAN,
  type Made,
  type Need,
  oncePerRun,
  pathOfBatch,
  planRevision,
  revisionIn,
  statusWithin,
  type Trial,
} from '../trial.ts'
import { broken, differs, must, untried } from '../verdict.ts'

/** What a check of approvals and results needs. */
export const APPROVAL: readonly Need[] = ['spend', 'batches:create', 'batches:read', 'account:read', 'creation']
/** How long a result is waited for, in milliseconds. */
const WORK_MS = 120_000

/** What one run approves: one translation, asked for twice at once. */
interface Approved {
  readonly made: Made
  readonly cost: number
  readonly won: number
  /** The first answer that took the approval. */
  readonly taken: Answer | undefined
  readonly lost: readonly string[]
  readonly before: number | undefined
  readonly after: number | undefined
  readonly status: string
}

export const approvedOnce = oncePerRun(approveTwice)

async function approveTwice(trial: Trial): Promise<Approved> {
  const made = await trial.planned()
  const cost = await payable(trial, made, 2)
  const body = { expected_plan_revision: made.revision }
  const before = await balanceNow(trial)
  const path = `${pathOfBatch(made.id)}/approve`
  const both = await Promise.all([trial.send('POST', path, { body }), trial.send('POST', path, { body })])
  const [taken] = both.filter(succeeded)
  const won = both.filter(succeeded).length
  const lost = both.filter(answer => !succeeded(answer)).map(shown)
  const after = await balanceNow(trial)
  const status = won === 0 ? 'not approved' : await statusWithin(trial, made.id, ['completed', 'failed'], WORK_MS)
  return { made, cost, won, taken, lost, before, after, status }
}

/**
 * The cost of a plan in credits, the highest of all that the service says now. It is taken from what the run may spend, for each of the
 * `approvals` that a service without care would charge.
 *
 * @throws {Ended} untried, where it is unknown, too high, another than at first, or somebody else is charged
 */
export async function payable(
  trial: Trial,
  { id, answer, revision }: Pick<Made, 'id' | 'answer' | 'revision'>,
  approvals = 1,
): Promise<number> {
  if (revision === undefined) throw untried('its plan has no revision that could be read')
  const read = [await trial.send('GET', `${pathOfBatch(id)}/plan`), await trial.send('GET', pathOfBatch(id))]
  const [first, ...now] = [answer, ...read].map(({ json }) => valueAt(json, 'data'))
  for (const data of [first, ...now]) {
    const unit = valueAt(data, 'plan', 'billing', 'unit')
    if (unit !== undefined && unit !== 'none' && unit !== 'credits')
      throw untried(`its plan charges ${String(unit)}, which --max-credits does not bound`)
  }
  const [before, later] = [costsIn(first), now.flatMap(costsIn)]
  const cost = Math.max(...before, ...later)
  if (before.length + later.length === 0) throw untried('the cost of its plan is not said')
  if (before.length > 0 && later.length > 0 && Math.max(...before) !== Math.max(...later))
    throw untried(`its cost was ${Math.max(...before)} and is ${Math.max(...later)} now: what moves is not approved`)
  if (cost > trial.maxCredits) throw untried(`its plan costs ${cost}, and --max-credits is ${trial.maxCredits}`)
  trial.mayCost(cost * approvals)
  return cost
}

/** The costs that an answer says. A translation may show 0 before it has a price, or always: only its plan says that it is free. */
function costsIn(data: unknown): readonly number[] {
  const own = [valueAt(data, 'plan', 'credit_cost'), isBatch(data) ? undefined : valueAt(data, 'credit_cost')]
  const shown = [valueAt(data, 'batch', 'credit_cost'), valueAt(data, 'credit_cost')]
  return [...own, ...shown.filter(cost => cost !== 0)].filter(cost => typeof cost === 'number')
}

/** True for data that is a translation itself, and not what belongs to its plan. */
function isBatch(data: unknown): boolean {
  return valueAt(data, 'progress') !== undefined
}

/** A translation with a second plan, and the revision of its first. Either may be charged for by a service that does not look. */
async function replanned(trial: Trial): Promise<{ id: string; earlier: string }> {
  const answer = await trial.create({ instruction: INTO_GERMAN })
  const id = createdId(answer)
  if (id === undefined) throw untried(`no translation could be created: ${shown(answer)}`)
  await statusWithin(trial, id, ['awaiting_review', 'failed'], 30_000)
  const earlier = revisionIn(answer.json) ?? (await planRevision(trial, id))
  const body = { instruction: 'Translate into French (fr) instead.' }
  const later = await trial.send('POST', `${pathOfBatch(id)}/plan`, { body })
  const revision = succeeded(later) ? (revisionIn(later.json) ?? (await planRevision(trial, id))) : undefined
  if (earlier === undefined || revision === undefined || earlier === revision) throw untried('it has no two plans')
  await payable(trial, { id, revision, answer: later })
  return { id, earlier }
}

/** Refuses to approve a translation that has a plan or a cost: a service may have planned by itself. @throws {Ended} untried */
async function requireUnplanned(trial: Trial, id: string): Promise<void> {
  const plan = valueAt((await trial.send('GET', `${pathOfBatch(id)}/plan`)).json, 'data', 'plan')
  const cost = valueAt(givenData(await trial.send('GET', pathOfBatch(id))), 'credit_cost')
  const planned = (plan !== undefined && plan !== null) || (typeof cost === 'number' && cost > 0)
  if (planned) throw untried('the service plans what nobody asked it to plan, so approving it would spend')
}

/** The answer that leads to the finished file. @throws {Ended} untried, it is not finished; differs: a redirect */
export async function resultOf(trial: Trial): Promise<Answer> {
  const { made, status } = await approvedOnce(trial)
  if (status !== 'completed') throw untried(`the translation is ${status} after ${WORK_MS / 1000} s`)
  const answer = await trial.send('GET', `${pathOfBatch(made.id)}/result`)
  if (answer.status >= 300 && answer.status < 400) throw differs(`${shown(answer)}: a redirect in place of a link`)
  return answer
}

/** The link to the finished file. @throws {Ended} differs, it is not where we assume it */
async function linkOf(trial: Trial): Promise<string> {
  const answer = await resultOf(trial)
  const url = valueAt(givenData(answer), 'url')
  if (typeof url !== 'string') throw differs(`${shown({ ...answer, text: '' })}: the link is not in \`url\``)
  return url
}

/** Approving, which spends, and results. They run only with --spend. */
export const approvals: readonly ContractCheck[] = [
  {
    id: 'APR-1',
    promise: 'approving what has no plan is refused with no_plan_yet',
    needs: APPROVAL,
    async run(trial) {
      const answer = await trial.create()
      const id = createdId(answer)
      if (id === undefined) throw untried(shown(answer))
      await statusWithin(trial, id, ['awaiting_review', 'failed'], 30_000)
      await requireUnplanned(trial, id)
      mustRefuse(await trial.send('POST', `${pathOfBatch(id)}/approve`, { body: {} }), 'no_plan_yet')
    },
  },
  {
    id: 'ENV-3',
    promise: 'an approval with an unrecognised property is refused with unknown_field',
    needs: APPROVAL,
    async run(trial) {
      const made = await trial.planned()
      await payable(trial, made)
      const body = { expected_plan_revision: made.revision, no_such_field: 1 }
      mustRefuseParam(
        await trial.send('POST', `${pathOfBatch(made.id)}/approve`, { body }),
        'unknown_field',
        'no_such_field',
      )
    },
  },
  {
    id: 'APR-1',
    promise: 'approving another revision than the plan has is refused with plan_changed, and nothing is spent',
    needs: APPROVAL,
    async run(trial) {
      const made = await trial.planned()
      await payable(trial, made)
      const before = await balanceNow(trial)
      const body = { expected_plan_revision: 'no-such-revision' }
      const answer = await trial.send('POST', `${pathOfBatch(made.id)}/approve`, { body })
      mustRefuse(answer, 'plan_changed')
      const after = await balanceNow(trial)
      must(after === before, `it was refused, and the balance went from ${before} to ${after}`)
    },
  },
  {
    id: 'APR-1',
    promise: 'approving the revision of an earlier plan is refused with plan_changed',
    needs: APPROVAL,
    async run(trial) {
      const { id, earlier } = await replanned(trial)
      mustRefuse(
        await trial.send('POST', `${pathOfBatch(id)}/approve`, { body: { expected_plan_revision: earlier } }),
        'plan_changed',
      )
    },
  },
  {
    id: 'APR-2',
    promise: 'of two approvals at once one wins, and the other is refused with batch_not_awaiting_approval',
    needs: APPROVAL,
    async run(trial) {
      const { won, lost } = await approvedOnce(trial)
      must(won === 1, won === 0 ? `both were refused: ${lost.join('; ')}` : 'both were taken')
      must(lost.join().includes('batch_not_awaiting_approval'), lost.join())
    },
  },
  {
    id: 'CRD-2',
    promise: 'an approval takes the cost of the plan from the balance, once',
    needs: APPROVAL,
    async run(trial) {
      const { won, cost, before, after } = await approvedOnce(trial)
      if (won === 0) throw untried('nothing was approved')
      const taken = (before ?? 0) - (after ?? 0)
      must(taken === cost, `the plan costs ${cost}, and the balance went from ${before} to ${after}`)
    },
  },
  {
    id: 'APR-1',
    promise: 'approving again is refused with batch_not_awaiting_approval',
    needs: APPROVAL,
    async run(trial) {
      const { made, won, cost } = await approvedOnce(trial)
      if (won === 0) throw untried('nothing was approved')
      trial.mayCost(cost)
      const body = { expected_plan_revision: made.revision }
      const path = pathOfBatch(made.id)
      mustRefuse(await trial.send('POST', `${path}/approve`, { body }), 'batch_not_awaiting_approval')
    },
  },
  {
    id: 'BAT-5',
    promise: 'a finished translation is completed, with the moment, without an error, in the same shape',
    needs: APPROVAL,
    async run(trial) {
      const { made, status } = await approvedOnce(trial)
      if (status === 'failed') throw broken('the translation failed')
      if (status !== 'completed') throw untried(`the translation is ${status} after ${WORK_MS / 1000} s`)
      const answer = await trial.send('GET', pathOfBatch(made.id))
      const batch = givenData(answer)
      must(typeof valueAt(batch, 'completed_at') === 'string', `${shown(answer)}: no completed_at`)
      must(valueAt(batch, 'error') === null, `${shown(answer)}: an error`)
    },
  },
  {
    id: 'RES-1',
    promise: 'the result is a link that works without the credential',
    needs: APPROVAL,
    async run(trial) {
      const url = await linkOf(trial)
      const file = await trial.plain('GET', url)
      if (file.status >= 300 && file.status < 400) throw differs(`the link answered ${file.status}, a redirect`)
      must(file.status === 200 && file.text !== '', `the link answered ${file.status} without the credential`)
    },
  },
  {
    id: 'RES-1',
    promise: 'a link that was altered leads to no file',
    needs: APPROVAL,
    async run(trial) {
      const { href } = new URL(await linkOf(trial))
      const altered = `${href.slice(0, -3)}${href.at(-3) === 'A' ? 'B' : 'A'}${href.slice(-2)}`
      const { status } = await trial.plain('GET', altered)
      if (status >= 300 && status < 400) throw differs(`a link with another letter answered ${status}, a redirect`)
      must(status >= 400, `a link with another letter answered ${status}`)
    },
  },
  {
    id: 'RES-1',
    promise: 'a link ends later than now, where the service says when',
    needs: APPROVAL,
    async run(trial) {
      const answer = await resultOf(trial)
      const ends = valueAt(answer.json, 'data', 'expires_at')
      if (typeof ends !== 'string' || Number.isNaN(Date.parse(ends))) throw untried('it says no moment in expires_at')
      must(Date.parse(ends) > Date.now(), `${shown({ ...answer, text: '' })}: expires_at is ${ends}, which has passed`)
    },
  },
  {
    id: 'RES-2',
    promise: 'the result has as many lines as the file, and another text',
    needs: APPROVAL,
    async run(trial) {
      const { status, text } = await trial.plain('GET', await linkOf(trial))
      if (status !== 200) throw untried(`the link answered ${status}`)
      const [got, sent] = [text, trial.file?.content ?? ''].map(one =>
        one
          .replace(/^\ufeff/, '')
          .trimEnd()
          .split('\n'),
      )
      const isOneText = trial.file?.filename.endsWith('.json') !== true
      must(!isOneText || got?.length === sent?.length, `it has ${got?.length} lines, and the file ${sent?.length}`)
      must(got?.join('\n') !== sent?.join('\n'), 'it is the file as it was sent')
    },
  },
  {
    id: 'PLN-1',
    promise: 'planning what was approved is refused with batch_not_awaiting_approval',
    needs: APPROVAL,
    async run(trial) {
      const { made, won } = await approvedOnce(trial)
      if (won === 0) throw untried('nothing was approved')
      const body = { instruction: INTO_GERMAN }
      mustRefuse(await trial.send('POST', `${pathOfBatch(made.id)}/plan`, { body }), 'batch_not_awaiting_approval')
    },
  },
]
