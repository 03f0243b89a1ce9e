import { afterReturn, book, type Charge } from '../domain/allowances.ts'
import { FIRST_WORKSPACE } from '../domain/members.ts'
import {
  type AgentTelling,
  isWaiting,
  type OtherSpending,
  type PersonsAnswer,
  QUESTION_WAITS_MS,
  type QuestionStanding,
  type SpendingName,
  standingOf,
} from '../domain/questions.ts'
import { addUse, changeUse, findUses, liveAllowances, removeUses } from '../store/allowances.ts'
import { type AuditEvent, recordEvent } from '../store/audit.ts'
import { type Database, write } from '../store/database.ts'
import { activeMember } from '../store/members.ts'
import * as kept from '../store/questions.ts'
import { findWorkspace } from '../store/workspaces.ts'

/** A spending that a person is to be asked about. */
export interface NewQuestion extends SpendingName {
  /** The member who may answer; undefined where that is whoever is on this machine. */
  readonly member_id: string | undefined
  /** What the person reads. */
  readonly lines: readonly string[]
  /** What she may agree to instead. */
  readonly other?: OtherSpending | undefined
}

/** How a person answered: `dialog` of the host, `page` in the browser, `terminal`, or a `code` that she passed on. */
export type AnsweredBy = 'dialog' | 'page' | 'terminal' | 'code'

/** A question that waits, for the person who may answer it. */
export interface WaitingQuestion {
  readonly id: string
  /** Whose spending it is: a connection, or whoever calls without one. */
  readonly principal: string
  readonly lines: readonly string[]
  /** Milliseconds since 1970. */
  readonly asked_at: number
  readonly expires_at: number
  /** What she may agree to instead, as its button or key is called. */
  readonly other?: string | undefined
}

/** The questions of a data folder whether to spend, and their answers. Each call is one transaction. */
export interface QuestionDesk {
  look(spending: SpendingName): Promise<QuestionStanding>
  /** Opens a question, or finds the one that is open for exactly this spending. Gives its id. */
  ask(asked: NewQuestion): Promise<string>
  /** Notes what an agent was told of a question, in place of what it was told before. */
  tell(id: string, telling: AgentTelling): Promise<void>
  /** Forgets what an agent was told about this spending: it knows the answer. */
  untell(spending: SpendingName): Promise<void>
  /** Uses a yes for exactly this spending, once. False where there is none. */
  use(spending: SpendingName): Promise<boolean>
  /** A person's no, given elsewhere than on a page: ends all that is open about these batches. */
  decline(asked: NewQuestion, by: AnsweredBy): Promise<void>
  /** Counts a wrong code for a question. */
  countWrongCode(id: string): Promise<void>
  /** Ends the question whose code was right. False if it was ended or answered meanwhile. */
  useCode(id: string): Promise<boolean>
  /** Books the charges on what a person allowed ahead, and gives the bookings. Empty where that does not cover all of them. */
  cover(
    spending: SpendingName,
    charges: readonly Charge[],
    covers: (folder: string | null) => boolean,
  ): Promise<readonly string[]>
  /** Takes bookings back: the spending did not take place, or of it these charges did not. */
  release(bookings: readonly string[], back?: readonly Charge[]): Promise<void>
  /** Ends all that is open about these batches, because the spending goes on. */
  close(spending: SpendingName): Promise<void>
  /** The questions that a member, or (undefined) whoever is on this machine, may answer now. */
  waiting(member_id: string | undefined): Promise<readonly WaitingQuestion[]>
  /** A person's answer. False if the question does not wait for this person's answer any more. */
  answer(id: string, answer: PersonsAnswer, by: AnsweredBy, member_id: string | undefined): Promise<boolean>
}

export interface QuestionParts {
  readonly db: Database
  readonly newId: (prefix: string) => string
  /** Milliseconds since 1970. */
  readonly clock: () => number
}

/** The desk over an open database. */
export function questionDesk(parts: QuestionParts): QuestionDesk {
  const { db, clock } = parts
  const standing = async (tx: Database, spending: SpendingName) =>
    standingOf(spending, await kept.questionsOf(tx, spending.principal, clock()), clock())
  return {
    look: spending => standing(db, spending),
    ask: asked =>
      write(db, async tx => {
        const { open } = await standing(tx, asked)
        return open?.id ?? (await add(tx, asked, null, parts))
      }),
    tell: (id, telling) => kept.noteTelling(db, id, telling),
    untell: spending => kept.forgetTellings(db, spending),
    use: spending =>
      write(db, async tx => {
        const { agreed } = await standing(tx, spending)
        return agreed !== undefined && (await kept.useYes(tx, agreed, clock()))
      }),
    decline: (asked, by) =>
      write(db, async tx => {
        await kept.endOpen(tx, asked, clock())
        const id = await add(tx, asked, 'no', parts)
        await recordAnswer(tx, { id, answer: 'no', by, member_id: asked.member_id, batches: asked.batches }, parts)
      }),
    countWrongCode: id => write(db, tx => kept.countWrongCode(tx, id)),
    useCode: id =>
      write(db, async tx => {
        const question = await kept.findQuestion(tx, id)
        const now = clock()
        if (question === undefined || !isWaiting(question, now)) return false
        await kept.putAnswer(tx, id, { answer: 'yes', now, expires_at: question.expires_at })
        const { batches, member_id } = question
        await recordAnswer(tx, { id, answer: 'yes', by: 'code', member_id: member_id ?? undefined, batches }, parts)
        return await kept.useYes(tx, id, now)
      }),
    cover: (spending, charges, covers) => write(db, tx => bookAhead(tx, spending, charges, covers, parts)),
    release: (bookings, back) =>
      write(db, tx => (back === undefined ? removeUses(tx, bookings) : giveBack(tx, bookings, back))),
    close: spending => write(db, tx => kept.endOpen(tx, spending, clock())),
    waiting: async member_id => (await kept.waitingFor(db, member_id ?? null, clock())).map(shown),
    answer: (id, answer, by, member_id) =>
      write(db, async tx => {
        const [question, now] = [await kept.findQuestion(tx, id), clock()]
        if (question === undefined || question.member_id !== (member_id ?? null) || !isWaiting(question, now)) {
          return false
        }
        if (answer === 'other') return await agreeToOther(tx, question, { by, member_id }, parts)
        const expires_at = answer === 'yes' ? now + QUESTION_WAITS_MS : question.expires_at
        await kept.putAnswer(tx, id, { answer, now, expires_at })
        if (answer === 'no') await kept.endOpen(tx, question, now)
        await recordAnswer(tx, { id, answer, by, member_id, batches: question.batches }, parts)
        return true
      }),
  }
}

/** Ends a question, and writes down a yes to its other spending. False where it has none. */
async function agreeToOther(
  tx: Database,
  { id, principal, other }: kept.ShownQuestion,
  { by, member_id }: Pick<Answer, 'by' | 'member_id'>,
  parts: QuestionParts,
): Promise<boolean> {
  if (other === null) return false
  const { name, batches, lines } = other
  await kept.putAnswer(tx, id, { answer: 'void', now: parts.clock(), expires_at: parts.clock() })
  const agreed = await add(tx, { name, principal, batches, lines, member_id }, 'yes', parts)
  await recordAnswer(tx, { id: agreed, answer: 'yes', by, member_id, batches }, parts)
  return true
}

async function bookAhead(
  tx: Database,
  { name, principal }: SpendingName,
  charges: readonly Charge[],
  covers: (folder: string | null) => boolean,
  { newId, clock }: QuestionParts,
): Promise<readonly string[]> {
  const bookings = book(charges, await liveAllowances(tx, principal, clock()), covers) ?? []
  const ids: string[] = []
  for (const { allowance_id, amount } of bookings) {
    const id = newId('use')
    ids.push(id)
    await addUse(tx, { id, allowance_id, spending: name, amount, at: clock() })
    const workspace_id = await workspaceOf(tx, undefined)
    const detail = { by: 'operator', allowance_id, amount }
    await recordEvent(tx, { now: clock(), newId }, { kind: 'allowance_used', workspace_id, detail })
  }
  return ids
}

async function giveBack(tx: Database, bookings: readonly string[], back: readonly Charge[]): Promise<void> {
  const left = afterReturn(await findUses(tx, bookings), back)
  for (const booking of left) if (booking.amount > 0) await changeUse(tx, booking)
  await removeUses(
    tx,
    left.filter(({ amount }) => amount === 0).map(({ id }) => id),
  )
}

async function add(
  tx: Database,
  asked: NewQuestion,
  answer: 'yes' | 'no' | null,
  { newId, clock }: QuestionParts,
): Promise<string> {
  const [id, now] = [newId('qst'), clock()]
  const { name: spending, principal, batches, lines, member_id = null, other = null } = asked
  await kept.addQuestion(tx, {
    ...{ id, spending, principal, member_id, batches, lines, answer, other },
    ...{ asked_at: now, expires_at: now + QUESTION_WAITS_MS, answered_at: answer === null ? null : now },
    ...{ used_at: null, wrong_codes: 0, told: null },
  })
  return id
}

function shown({ id, principal, lines, asked_at, expires_at, other }: kept.ShownQuestion): WaitingQuestion {
  return { id, principal, lines, asked_at, expires_at, other: other?.label }
}

interface Answer {
  readonly id: string
  readonly answer: 'yes' | 'no'
  readonly by: AnsweredBy
  readonly member_id: string | undefined
  readonly batches: readonly string[]
}

async function recordAnswer(tx: Database, told: Answer, { newId, clock }: QuestionParts): Promise<void> {
  const { id: question_id, answer, by: way, member_id, batches } = told
  const workspace_id = await workspaceOf(tx, member_id)
  const who = member_id === undefined ? { detail: { by: 'operator' } } : { member_id, detail: {} }
  const detail = { ...who.detail, question_id, answer, way, ...(batches.length > 1 && { batches: batches.length }) }
  const [batch_id] = batches
  const event: AuditEvent = { kind: 'question_answered', workspace_id, ...who, detail, ...(batch_id && { batch_id }) }
  await recordEvent(tx, { now: clock(), newId }, event)
}

/** The workspace of a member, or the first one for whoever is on this machine. */
async function workspaceOf(db: Database, member_id: string | undefined): Promise<string | null> {
  if (member_id !== undefined) return (await activeMember(db, member_id))?.workspace.id ?? null
  return (await findWorkspace(db, FIRST_WORKSPACE))?.id ?? null
}
