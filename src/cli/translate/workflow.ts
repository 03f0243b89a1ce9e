import { mkdir } from 'node:fs/promises'
import * as z from 'zod'
import { CHEAPER, shortfall, whatFits } from '../../mcp/affordable.ts'
import { type Amount, totalOf, UNSTATED } from '../../mcp/consent/amount.ts'
import { revealed, visible } from '../../mcp/render/data.ts'
import { limitLines, ShownLimit } from '../../mcp/render/limits.ts'
import { beyondCap, type Caps, isWithin } from './caps.ts'
import { creditsIn, planText, spendingQuestion, totalCost } from './describe.ts'
import { complaint, type FileOutcome, failed, qualityText, saved } from './outcome.ts'
import { withoutOwnResults } from './own-results.ts'
import type { Ready } from './place-all.ts'
import { INTERRUPTED, type Planning, planAll } from './plan-all.ts'
import { approvePlan, fetchResult, isOpen, type PlannedFile, workEnded } from './planned-file.ts'
import { createProgress, type Progress } from './progress.ts'
import { takeSample } from './sample.ts'
import { saveResult } from './save.ts'
import type { AskedAmounts } from './session.ts'

export interface Workflow extends Planning {
  /** Folder into which results are fetched before they are saved to their places; made when needed. */
  readonly folder: string
  /**
   * Asks the person to agree to the cost of all files together. Called where somebody is charged. `sample`: she may choose to see a sample
   * of it first.
   *
   * @throws {UsageError} nobody can be asked, or `--yes` has no cap
   */
  readonly agree: (
    question: string,
    total: readonly Amount[],
    batches: readonly string[],
    sample: boolean,
  ) => Promise<boolean | 'sample'>
  /** The most that the question may be about. */
  readonly caps: Caps
  /** What was agreed to before under the same caps, by plan; what is agreed to now is added. */
  readonly agreed?: Map<string, readonly Amount[]> | undefined
  /** Called for each file as soon as it is done or has failed. */
  readonly finished: (outcome: FileOutcome) => void
}

/**
 * Takes all files through plan, one question, approval, waiting and saving. If a file fails, the others go on.
 */
export async function runWorkflow(given: Workflow): Promise<FileOutcome[]> {
  const { files, aside } =
    given.order.each === undefined
      ? await withoutOwnResults(given.order, given.written)
      : { files: given.order.files, aside: [] }
  for (const line of aside) given.stderr.write(`${line}\n`)
  const flow: Run = { ...given, order: { ...given.order, files }, agreed: given.agreed ?? new Map() }
  const outcomes: FileOutcome[] = []
  const end = (outcome: FileOutcome) => {
    outcomes.push(outcome)
    if (outcome.error !== null) flow.stderr.write(complaint(outcome))
    flow.finished(outcome)
  }
  const { ready, open, refusal } = await asked(await planAll(flow, end), flow, end)
  const agreed = refusal === undefined
  // A no is about what was asked: files that were approved before go on.
  if (!agreed) for (const one of open) end(failed(one.given, new Error(refusal), one))
  const going = agreed ? ready : ready.filter(({ planned }) => !isOpen(planned))
  const approved = await each(going, flow, end, async ({ planned, places }) => ({
    planned: isOpen(planned) ? await approve(planned, flow) : planned,
    places,
  }))
  const saving = { ...flow, spent: true }
  await each(approved, saving, end, async one => {
    const { result, places } = await finish(one, flow)
    const outcome = saved(one.planned, places, result, isOpen(one.planned))
    flow.stderr.write(qualityText(outcome))
    end(outcome)
    return one
  })
  return outcomes
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
  const progress = createProgress(flow.stderr, planned.given)
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

/**
 * Does one step for each file; gives what came of those for which it succeeded. After an interruption the calls of all further files fail.
 * `spent`: the step comes after the approval.
 */
async function each(
  files: readonly Ready[],
  { signal, spent = false }: Pick<Workflow, 'signal'> & { readonly spent?: boolean },
  end: (outcome: FileOutcome) => void,
  work: (one: Ready) => Promise<Ready>,
) {
  const well: Ready[] = []
  for (const one of files) {
    try {
      well.push(await work(one))
    } catch (error) {
      const why = signal.aborted ? new Error(INTERRUPTED) : error
      end(failed(one.planned.given, why, one.planned, spent && isOpen(one.planned)))
    }
  }
  return well
}

async function finish({ planned, places }: Ready, flow: Run) {
  const progress = createProgress(flow.stderr, planned.given)
  try {
    await mkdir(flow.folder, { recursive: true, mode: 0o700 })
    await untilDone(planned, flow, progress)
    const options = { ...flow, onProgress: progress.show }
    const fetched = await fetchResult(flow.session, planned, { folder: flow.folder, zip: places.zip }, options)
    progress.clear()
    const { overwrite, written } = flow
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
