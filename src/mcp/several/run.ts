import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { WantedApproval } from '../approving.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { step } from '../steps.ts'
import type { MadeFile } from './creating.ts'
import type { Home } from './homes.ts'

const Way = z.object({ way: z.enum(['apart', 'within', 'beside']), at: z.string() })
const HomeRecord = Way.extend({
  folder: z.string(),
  seen: Way.optional(),
  site: z.string().optional(),
})

const Member = z.object({
  /** As the caller named the file, or its folder and it. */
  path: z.string(),
  batch_id: z.string(),
  /** Of the plan that the caller was shown. */
  plan_revision: z.string().nullable(),
  engine: z.string().nullable(),
  source_language: z.string().nullable(),
  target_languages: z.array(z.string()),
  /** The file itself, absolute; absent where it is not known. */
  source: z.string().optional(),
  /** Which of the homes is its own; absent for a file that was named itself. */
  home: z.number().optional(),
})
/** One file of a run. */
export type RunMember = z.output<typeof Member>

const RunRecord = z.object({
  principal: z.string(),
  run_id: z.string(),
  plan_revision: z.string(),
  homes: z.array(HomeRecord),
  members: z.array(Member),
})
/** What one call made of a folder or of many files: one name for all of their translations, and one for all of their plans. */
export type FileRun = z.output<typeof RunRecord>

const RUN_ID = /^run_[0-9a-f]{20}$/

/** True for the id of a run, which stands in the place of that of a translation. */
export function isRunId(id: string | undefined): id is string {
  return id !== undefined && RUN_ID.test(id)
}

/** The handle of a run, as calls take it. */
export function handleOf({ run_id, plan_revision }: FileRun): WantedApproval {
  return { batch_id: run_id, plan_revision }
}

/** Writes down what a call made. The same translations are the same run; other plans of them have another revision. */
export async function recordRun(
  files: readonly MadeFile[],
  homes: ReadonlyMap<string, Home>,
  { parts: { sources }, principal }: CallContext,
): Promise<FileRun> {
  const known = [...new Set(homes.values())]
  const members: RunMember[] = []
  for (const { path, made } of files) {
    const { batch, plan } = made.created
    const source = await sources.recall(batch.id)
    const own = homes.get(path)
    members.push({
      ...{ path, batch_id: batch.id, plan_revision: plan?.plan_revision ?? null, engine: plan?.engine ?? null },
      ...{ source_language: plan?.source_language ?? null, target_languages: [...(plan?.target_languages ?? [])] },
      ...(source !== undefined && { source }),
      ...(own !== undefined && { home: known.indexOf(own) }),
    })
  }
  // The order in which the files were named makes no other run.
  const sorted = members.toSorted((one, other) => (one.batch_id < other.batch_id ? -1 : 1))
  const ids = sorted.map(({ batch_id }) => batch_id)
  const run: FileRun = {
    principal,
    run_id: `run_${hashed([principal, ids])}`,
    plan_revision: `all_${hashed(sorted.map(({ batch_id, plan_revision }) => [batch_id, plan_revision]))}`,
    homes: known.map(({ folder, way, at, seen, site }) => ({ folder, way, at, seen, site })),
    members,
  }
  await sources.keepRun(run.run_id, JSON.stringify(run))
  return run
}

function hashed(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 20)
}

/** The run of an id. @throws {ToolRefusal} run_unknown */
export async function runOfId(run_id: string, { parts: { sources }, principal }: CallContext): Promise<FileRun> {
  const text = await sources.run(run_id)
  const read = RunRecord.safeParse(text === undefined ? undefined : JSON.parse(text))
  if (read.success && read.data.principal === principal) return read.data
  throw new ToolRefusal('run_unknown', [
    'Nothing was done: this run of several files is not known here, or too old.',
    `Next: ${step('create_batch', { file_paths: ['…'], target_languages: ['…'] })} with the same files finds their translations again.`,
  ])
}

/** Refuses the id of a run where a tool works on one translation. @throws {ToolRefusal} one_translation */
export function refuseRun(batch_id: string, instead: string): void {
  if (!isRunId(batch_id)) return
  throw new ToolRefusal('one_translation', [
    `Nothing was done: ${batch_id} is a run of several files, and this tool works on one translation.`,
    instead,
  ])
}
