import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../../client/errors.ts'
import type { Batch } from '../../contract/batch.ts'
import { withoutCodes } from '../../contract/hidden.ts'
import type { CallContext } from '../context.ts'
import { FileRefused } from '../files/boundary.ts'
import { openPlain } from '../files/handles.ts'
import type { Spot } from '../files/spot.ts'
import { currentPlan } from '../plans.ts'
import { type HandedRound, nextRound, type Wanted, whatIsOpen, wholeRound } from './hand-over.ts'
import { areLabelled, labelledLines } from './labels.ts'
import { fence, pluralRules, roundRules, suspicious, termRules } from './rules.ts'
import { commented, isFor, isWorkFile, type WorkFilePurpose, workFileHead, workLines } from './work-file.ts'

/** Above this number of words (in all languages together) the text goes into a file, not through the conversation. */
const LONG = 3000
/** A work file on disk. */
export interface WorkFile {
  readonly path: string
  /** Where its answers are expected. */
  readonly answers: string
  readonly target_language: string
  /** Open lines of the language. Lines that another worker holds count too, but are not in the file. */
  readonly remaining: number
  /** Ids of lines that read like commands to a model. */
  readonly suspicious: readonly string[]
  readonly request_id: string
}

/**
 * Writes all open segments of one language into a file beside the source, for a sub-agent to translate; those that other workers
 * translate in rounds at this moment are not in it. Undefined if the text is short enough for the conversation, if its translation
 * began in rounds, if another worker has just been given such a file, if this server and the caller share no disk, or the file cannot
 * be written: then there are rounds.
 *
 * @throws {ApiError} as the calls for plan and segments do
 */
export async function workFileFor(batch: Batch, wanted: Wanted, context: CallContext): Promise<WorkFile | undefined> {
  if (!(await isLong(batch, context))) return undefined
  const { target_language, total, remaining } = (await whatIsOpen(wanted, context)).round
  if (remaining === 0) return undefined
  const purpose = { ...wanted, target_language }
  const there = await whereWritable(standing(batch, purpose, context), context)
  const inRounds = there === 'nothing' && total !== null && remaining < total
  if (inRounds || there === 'of another worker') return undefined
  return await written(batch, purpose, context)
}

/**
 * A new work file for what is still open after a file of answers, whose path is `answers`: where its place is the one that was asked
 * for, it goes, since all in it counts. Undefined as for `workFileFor`.
 */
export async function restInFile(
  batch: Batch,
  purpose: WorkFilePurpose,
  answers: string,
  context: CallContext,
): Promise<WorkFile | undefined> {
  if (!(await isLong(batch, context))) return undefined
  const file = await written(batch, purpose, context)
  if (file !== undefined && path.resolve(withoutCodes(answers)) === file.answers) {
    await whereWritable(
      atPlace(batch, purpose, context, spot => rm(answersBeside(spot), { force: true })),
      context,
    )
  }
  return file
}

/** Removes the work file of a language that is done, and its answers. A file that is not our work file stays. */
export function clearWorkFile(batch: Batch, purpose: WorkFilePurpose, context: CallContext): Promise<void> {
  return clear(batch, purpose, context, true)
}

/**
 * The first round in place of a work file that this process wrote: the file goes, and what it held is handed out from the beginning.
 * Undefined where there is none. A file of another process stays with whoever translates it.
 */
export async function givenUp(batch: Batch, wanted: Wanted, context: CallContext): Promise<HandedRound | undefined> {
  const { target_language } = wanted
  if (target_language === undefined) return undefined
  const purpose = { ...wanted, target_language }
  const { work_files } = context.parts.callerState
  if (work_files.get(nameOf(purpose)) === undefined) return undefined
  work_files.delete(nameOf(purpose))
  await clear(batch, purpose, context, false)
  return nextRound(wanted, context, true)
}

function nameOf({ batch_id, target_language }: WorkFilePurpose): string {
  return `${batch_id} ${target_language}`
}

async function clear(batch: Batch, purpose: WorkFilePurpose, context: CallContext, answersToo: boolean): Promise<void> {
  if (context.parts.settings.transport !== 'stdio') return
  const remove = async (spot: Spot): Promise<void> => {
    if (!isFor(await firstLine(spot), purpose)) return
    await rm(spot.at, { force: true })
    if (answersToo) await rm(answersBeside(spot), { force: true })
  }
  await whereWritable(atPlace(batch, purpose, context, remove), context)
}

async function isLong(batch: Batch, context: CallContext): Promise<boolean> {
  if (context.parts.settings.transport !== 'stdio') return false
  const plan = (await currentPlan(batch.id, context))?.plan
  return plan !== undefined && (plan.word_count ?? 0) * plan.target_languages.length > LONG
}

/** For so long a work file that another process wrote is left to whoever translates it there. In milliseconds. */
const BUSY_MS = 10 * 60_000

/** What is there at the place of a work file: one that may be written anew, nothing, or one that another worker has just been given. */
function standing(batch: Batch, purpose: WorkFilePurpose, context: CallContext) {
  const { callerState, clock } = context.parts
  return atPlace(batch, purpose, context, async spot => {
    if (!isFor(await firstLine(spot), purpose)) return 'nothing'
    if (callerState.work_files.get(nameOf(purpose)) !== undefined) return 'own'
    return clock() - (await lstat(spot.at)).mtimeMs < BUSY_MS ? 'of another worker' : 'own'
  })
}

/**
 * The result of `work`; undefined if no allowed folder takes the file, or the disk refuses it (it is full or read-only, or the name is
 * too long). The caller then gets rounds instead of a file, and answers that were accepted stay accepted.
 */
async function whereWritable<Done>(work: Promise<Done>, context: CallContext): Promise<Done | undefined> {
  try {
    return await work
  } catch (error) {
    if (!isOfDisk(error)) throw error
    context.parts.report('a work file could not be written', error)
    return undefined
  }
}

function isOfDisk(error: unknown): boolean {
  if (error instanceof FileRefused) return true
  if (error instanceof ApiError) return error.code === 'file_error'
  return error instanceof Error && 'syscall' in error
}

function at(place: string, { round, request_id }: HandedRound, ids: readonly string[]): WorkFile {
  const { target_language, remaining } = round
  return { path: place, answers: answersOf(place), target_language, remaining, suspicious: ids, request_id }
}

function answersOf(place: string): string {
  return place.replace(/\.txt$/, '.answers.txt')
}

function answersBeside({ at: place, path: name }: Spot): string {
  return path.join(path.dirname(place), path.basename(answersOf(name)))
}

/**
 * Writes a work file. Nothing is handed out before the file is open, so that a file that cannot be written holds no lines. Undefined
 * where other workers translate all that is open, or the file cannot be written.
 */
function written(batch: Batch, purpose: WorkFilePurpose, context: CallContext): Promise<WorkFile | undefined> {
  const write = async (spot: Spot): Promise<WorkFile | undefined> => {
    // Longer than the names of the file and of its answers: where this one is too long, none of them is written.
    const name = `${path.basename(spot.path)}.${randomBytes(6).toString('hex')}.part`
    const temporary = path.join(path.dirname(spot.temporary()), name)
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        const first = await wholeRound(purpose, context, true)
        if (first.round.segments.length === 0) return undefined
        const labelled = areLabelled(labelledLines(first.round.segments))
        const head = { answers: path.basename(answersOf(spot.path)), rules: roundRules(first.round, labelled) }
        await file.write(workFileHead(purpose, head))
        const ids = await writeLines(file, first, purpose, context)
        await spot.put(temporary, true)
        context.parts.callerState.work_files.set(nameOf(purpose), true)
        return at(spot.path, first, ids)
      } finally {
        await file.close()
      }
    } finally {
      await rm(temporary, { force: true })
    }
  }
  return whereWritable(atPlace(batch, purpose, context, write), context)
}

/** Writes the first round and all that follow. Gives the ids of the segments that read like commands to a model. */
async function writeLines(
  file: FileHandle,
  first: HandedRound,
  purpose: WorkFilePurpose,
  context: CallContext,
): Promise<string[]> {
  const around = fence()
  const ids: string[] = []
  await file.write(`${commented(around.begin)}\n`)
  for (let handed = first; handed.round.segments.length > 0; handed = await wholeRound(purpose, context, false)) {
    const { segments } = handed.round
    const terms = handed === first ? [] : [...pluralRules(handed.round), ...termRules(handed.round)]
    for (const rule of terms) await file.write(`${commented(rule)}\n`)
    await file.write(workLines(segments, around))
    ids.push(...suspicious(segments))
  }
  await file.write(`${commented(around.end)}\n`)
  return ids
}

/**
 * Does something at the place of a work file, beside the source; one for an earlier plan is superseded. If that name belongs to any
 * other file, the id of the batch is added to the name.
 */
async function atPlace<Done>(
  batch: Batch,
  purpose: WorkFilePurpose,
  context: CallContext,
  use: (spot: Spot) => Promise<Done>,
): Promise<Done> {
  const spot = await placeFor(batch, purpose, context)
  try {
    return await use(spot)
  } finally {
    await spot.close()
  }
}

async function placeFor(batch: Batch, purpose: WorkFilePurpose, context: CallContext): Promise<Spot> {
  const { folders, sources } = context.parts
  const source = await sources.recall(batch.id)
  // A name that begins with a dot is closed to this program.
  const stem = path.parse(batch.file_name ?? batch.id).name.replace(/^\.+/, '') || batch.id
  const named = (fileName: string) => folders.forSaving({ given: undefined, source, fileName })
  const place = await named(`${stem}.${purpose.target_language}.work.txt`)
  const there = await firstLine(place).catch(async error => {
    await place.close()
    throw error
  })
  if (there === undefined || isFor(there, purpose)) return place
  await place.close()
  return named(`${stem}.${purpose.target_language}.${batch.id}.work.txt`)
}

/** Bytes that are read of a file to find its first line. */
const LONGEST_MARK = 400

/** The first line of a work file. Empty for any other file, undefined if nothing is there. */
async function firstLine({ at: place }: Spot): Promise<string | undefined> {
  const facts = await lstat(place).catch(() => undefined)
  if (facts === undefined) return undefined
  if (!facts.isFile()) return ''
  const file = await openPlain(place)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST_MARK), 0, LONGEST_MARK)
    const [line = ''] = buffer.toString('utf8', 0, bytesRead).split('\n')
    return isWorkFile(line) ? line : ''
  } finally {
    await file.close()
  }
}
