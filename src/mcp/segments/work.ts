import { randomBytes } from 'node:crypto'
import { type FileHandle, lstat, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { ApiError } from '../../client/errors.ts'
import type { Batch } from '../../contract/batch.ts'
import type { SegmentRound } from '../../contract/segments.ts'
import type { CallContext } from '../context.ts'
import { FileRefused } from '../files/boundary.ts'
import { openPlain } from '../files/handles.ts'
import type { Spot } from '../files/spot.ts'
import { currentPlan } from '../plans.ts'
import { type HandedRound, nextRound, type Wanted, whatIsOpen } from './hand-over.ts'
import { fence, roundRules, suspicious, termRules } from './rules.ts'
import { commented, isWorkFile, markOf, type WorkFilePurpose, workFileHead, workLines } from './work-file.ts'

/** Above this number of words (in all languages together) the text goes into a file, not through the conversation. */
const LONG = 3000
/** With this number of words left, or fewer, no file is written: they fit into one or two rounds. */
const FEW = 1200

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
 * Writes the open segments of one language into a file beside the source, for a sub-agent to translate. If they are handed out
 * already, gives the file that was written then. Undefined if the text is short enough for the conversation, or if this server and
 * the caller share no disk, or the file cannot be written.
 *
 * @throws {ApiError} as the calls for plan and segments do
 */
export async function workFileFor(batch: Batch, wanted: Wanted, context: CallContext): Promise<WorkFile | undefined> {
  if (context.parts.settings.transport !== 'stdio') return undefined
  const plan = (await currentPlan(batch.id, context))?.plan
  if (plan === undefined || (plan.word_count ?? 0) * plan.target_languages.length <= LONG) return undefined
  const open = await whatIsOpen(wanted, context)
  const { target_language, remaining_words } = open.round
  if (remaining_words <= FEW) return undefined
  const purpose = { ...wanted, target_language }
  const handed = await nextRound(purpose, context, true)
  if (handed.round.segments.length > 0) return whereWritable(write(batch, handed, purpose, context), context)
  const standing = async (spot: Spot) =>
    (await firstLine(spot)) === markOf(purpose) ? at(spot.path, open, []) : undefined
  return whereWritable(atPlace(batch, purpose, context, standing), context)
}

/** A new work file for what is still open after a file of answers, if that is more than a few words. It begins with `handed`, the round that came with the reply. */
export async function restInFile(
  batch: Batch,
  handed: HandedRound,
  context: CallContext,
): Promise<WorkFile | undefined> {
  const { segments, remaining_words, plan_revision, target_language } = handed.round
  if (segments.length === 0 || remaining_words <= FEW) return undefined
  const purpose = { batch_id: batch.id, plan_revision, target_language }
  return whereWritable(write(batch, handed, purpose, context), context)
}

/** Removes the work file of a language in which nothing is open any more. A file that is not our work file stays. */
export async function clearWorkFile(batch: Batch, round: SegmentRound, context: CallContext): Promise<void> {
  const purpose = { ...round, batch_id: batch.id }
  const clear = async (spot: Spot): Promise<void> => {
    if ((await firstLine(spot)) === markOf(purpose)) await rm(spot.at, { force: true })
  }
  await whereWritable(atPlace(batch, purpose, context, clear), context)
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

function write(batch: Batch, first: HandedRound, purpose: WorkFilePurpose, context: CallContext): Promise<WorkFile> {
  return atPlace(batch, purpose, context, async spot => {
    // Longer than the names of the file and of its answers: where this one is too long, nothing was handed out yet.
    const name = `${path.basename(spot.path)}.${randomBytes(6).toString('hex')}.part`
    const temporary = path.join(path.dirname(spot.temporary()), name)
    try {
      const file = await open(temporary, 'wx', 0o600)
      try {
        const head = { answers: path.basename(answersOf(spot.path)), rules: roundRules(first.round) }
        await file.write(workFileHead(purpose, head))
        const ids = await writeLines(file, first, purpose, context)
        await spot.put(temporary, true)
        return at(spot.path, first, ids)
      } finally {
        await file.close()
      }
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  })
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
  for (let handed = first; handed.round.segments.length > 0; handed = await nextRound(purpose, context, true)) {
    const { segments } = handed.round
    const terms = handed === first ? [] : termRules(handed.round)
    for (const rule of terms) await file.write(`${commented(rule)}\n`)
    await file.write(workLines(segments, around))
    ids.push(...suspicious(segments))
  }
  await file.write(`${commented(around.end)}\n`)
  return ids
}

/**
 * Does something at the place of a work file, beside the source. If that name belongs to any other file, the id of the batch is added
 * to the name.
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
  if (there === undefined || there === markOf(purpose)) return place
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
