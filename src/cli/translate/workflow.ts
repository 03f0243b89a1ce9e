import { mkdir } from 'node:fs/promises'
import * as z from 'zod'
import { CHEAPER, shortfall, whatFits } from '../../mcp/affordable.ts'
import { type Amount, totalOf, UNSTATED } from '../../mcp/consent/amount.ts'
import { revealed, visible } from '../../mcp/render/data.ts'
import { limitLines, ShownLimit } from '../../mcp/render/limits.ts'
import type { Home } from '../../mcp/several/homes.ts'
import { beyondCap, isWithin } from './caps.ts'
import { creditsIn, planText, spendingQuestion, totalCost } from './describe.ts'
import { complaint, type FileOutcome, failed, isToRead, qualityText, saved } from './outcome.ts'
import type { Ready } from './place-all.ts'
import { INTERRUPTED, planAll } from './plan-all.ts'
import { approvePlan, fetchResult, isOpen, type PlannedFile, workEnded } from './planned-file.ts'
import { createEachProgress, createManyProgress, createProgress, type Progress, type RunProgress } from './progress.ts'
import type { Workflow } from './run-parts.ts'
import { takeSample } from './sample.ts'
import { saveResult } from './save.ts'
import type { AskedAmounts } from './session.ts'
import { sourcesOf } from './sources-of.ts'
import { FEW_ALIKE, planTable, reportText } from './table.ts'

/**
 * Takes all files through plan, one question, approval, waiting and saving. If a file fails, the others go on.
 *
 * @throws {UsageError} they are too many
 */
export async function runWorkflow(given: Workflow): Promise<FileOutcome[]> {
  const { stderr, order, paint, redraws = stderr.isTTY === true } = given
  const { files, aside, failed: unread, homes } = await sourcesOf(order, given)
  const in_table = order.each === undefined && (order.folders !== undefined || files.length > FEW_FILES)
  const progress = in_table ? createManyProgress(stderr, files.length, redraws) : createEachProgress(stderr, redraws)
  const flow: Run = {
    ...given,
    order: { ...order, files },
    homes,
    in_table,
    progress,
    agreed: given.agreed ?? new Map(),
  }
  given.leftAside?.(aside)
  const outcomes: FileOutcome[] = []
  const end = (outcome: FileOutcome) => {
    outcomes.push(outcome)
    const alike = outcomes.filter(({ error }) => error === outcome.error).length
    if (outcome.error !== null && (!in_table || alike <= FEW_ALIKE)) stderr.write(complaint(outcome, paint))
    flow.finished(outcome)
  }
  const sayAside = () => stderr.write(aside.map(line => `${line}\n`).join(''))
  if (!in_table) sayAside()
  for (const { name, error } of unread) end(failed(name, error))
  const planned = await planAll(flow, end)
  if (in_table) {
    if (planned.length > 0) stderr.write(planTable(planned, paint))
    sayAside()
  }
  await carryOut(await asked(planned, flow, end), flow, end)
  if (in_table) stderr.write(reportText(outcomes, paint))
  return outcomes
}

/** With more files than these the plans are shown in one table, as those of a folder are. */
const FEW_FILES = 5

/** Approves what was agreed to, and fetches and saves each file when it is translated. */
async function carryOut({ ready, open, refusal }: Asked, flow: Run, end: (outcome: FileOutcome) => void) {
  const agreed = refusal === undefined
  // A no is about what was asked: files that were approved before go on.
  if (!agreed) for (const one of open) end(failed(one.given, new Error(refusal), one))
  const going = agreed ? ready : ready.filter(({ planned }) => !isOpen(planned))
  const what = going.some(({ planned }) => isOpen(planned)) ? { what: 'files approved' } : {}
  const approved = await each(going, { ...flow, ...what }, end, async one => {
    return { ...one, planned: isOpen(one.planned) ? await approve(one.planned, flow) : one.planned }
  })
  await each(approved, { ...flow, spent: true, what: 'files done' }, end, async one => {
    const { result, places } = await finish(one, flow)
    const outcome = saved(one.planned, places, result, isOpen(one.planned))
    if (!flow.in_table || isToRead(outcome)) flow.stderr.write(qualityText(outcome))
    end(outcome)
    return one
  })
}

/** What is to go on, and why what is open may not; undefined where it may. */
interface Asked {
  readonly ready: readonly Ready[]
  readonly open: readonly PlannedFile[]
  readonly refusal: string | undefined
}

/** Asks about all plans together. Where the person first wants a sample of the only one, she is asked again when she has seen it. */
async function asked(
  ready: readonly Ready[],
  flow: Run,
  end: (outcome: FileOutcome) => void,
  paid = false,
): Promise<Asked> {
  const open = ready.filter(({ planned }) => isOpen(planned))
  const plans = open.map(({ planned }) => planned)
  const [only] = open
  const sample = open.length === 1 && only?.planned.plan.sample_texts !== undefined
  const said = await refusedToSpend(plans, flow, sample)
  const refusal = paid && said === NOT_APPROVED ? NO_MORE : said
  if (refusal !== SAMPLE || only === undefined) return { ready, open: plans, refusal }
  const rest = await each([only], flow, end, async one => ({ ...one, planned: await sampled(one.planned, flow) }))
  return await asked([...ready.filter(one => one !== only), ...rest], flow, end, true)
}

/** Has the sample of a plan translated, and shows it. Gives the translation with the plan for the rest. */
async function sampled(planned: PlannedFile, flow: Run): Promise<PlannedFile> {
  const progress = createProgress(flow.stderr, planned.given, flow.redraws ?? flow.stderr.isTTY === true)
  // Its cost counts for the caps by itself.
  const own = { ...planned, plan: { ...planned.plan, plan_revision: 'sample' } }
  const refused = async ({ amounts, lines }: AskedAmounts) => {
    progress.clear()
    const [question = '', ...facts] = lines
    flow.stderr.write(facts.map(line => `  ${visible(line, 400)}\n`).join(''))
    return await refusedBy([[own, amounts]], question, flow)
  }
  try {
    const { lines, rest } = await takeSample(planned, { ...flow, refused, onProgress: progress.show })
    progress.clear()
    flow.stderr.write([...lines, planText(rest, flow.order.said_in), ''].join('\n'))
    return rest
  } finally {
    progress.clear()
  }
}

/** In place of a refusal: the person wants to see a sample first. */
const SAMPLE = 'sample'

/** A run, with all that was agreed to in it, by plan: the caps hold for the run, so that a second question does not double them. */
interface Run extends Workflow {
  readonly homes: ReadonlyMap<string, Home>
  readonly in_table: boolean
  readonly progress: RunProgress
  readonly agreed: Map<string, readonly Amount[]>
}

function nameOf({ batch, plan }: PlannedFile): string {
  return `${batch.id} ${plan.plan_revision}`
}

/** Asks the one question about these plans. Why they are not approved; undefined where they are, or where nobody is charged. */
async function refusedToSpend(open: readonly PlannedFile[], flow: Run, sample = false): Promise<string | undefined> {
  const total = totalCost(open)
  if (total.length === 0) return undefined
  const { credit_balance: balance, limits = [] } = (await accountIn(flow)) ?? {}
  const counting = limits.filter(({ unit }) => unit === 'money' || total.some(amount => amount.unit === unit))
  for (const line of limitLines(counting)) flow.stderr.write(`${line}\n`)
  const short = balance === undefined ? undefined : shortfall(total, balance)
  const [only, ...others] = open
  const fits =
    balance !== undefined && only !== undefined && others.length === 0 ? whatFits(only.plan, balance) : CHEAPER
  if (short !== undefined) return `${short} Nothing was spent. ${fits}`
  const costs = open.map(one => [one, totalCost([one])] as const)
  return await refusedBy(costs, spendingQuestion(open, total, balance), flow, sample)
}

/** Asks, unless that is beyond a cap of the run, and writes down what was agreed to for each plan. */
async function refusedBy(
  asked: readonly (readonly [PlannedFile, readonly Amount[]])[],
  question: string,
  { agree, agreed, caps }: Run,
  sample = false,
): Promise<string | undefined> {
  const total = totalOf(asked.flatMap(([, amounts]) => amounts))
  const names = new Set(asked.map(([planned]) => nameOf(planned)))
  const before = [...agreed].flatMap(([name, amounts]) => (names.has(name) ? [] : amounts))
  const beyond = beyondCap(total, caps, before)
  if (beyond !== undefined) return beyond
  const batches = asked.map(([{ batch }]) => batch.id)
  const answer = await agree(question, total, batches, sample)
  if (answer === 'sample') return SAMPLE
  if (!answer) return NOT_APPROVED
  for (const [planned, amounts] of asked) agreed.set(nameOf(planned), amounts)
  return undefined
}

/**
 * Approves a plan, and gives it with the cost that was agreed to. Where it costs more by now than was agreed to, the person is asked
 * again: a hosted service may have changed its price.
 *
 * @throws {ToolFailed} a tool refuses
 * @throws {Error} the person does not agree to the new cost, or it is beyond a cap
 */
async function approve(planned: PlannedFile, flow: Run): Promise<PlannedFile> {
  let refusal: Error | undefined
  let moved = false
  const agrees = async ({ amounts, lines }: AskedAmounts): Promise<boolean> => {
    if (isWithin(amounts, flow.agreed.get(nameOf(planned)) ?? [])) return true
    moved = true
    const [question = '', ...facts] = lines
    flow.stderr.write([MOVED, ...facts, ''].map(line => visible(line, 400)).join('\n'))
    const said = await refusedBy([[planned, amounts]], question, flow).catch(error => {
      refusal = error
    })
    if (said !== undefined) refusal = new Error(said)
    return refusal === undefined
  }
  try {
    await approvePlan(flow.session, planned, { ...flow, agrees })
  } catch (error) {
    throw refusal ?? error
  }
  const agreed = flow.agreed.get(nameOf(planned))
  if (!moved || agreed === undefined) return planned
  const credits = creditsIn(agreed)
  return { ...planned, plan: { ...planned.plan, credit_cost: credits < UNSTATED ? credits : null } }
}

const MOVED = 'This costs more by now than what was agreed to:'

const NOT_APPROVED = 'Not approved: nothing was spent.'
const NO_MORE = 'Not approved: nothing was spent beside the sample, whose texts stay translated.'

/** One step for each file. `spent`: it comes after the approval. */
interface Step extends Pick<Run, 'signal' | 'progress'> {
  readonly spent?: boolean
  /** What is said of those that are through. */
  readonly what?: string
}

/** Does one step for each file; gives what came of those for which it succeeded. After an interruption the calls of all further files fail. */
async function each(
  files: readonly Ready[],
  { signal, progress, spent = false, what }: Step,
  end: (outcome: FileOutcome) => void,
  work: (one: Ready) => Promise<Ready>,
) {
  const well: Ready[] = []
  for (const [at, one] of files.entries()) {
    try {
      well.push(await work(one))
    } catch (error) {
      const why = signal.aborted ? new Error(INTERRUPTED) : error
      end(failed(one.planned.given, why, one.planned, spent && isOpen(one.planned)))
    }
    if (what !== undefined) progress.did(what, at + 1)
  }
  return well
}

async function finish({ planned, places, overwrite = false }: Ready, flow: Run) {
  const progress = flow.progress.of(planned.given)
  try {
    await mkdir(flow.folder, { recursive: true, mode: 0o700 })
    await untilDone(planned, flow, progress)
    const options = { ...flow, onProgress: progress.show }
    const fetched = await fetchResult(flow.session, planned, { folder: flow.folder, zip: places.zip }, options)
    progress.clear()
    const { written } = flow
    const done = await saveResult(fetched, places, { source: planned.source, overwrite, written })
    for (const line of done.kept) flow.stderr.write(`${visible(planned.given, 300)}: ${revealed(line)}\n`)
    for (const warning of fetched.warnings) flow.stderr.write(`${visible(planned.given, 300)}: ${revealed(warning)}\n`)
    return { result: fetched, places: done.places }
  } finally {
    progress.clear()
  }
}

/**
 * Waits for the work. Where it needs more than was approved, the person is asked again, with the reason and the plan for the rest.
 *
 * @throws {Error} where she does not agree; what is translated is kept
 */
async function untilDone(planned: PlannedFile, flow: Run, progress: Progress): Promise<void> {
  // Of what was found again there is nothing to wait for.
  if (planned.batch.status === 'completed') return
  const options = { ...flow, onProgress: progress.show }
  for (;;) {
    const again = await workEnded(flow.session, planned, options)
    if (again === undefined) return
    progress.clear()
    for (const line of again.plan.advice.slice(0, 1)) flow.stderr.write(`${visible(line, 400)}\n`)
    flow.stderr.write(`${planText(again, flow.order.said_in)}\n`)
    const refusal = await refusedToSpend([again], flow)
    if (refusal !== undefined) throw new Error(`${refusal} ${KEPT}`)
    await approve(again, flow)
  }
}

const KEPT = 'What is translated is kept: the same command asks again and goes on with the rest.'

const AccountFacts = z.looseObject({ credit_balance: z.number(), limits: z.array(ShownLimit).optional() })

/** The balance and the limits for the question. Undefined where they cannot be read; the question then leaves them out. */
async function accountIn({ session, signal }: Workflow) {
  const account = await session.call('get_account', {}, { signal }).catch(() => undefined)
  return AccountFacts.safeParse(account).data
}
