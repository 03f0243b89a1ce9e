import { readExactWishes } from '../../contract/exact-wishes.ts'
import { withRanges } from '../../formats/index.ts'
import { askedByAssistants } from '../domain/means.ts'
import { suggest } from '../planner/suggest.ts'
import type { Files } from '../ports.ts'
import { finishAnalysis, type HeldLease, noteProgress } from '../store/outcomes.ts'
import type { BatchRow } from '../store/schema.ts'
import { Stopped } from '../translation/stopped.ts'
import { planFile, surveyFile } from './planning.ts'
import type { World } from './world.ts'

/**
 * Reads the file of a new batch. With an instruction, plans the translation; without one, finds suggestions for an instruction.
 *
 * @throws {Stopped} on `signal` or when the claim was lost
 * @throws {PlanRefusal} when the instruction cannot be planned
 * @throws {FormatError} when the file cannot be read
 * @throws {ServiceError} as `originalOf`
 */
export async function analyzeBatch(held: HeldLease, batch: BatchRow, signal: AbortSignal, given: World): Promise<void> {
  const world = { ...given, files: until(signal, given.files), engines: enginesFor(batch, given) }
  const { db, clock } = world
  await noteProgress(db, held, 'extracting', null, clock())
  const survey = await surveyFile(batch, world)
  const { instruction } = batch
  const plan =
    instruction === null || isOfFolder(instruction)
      ? undefined
      : await planFile(batch, survey, instruction, undefined, world)
  const suggestions = plan === undefined ? suggest(survey, world.settings.source_language) : undefined
  if (!(await finishAnalysis(db, held, { survey, suggestions, plan }, clock()))) throw new Stopped()
}

/** Chosen among as in the process that was asked: it may serve others than this one does, and the row says which. */
function enginesFor({ settings_print }: BatchRow, { engines, settings }: World): World['engines'] {
  const assistants = askedByAssistants(settings_print, settings.prints)
  return assistants === undefined ? engines : engines.askedBy(assistants)
}

/** Whether nothing is asked for: only the name of the file came with its folder (domain/file-name.ts). */
function isOfFolder(instruction: string): boolean {
  const { exact, sentences, rest } = readExactWishes(instruction)
  return exact.folder_language !== undefined && sentences.length === 1 && rest === ''
}

/** Files whose contents stop on `signal` with Stopped: a long analysis must not hold up the end of its process. */
function until(signal: AbortSignal, files: Files): Files {
  async function* stopping(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      if (signal.aborted) throw new Stopped()
      yield chunk
    }
  }
  return {
    ...files,
    open(blob) {
      const stream = files.open(blob)
      const { ranges } = stream
      const read = (start: number, end: number) => stopping(ranges?.read(start, end) ?? stream)
      return withRanges(stopping(stream), ranges && { ...ranges, read })
    },
  }
}
