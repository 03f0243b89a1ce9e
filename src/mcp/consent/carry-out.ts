import { type InputRequiredResult, inputRequired } from '@modelcontextprotocol/server'
import type { CallContext } from '../context.ts'
import type { Amount } from './amount.ts'
import { answerTo } from './answer.ts'
import type { Decision } from './decide.ts'
import * as refusal from './refusals.ts'
import { approvalCode, type Spending, signQuestion } from './spending.ts'
import type { AllowedFolder, AskedSpending, Known, OfferedSpending, Questions } from './ways.ts'

/** The names of our requests in a multi-round-trip call: the dialog, and the offer to open the page. */
export const QUESTION = 'approval'
export const APPROVAL_PAGE = 'approval_page'

/** One spending and what a person reads before agreeing to it, the cost first. */
export interface Question {
  readonly spending: Spending
  readonly lines: readonly string[]
  readonly approval_code?: string | undefined
  readonly call: refusal.RepeatedCall
  readonly covers: AllowedFolder
  /** Finds what the person may agree to instead, where a question is kept for her; undefined where there is nothing. */
  readonly other?: (() => Promise<OfferedSpending | undefined>) | undefined
}

/** The spending may go on. `undo` takes back what was booked for it, where it then did not take place; `back`: where only these amounts of it did not. */
export interface Consented {
  readonly undo: (back?: readonly Amount[]) => Promise<void>
  /** True where this spending may not go on, but the other one that its question offered: that one then uses the yes. */
  readonly other?: true
}

export const FREE: Consented = { undo: async () => undefined }
const OTHER: Consented = { ...FREE, other: true }

/** One question under way. */
export interface Case {
  readonly question: Question
  readonly asked: AskedSpending
  /** What has to be asked, in total. */
  readonly totals: readonly Amount[]
  readonly known: Known
  readonly context: CallContext
}

/**
 * Does something with the kept questions; undefined where this server keeps none.
 *
 * @throws {ToolRefusal} consent_unavailable
 */
export async function kept<Value>(
  { parts }: CallContext,
  work: (questions: Questions) => Promise<Value>,
): Promise<Value | undefined> {
  if (parts.ways === undefined) return undefined
  try {
    return await work(parts.ways.questions)
  } catch (error) {
    parts.report('a question about spending could not be kept', error)
    throw refusal.questionsLost()
  }
}

/** @throws {ToolRefusal} see consent */
export async function carryOut(decision: Decision, one: Case): Promise<Consented | InputRequiredResult> {
  const { question, asked, totals, known, context } = one
  switch (decision.kind) {
    case 'go':
      await kept(context, questions => questions.close(asked))
      return FREE
    case 'over_cap':
      throw refusal.overCap(totals, decision.exceeded)
    case 'declined':
      await kept(context, questions => questions.untell(asked))
      throw await offeredElsewhere(one)
    case 'was_declined':
      await kept(context, questions => questions.untell(asked))
      throw refusal.declined(question.call, {})
    case 'use_yes':
      if ((await kept(context, questions => questions.use(asked))) === true) return FREE
      throw refusal.ended(question.call)
    case 'take_other':
      return OTHER
    case 'use_code':
      if ((await kept(context, questions => questions.useCode(known.open?.id ?? ''))) === true) return FREE
      throw refusal.ended(question.call)
    case 'ask_dialog':
      return await dialog(question, context)
    case 'ask_link':
      return await link(one)
    case 'open_page':
      return await openPage(one)
    case 'wait':
      return await wait(one)
    case 'tell':
      throw await told(one, 'place')
    case 'hand_out_code':
      throw await handOut(one, decision.wrong_code)
    case 'must_ask':
      throw refusal.mustAsk(context.parts.ways?.command)
  }
}

const EMPTY_FORM = { type: 'object' as const, properties: {} }

async function dialog({ spending, lines }: Question, { parts }: CallContext): Promise<InputRequiredResult> {
  parts.asking?.(spending)
  return inputRequired({
    inputRequests: { [QUESTION]: inputRequired.elicit({ message: lines.join('\n'), requestedSchema: EMPTY_FORM }) },
    requestState: signQuestion(await parts.stateKey(), spending, parts.clock()),
  })
}

/**
 * The refusal after a no in the dialog. Some hosts say no without showing anything, so she may still answer at a place that does not
 * open by itself.
 */
async function offeredElsewhere(one: Case): Promise<Error> {
  const { ways, settings } = one.context.parts
  const elsewhere = ways?.command !== undefined || ways?.memberPage !== undefined
  const places = elsewhere && settings.consent !== 'required' ? placesFor(one, await ask(one)) : {}
  return refusal.declined(one.question.call, places)
}

/** Keeps the question, so that it can be answered elsewhere. Gives its id; an empty one where this server keeps no questions. */
async function ask({ question, asked, known, context }: Case): Promise<string> {
  if (context.parts.ways === undefined) return ''
  const other = known.open === undefined ? await question.other?.() : undefined
  return (await kept(context, questions => questions.ask({ ...asked, other }))) ?? ''
}

/** Asks the host to open the page: the host shows the address to the person, and never to the model. */
async function link(one: Case): Promise<InputRequiredResult> {
  const { ways } = one.context.parts
  const id = await ask(one)
  const url = (await ways?.page?.address()) ?? ways?.memberPage?.(id)
  if (url === undefined) throw await told(one, 'place')
  await remember(one, id, 'page')
  const message = `${one.question.lines[0] ?? 'Approve a translation?'} The page shows the whole plan, and asks.`
  return inputRequired({ inputRequests: { [APPROVAL_PAGE]: inputRequired.elicitUrl({ message, url }) } })
}

async function openPage(one: Case): Promise<Consented> {
  const id = await ask(one)
  if ((await one.context.parts.ways?.page?.show()) !== true) throw await told(one, 'place')
  await remember(one, id, 'page')
  return await wait(one)
}

/** Waits for the answer as long as a call may; the same call again goes on waiting. */
async function wait(one: Case): Promise<Consented> {
  const { asked, known, context, question } = one
  const id = known.open?.id ?? (await ask(one))
  const look = () => kept(context, questions => questions.look(asked))
  const answer = await answerTo(id, known.declined_at, look, context)
  if (answer === 'yes' && (await kept(context, questions => questions.use(asked))) === true) return FREE
  const now = await look()
  if (answer === 'ended' && now?.other_agreed === true) return OTHER
  if (answer === 'open') throw await told(one, now?.told?.where ?? 'place')
  await kept(context, questions => questions.untell(asked))
  throw answer === 'no' ? refusal.declined(question.call, {}) : refusal.ended(question.call)
}

/** The refusal that tells where the person answers. */
async function told(one: Case, where: 'page' | 'place'): Promise<Error> {
  const id = await ask(one)
  await remember(one, id, where)
  return refusal.waitsForPerson(placesFor(one, id), one.question.call, where === 'page')
}

async function remember({ known, context }: Case, id: string, where: 'page' | 'place'): Promise<void> {
  const before = known.told?.id === id ? known.told : undefined
  const earlier_no = before === undefined ? known.declined_at : before.earlier_no
  await kept(context, questions => questions.tell({ id, where, earlier_no }))
}

function placesFor({ context }: Case, id: string): refusal.Elsewhere {
  const { ways } = context.parts
  const address = context.caller === undefined || id === '' ? undefined : ways?.memberPage?.(id)
  return { address, command: id === '' ? undefined : ways?.command }
}

async function handOut(one: Case, wrong: boolean): Promise<Error> {
  const { question, known, context } = one
  if (wrong && known.open !== undefined) {
    const { id } = known.open
    await kept(context, questions => questions.countWrongCode(id))
  }
  const id = await ask(one)
  await remember(one, id, 'place')
  const code = approvalCode(await context.parts.stateKey(), question.spending, id)
  const { command } = placesFor(one, id)
  return refusal.codeNeeded(question.call, { lines: question.lines, code, wrong, command })
}
