import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Batch } from '../../contract/batch.ts'
import type { FetchedDelta } from '../../sync/disk/deltas.ts'
import type { CallContext } from '../context.ts'
import { createFolders } from '../files/folders.ts'
import { type KnownPlan, waitWithPlan } from '../plans.ts'
import { readyResult } from '../ready-result.ts'
import { saveFetched } from '../saved.ts'
import { concernsAll, type Failed, reportUnexpected } from '../several/failures.ts'
import { mayHaveResult } from '../waiting.ts'
import type { SentDelta } from './run-record.ts'

/** What came back of the files that were sent. */
export interface FetchedDeltas {
  readonly fetched: readonly FetchedDelta[]
  /** The batches that are not done, as they are. */
  readonly open: readonly { readonly sent: SentDelta; readonly batch: Batch; readonly known: KnownPlan | undefined }[]
  readonly failed: readonly Failed[]
}

/**
 * Fetches the translations of deltas into the work folder, one after the other, with one wait for all. A failure does not stop the others,
 * unless all would share it.
 *
 * @throws {Error} what all share; the signal's reason, where the call was cancelled
 */
export async function fetchDeltas(
  sent: readonly SentDelta[],
  { work, wait_seconds }: { readonly work: string; readonly wait_seconds: number },
  context: CallContext,
): Promise<FetchedDeltas> {
  const { clock, report } = context.parts
  const until = clock() + Math.min(wait_seconds, context.longest_wait) * 1000
  const fetched: FetchedDelta[] = []
  const open: FetchedDeltas['open'][number][] = []
  const failed: Failed[] = []
  const inside = within(work, context)
  for (const [at, one] of sent.entries()) {
    try {
      const seconds = Math.max(0, (until - clock()) / 1000)
      const { batch, known, request_id } = await waitWithPlan(one.batch_id, seconds, context)
      const files = mayHaveResult(batch) ? await resultIn(one, { batch, known, request_id }, inside) : undefined
      if (files === undefined) open.push({ sent: one, batch, known })
      else fetched.push(...files)
    } catch (error) {
      if (context.signal.aborted || concernsAll(error)) throw error
      reportUnexpected(error, 'get_result', report)
      failed.push({ name: one.source_path, error })
    }
    await context.progress((100 * (at + 1)) / sent.length, `${at + 1} of ${sent.length} files fetched`, 'often')
  }
  return { fetched, open, failed }
}

/** A call that may write in the work folder alone. What lies there is nobody’s result. */
function within(work: string, context: CallContext): CallContext {
  const folders = createFolders({ named: [work], project: undefined, working: work, home: work })
  const { written } = context.parts
  const unnoted = { ...written, hashOf: async () => undefined, note: async () => undefined }
  return { ...context, parts: { ...context.parts, folders, written: unnoted } }
}

interface Ended {
  readonly batch: Batch
  readonly known: KnownPlan | undefined
  readonly request_id: string
}

/** The translations of one delta; undefined where there is no result yet. */
async function resultIn(
  { file, target_languages }: SentDelta,
  { batch, known, request_id }: Ended,
  context: CallContext,
): Promise<readonly FetchedDelta[] | undefined> {
  const answer = await readyResult(batch, context)
  if (answer === undefined) return undefined
  const result = answer.data
  const place = path.join(path.dirname(file), 'result')
  await rm(place, { recursive: true, force: true })
  const languages = {
    source_language: known?.plan.source_language ?? null,
    target_languages: known?.plan.target_languages ?? target_languages,
  }
  const file_name = result.file_name ?? path.basename(file)
  const save_to = `${place}${path.sep}`
  const saved = await saveFetched(
    {
      batch,
      result,
      file_name,
      languages: { ...languages, target_languages: [...languages.target_languages] },
      request_id,
      save_to,
      overwrite: true,
    },
    context,
  )
  const kept = (result.quality?.kept_source ?? 0) > 0
  if ('apart' in saved) return saved.apart.map(({ path: at, language }) => ({ path: at, language, kept }))
  // A file that holds all languages comes once.
  return languages.target_languages.map(language => ({ path: saved.path, language, kept }))
}
