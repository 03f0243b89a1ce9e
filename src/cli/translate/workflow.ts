import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { visible } from '../../mcp/render/data.ts'
import { checkPlaces } from './check.ts'
import { planText, spendingQuestion, totalCost } from './describe.ts'
import { approve, fetchResult, isOpen, type Job, planFile, type Result } from './job.ts'
import type { Order } from './operands.ts'
import { complaint, failed, type Outcome, qualityText, saved } from './outcome.ts'
import { collision, type Places, placeOf } from './places.ts'
import { createProgress, type Screen } from './progress.ts'
import { saveResult } from './save.ts'
import type { Session } from './session.ts'

export interface Workflow {
  readonly session: Session
  readonly order: Order
  readonly overwrite: boolean
  /** Where results are fetched to before they get their places; made when needed. */
  readonly folder: string
  readonly stderr: Screen
  readonly signal: AbortSignal
  /** Throws where nobody could be asked: then no plan is approved, not even one without credits, whose text may go elsewhere. */
  readonly refuseUnasked: () => void
  /** The person's yes to the whole cost. */
  readonly agree: (question: string) => Promise<boolean>
  /** Told of each file as soon as it is finished. */
  readonly finished: (outcome: Outcome) => void
}

interface Ready {
  readonly job: Job
  readonly places: Places
}

/** The whole way of all files: plan, one question, approval, waiting, saving. What fails for one file stops no other. */
export async function runWorkflow(flow: Workflow): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const end = (outcome: Outcome) => {
    outcomes.push(outcome)
    if (outcome.error !== null) flow.stderr.write(complaint(outcome))
    flow.finished(outcome)
  }
  const ready = await planAll(flow, end)
  const open = ready.filter(({ job }) => isOpen(job)).map(({ job }) => job)
  if (open.length > 0) flow.refuseUnasked()
  if (totalCost(open) > 0 && !(await flow.agree(spendingQuestion(open, await balance(flow))))) {
    for (const { job } of ready) end(failed(job.given, new Error('Not approved: nothing was spent.'), job))
    return outcomes
  }
  const approved = await each(ready, flow, end, async ({ job }) => {
    if (isOpen(job)) await approve(flow.session, job, flow)
  })
  await each(approved, flow, end, async one => {
    const result = await finish(one, flow)
    const outcome = saved(one.job, one.places, result, isOpen(one.job))
    flow.stderr.write(qualityText(outcome))
    end(outcome)
  })
  return outcomes
}

/** In place of what the system calls it. */
const STOPPED = 'Stopped before it was finished.'
const FOUND = '  Found again: this was approved before, so nothing more is spent.\n'

/** Does one thing for each file; answers with those for which it went well. An interruption ends it all. */
async function each(
  files: readonly Ready[],
  flow: Workflow,
  end: (outcome: Outcome) => void,
  work: (one: Ready) => Promise<void>,
) {
  const well: Ready[] = []
  for (const one of files) {
    try {
      await work(one)
      well.push(one)
    } catch (error) {
      end(failed(one.job.given, flow.signal.aborted ? new Error(STOPPED) : error, one.job))
    }
  }
  return well
}

async function planAll(flow: Workflow, end: (outcome: Outcome) => void): Promise<Ready[]> {
  const { order, overwrite, session, signal, stderr } = flow
  const sources = order.files.map(file => path.resolve(file))
  const ready: Ready[] = []
  for (const file of order.files) {
    const progress = createProgress(stderr, file)
    try {
      const job = await planFile(session, file, order.wish, { ...flow, onProgress: progress.show })
      progress.clear()
      stderr.write(`${planText(job)}\n`)
      const places = placesOf(job, order.template)
      if (!isOpen(job)) stderr.write(FOUND)
      await checkPlaces(places, { sources, overwrite })
      ready.push({ job, places })
    } catch (error) {
      progress.clear()
      end(failed(file, signal.aborted ? new Error(STOPPED) : error))
    }
  }
  const twice = collision(ready.flatMap(({ places }) => [...places.values()]))
  if (twice === undefined) return ready
  for (const { job } of ready)
    end(
      failed(
        job.given,
        new Error(`Two results would be written to ${twice}: give --out with {lang}, {name} and {dir}.`),
        job,
      ),
    )
  return []
}

function placesOf({ plan, source }: Job, template: string): Places {
  const file = { path: source, language: plan.source_language }
  return new Map(plan.target_languages.map(language => [language, placeOf(template, file, language, process.cwd())]))
}

async function finish({ job, places }: Ready, flow: Workflow): Promise<Result> {
  const progress = createProgress(flow.stderr, job.given)
  try {
    await mkdir(flow.folder, { recursive: true, mode: 0o700 })
    const fetched = await fetchResult(flow.session, job, flow.folder, { ...flow, onProgress: progress.show })
    progress.clear()
    await saveResult(fetched.file, places, flow.overwrite)
    for (const warning of fetched.warnings) flow.stderr.write(`${visible(job.given, 300)}: ${warning}\n`)
    return fetched
  } finally {
    progress.clear()
  }
}

const Balance = z.looseObject({ credit_balance: z.number() })

/** The balance for the question; the question is asked without it where it cannot be read. */
async function balance({ session, signal }: Workflow): Promise<number | undefined> {
  const account = await session.call('get_account', {}, { signal }).catch(() => undefined)
  return Balance.safeParse(account).data?.credit_balance
}
