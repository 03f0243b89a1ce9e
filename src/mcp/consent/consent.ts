import type { InputRequiredResult } from '@modelcontextprotocol/server'
import type { CallContext, McpSettings } from '../context.ts'
import type { Amount } from './amount.ts'
import { type Case, type Consented, carryOut, FREE, kept, type Question } from './carry-out.ts'
import { type ConsentFacts, type Decision, decideConsent, type QuestionCaps, toBeAsked } from './decide.ts'
import { isCode, readQuestion, spendingName } from './spending.ts'
import type { Known } from './ways.ts'

const NOTHING_KNOWN: Known = {
  declined_at: undefined,
  agreed: undefined,
  open: undefined,
  other_agreed: false,
  told: undefined,
}

/**
 * Asks for consent to one spending. Gives the question for the host where one has to be asked.
 *
 * @throws {ToolRefusal} declined; over_cap; consent_needed; consent_required; consent_unavailable. Nothing was spent
 */
export async function consent(question: Question, context: CallContext): Promise<Consented | InputRequiredResult> {
  const { spending, lines } = question
  const amounts = spending.approvals.flatMap(approval => approval.amounts)
  const totals = toBeAsked(amounts, context.parts.settings.ask_above_tokens)
  if (totals.length === 0) return FREE
  const batches = spending.approvals.map(({ batch_id }) => batch_id)
  const { principal } = spending
  const asked = { name: spendingName(spending), principal, batches, lines, member_id: context.caller?.subject }
  const known = await kept(context, questions => questions.look(asked))
  const one: Case = { question, asked, totals, known: known ?? NOTHING_KNOWN, context }
  const decision = decideConsent(await factsOf(one))
  return (await coveredAhead(one, decision)) ?? (await carryOut(decision, one))
}

/**
 * Writes down a person's no that came with this call, before anything else is done: whatever fails afterwards, it holds for these
 * translations.
 *
 * @throws {ToolRefusal} consent_unavailable
 */
export async function noteDecline(batches: readonly string[], context: CallContext): Promise<void> {
  const { answered, answered_page } = context
  const isNo = [answered, answered_page].some(
    answer => answer !== undefined && answer.action !== 'accept' && answer.failed !== true,
  )
  if (!isNo) return
  const asked = { name: '', principal: context.principal, batches, lines: [], member_id: context.caller?.subject }
  await kept(context, questions => questions.decline(asked, 'dialog'))
}

async function factsOf(one: Case): Promise<ConsentFacts> {
  const { question, totals, known, context } = one
  const { settings, ways } = context.parts
  return {
    ...{ mode: settings.consent, totals, caps: capsOf(settings) },
    ...{ agreed: known.agreed !== undefined, declined: known.declined_at !== undefined },
    other: known.other_agreed,
    told: linkIn(context) === 'failed' ? 'nothing' : toldIn(known),
    code: await codeIn(question, known, context),
    dialog: await dialogIn(one),
    link: linkIn(context),
    page: ways?.page !== undefined,
    member_page: ways?.memberPage !== undefined && context.caller !== undefined,
    terminal: ways?.command !== undefined,
  }
}

function toldIn({ open, declined_at, told }: Known): ConsentFacts['told'] {
  if (told === undefined) return 'nothing'
  if (open?.id === told.id) return 'waits'
  return declined_at !== told.earlier_no ? 'declined' : 'nothing'
}

function capsOf({ max_credits, max_characters, max_tokens, max_money }: McpSettings): QuestionCaps {
  return { credits: max_credits, characters: max_characters, tokens: max_tokens, money: max_money }
}

async function codeIn({ spending, approval_code }: Question, { open }: Known, { parts }: CallContext) {
  if (approval_code === undefined) return 'none'
  return open !== undefined && isCode(await parts.stateKey(), spending, open.id, approval_code) ? 'right' : 'wrong'
}

/** A no always counts. A yes counts only for a question about exactly this spending that was asked after the last no. */
async function dialogIn({ question, known, context }: Case): Promise<ConsentFacts['dialog']> {
  const { answered, can_ask, question_state, parts } = context
  if (!can_ask) return 'impossible'
  if (answered === undefined) return 'possible'
  if (answered.failed === true) return 'failed'
  if (answered.action !== 'accept') return 'refused'
  if (question_state === undefined) return 'possible'
  const askedAt = readQuestion(await parts.stateKey(), question.spending, question_state, parts.clock())
  return askedAt === undefined || (known.declined_at ?? 0) >= askedAt ? 'possible' : 'accepted'
}

function linkIn({ answered_page, can_open }: CallContext): ConsentFacts['link'] {
  if (!can_open) return 'impossible'
  if (answered_page === undefined) return 'possible'
  if (answered_page.failed === true) return 'failed'
  return answered_page.action === 'accept' ? 'shown' : 'refused'
}

/** Decisions after which a person would be asked, or the call refused for want of one. */
const WOULD_ASK: readonly Decision['kind'][] = ['ask_dialog', 'ask_link', 'open_page', 'tell', 'wait', 'hand_out_code']

/** Books the spending on what a person allowed ahead, if that covers it and nobody said no to it since. */
async function coveredAhead({ question, asked, totals, known, context }: Case, { kind }: Decision) {
  if (!WOULD_ASK.includes(kind) || known.declined_at !== undefined) return undefined
  if (context.parts.settings.consent === 'required') return undefined
  const booked = await kept(context, questions => questions.cover(asked, totals, question.covers))
  if (booked === undefined || booked.length === 0) return undefined
  await kept(context, questions => questions.close(asked))
  return {
    undo: async (back?: readonly Amount[]) => void (await kept(context, questions => questions.release(booked, back))),
  }
}
