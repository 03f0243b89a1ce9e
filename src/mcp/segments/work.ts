import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Batch } from '../../contract/batch.ts'
import type { CallContext } from '../context.ts'
import { currentPlan } from '../plans.ts'
import { type Handed, nextRound, type Wanted } from './hand-over.ts'
import { rulesFor, segmentLines, segmentNotes } from './rules.ts'
import { isWorkFile, workFileHead } from './work-file.ts'

/** Above so many words × languages the text goes into a file instead of through the conversation. */
const LONG = 3000

/** A work file that was written. */
export interface WorkFile extends Handed {
  readonly path: string
  /** Where its answers are expected: not there yet. */
  readonly answers: string
  /** Segments in it. */
  readonly lines: number
}

interface Asked {
  readonly translations?: readonly string[] | undefined
  readonly answers_file?: string | undefined
}

/**
 * Writes what is open in one language into a file beside the source, for a sub-agent to fill. Undefined where the text is short
 * enough for the conversation, where lines were handed in or rounds asked for (an empty list), and where files cannot be shared.
 *
 * @throws FileRefused where no allowed folder can be written; ApiError
 */
export async function workFileFor(
  batch: Batch,
  wanted: Wanted,
  asked: Asked,
  context: CallContext,
): Promise<WorkFile | undefined> {
  const plain = asked.translations === undefined && asked.answers_file === undefined
  if (!plain || context.parts.settings.transport !== 'stdio') return undefined
  const plan = (await currentPlan(batch.id, context))?.plan
  if (plan === undefined || (plan.word_count ?? 0) * plan.target_languages.length <= LONG) return undefined
  const first = await nextRound(wanted, context, true)
  if (first.round.segments.length === 0) return undefined
  return write(batch, first, { ...wanted, target_language: first.round.target_language }, context)
}

async function write(batch: Batch, first: Handed, wanted: Wanted, context: CallContext): Promise<WorkFile> {
  const { target_language } = first.round
  const place = await placeFor(batch, target_language, context)
  const answers = place.replace(/\.txt$/, '.answers.txt')
  const temporary = `${place}.${randomBytes(6).toString('hex')}.part`
  let lines = 0
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      const head = { target: target_language, answers: path.basename(answers), rules: rulesFor(first.round) }
      await file.write(workFileHead(head))
      for (let handed = first; handed.round.segments.length > 0; handed = await nextRound(wanted, context, true)) {
        const { segments } = handed.round
        const notes = segmentNotes(segments).map(note => `# about ${note}`)
        await file.write(`${[...notes, ...segmentLines(segments)].join('\n')}\n`)
        lines += segments.length
      }
    } finally {
      await file.close()
    }
    await rename(temporary, place)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return { ...first, path: place, answers, lines }
}

/** Beside the source, under a name of its own; an older work file of ours may be replaced, nothing else. */
async function placeFor(batch: Batch, language: string, context: CallContext): Promise<string> {
  const { folders, sources } = context.parts
  const source = await sources.recall(batch.id)
  const stem = path.parse(batch.file_name ?? batch.id).name
  const named = (fileName: string) => folders.forSaving({ given: undefined, source, fileName })
  const place = await named(`${stem}.${language}.work.txt`)
  return (await isOurs(place)) ? place : named(`${stem}.${language}.${batch.id}.work.txt`)
}

async function isOurs(place: string): Promise<boolean> {
  const text = await readFile(place, 'utf8').catch(() => undefined)
  return text === undefined || isWorkFile(text)
}
