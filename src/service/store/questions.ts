import * as z from 'zod'
import {
  type AgentTelling,
  concerns,
  isWaiting,
  type KeptQuestion,
  type OtherSpending,
  type SpendingName,
} from '../domain/questions.ts'
import { DAY } from '../domain/time.ts'
import type { Database } from './database.ts'
import { inOrder } from './slices.ts'
import type { QuestionRow } from './spending-rows.ts'
import { stored } from './stored.ts'

const texts = z.array(z.string()).readonly()
const batchesColumn = stored('spending_questions.batches_json', 1, texts)
const linesColumn = stored('spending_questions.lines_json', 1, texts)
const Other: z.ZodType<OtherSpending> = z.object({ name: z.string(), batches: texts, lines: texts, label: z.string() })
const otherColumn = stored('spending_questions.other_json', 1, Other)

const Told: z.ZodType<AgentTelling> = z.object({
  where: z.enum(['page', 'place']),
  earlier_no: z.number().nullable(),
  by: z.string(),
})
const toldColumn = stored('spending_questions.told_json', 1, Told)

/** How long an answered question is remembered: a no counts as long. */
const REMEMBERED_MS = DAY

/** A question with the lines that a person reads. */
export interface ShownQuestion extends KeptQuestion {
  readonly principal: string
  readonly member_id: string | null
  readonly lines: readonly string[]
}

/** The questions of one caller that still count, the oldest first. */
export async function questionsOf(db: Database, principal: string, now: number): Promise<ShownQuestion[]> {
  const rows = await db
    .selectFrom('spending_questions')
    .selectAll()
    .where('principal', '=', principal)
    .where('asked_at', '>', now - REMEMBERED_MS)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  return rows.map(shown)
}

/** The questions that wait for the answer of one member, the oldest first; with null, of whoever is on this machine. */
export async function waitingFor(db: Database, member_id: string | null, now: number): Promise<ShownQuestion[]> {
  const rows = await db
    .selectFrom('spending_questions')
    .selectAll()
    .where('member_id', member_id === null ? 'is' : '=', member_id)
    .where('answer', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('asked_at')
    .orderBy('id')
    .execute()
  return rows.map(shown).filter(question => isWaiting(question, now))
}

export async function findQuestion(db: Database, id: string): Promise<ShownQuestion | undefined> {
  const row = await db.selectFrom('spending_questions').selectAll().where('id', '=', id).executeTakeFirst()
  return row && shown(row)
}

export async function addQuestion(tx: Database, question: ShownQuestion): Promise<void> {
  const { batches, lines, other, told, ...row } = question
  const values = {
    ...row,
    batches_json: batchesColumn.write(batches),
    lines_json: linesColumn.write(lines),
    other_json: other && otherColumn.write(other),
    told_json: told && toldColumn.write(told),
  }
  await tx.insertInto('spending_questions').values(values).execute()
}

/** Writes an answer down, if none is there yet. True if it was written. */
export async function putAnswer(
  tx: Database,
  id: string,
  { answer, now, expires_at }: { answer: 'yes' | 'no' | 'void'; now: number; expires_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('spending_questions')
    .set({ answer, answered_at: now, expires_at })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses a yes. True for one caller only, however many try. */
export async function useYes(tx: Database, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('spending_questions')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('answer', '=', 'yes')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends everything that is open about these batches: questions without an answer, and yeses that were not used. */
export async function endOpen(
  tx: Database,
  { principal, batches }: Pick<SpendingName, 'principal' | 'batches'>,
  now: number,
): Promise<void> {
  const open = (await questionsOf(tx, principal, now)).filter(
    question => concerns(question, batches) && (question.answer === null || isUnused(question)),
  )
  for (const { id } of open) {
    await tx.updateTable('spending_questions').set({ answer: 'void', answered_at: now }).where('id', '=', id).execute()
  }
}

function isUnused({ answer, used_at }: KeptQuestion): boolean {
  return answer === 'yes' && used_at === null
}

export async function countWrongCode(tx: Database, id: string): Promise<void> {
  await tx
    .updateTable('spending_questions')
    .set(({ eb }) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Notes what an agent was told of a question. */
export async function noteTelling(db: Database, id: string, telling: AgentTelling): Promise<void> {
  const told = db.updateTable('spending_questions').set({ told_json: toldColumn.write(telling) })
  await told.where('id', '=', id).execute()
}

/** Forgets what an agent was told of the questions about one spending. */
export async function forgetTellings(db: Database, { name, principal }: SpendingName): Promise<void> {
  const told = db.updateTable('spending_questions').set({ told_json: null }).where('told_json', 'is not', null)
  await told.where('principal', '=', principal).where('spending', '=', name).execute()
}

/** Forgets questions that count no more, in slices. */
export async function forgetQuestions(db: Database, now: number): Promise<void> {
  await inOrder(async (after, rows) => {
    const questions = db.selectFrom('spending_questions').select(['id', 'asked_at']).where('id', '>', after)
    const slice = await questions.orderBy('id').limit(rows).execute()
    const over = slice.filter(({ asked_at }) => asked_at < now - REMEMBERED_MS - DAY).map(({ id }) => id)
    if (over.length > 0) await db.deleteFrom('spending_questions').where('id', 'in', over).execute()
    return slice.map(({ id }) => id)
  })
}

function shown({ batches_json, lines_json, other_json, told_json, ...row }: QuestionRow): ShownQuestion {
  const other = other_json === null ? null : otherColumn.read(other_json)
  const told = told_json === null ? null : toldColumn.read(told_json)
  return { ...row, batches: batchesColumn.read(batches_json), lines: linesColumn.read(lines_json), other, told }
}
