import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { bytesOrNone } from './open.ts'
import { removeFile, writeWhole } from './work-folder.ts'

/** What one run changed. */
const Run = z.object({
  files: z.array(
    z.object({
      /** From the folder of the project. */
      path: z.string(),
      /** The name of the copy of the file as it was; null where there was none. */
      before: z.string().nullable(),
      /** The SHA-256 of what was written. */
      after: z.string(),
    }),
  ),
})
type Changed = z.output<typeof Run>['files'][number]

/** The runs of a project that can be undone, the newest last. */
export interface History {
  /** Writes a file of the project, and keeps what was there. */
  write(file: string, bytes: Uint8Array): Promise<void>
}

const MOST_RUNS = 20
const RECORD = 'run.json'

/**
 * Begins the record of a run. Its folder is made with the first file that is written. Old runs go.
 *
 * @param work the work folder (`workFolder`)
 * @param moment milliseconds since 1970
 */
export function beginRun(work: string, folder: string, moment: number): History {
  const place = path.join(work, 'runs', String(moment).padStart(15, '0'))
  const files: Changed[] = []
  return {
    async write(file, bytes) {
      const there = await bytesOrNone(path.join(folder, file))
      const first = !files.some(({ path: known }) => known === file)
      const before = there === undefined || !first ? null : `${files.length}`
      if (before !== null && there !== undefined) await writeWhole(path.join(place, before), there)
      if (first) files.push({ path: file, before, after: hashOf(bytes) })
      else for (const known of files) if (known.path === file) Object.assign(known, { after: hashOf(bytes) })
      // The record comes first: a run that is cut off can be undone, too.
      await writeWhole(path.join(place, RECORD), JSON.stringify({ files }))
      await writeWhole(path.join(folder, file), bytes)
      await forgetOld(path.join(work, 'runs'))
    },
  }
}

async function forgetOld(runs: string): Promise<void> {
  const names = (await readdir(runs).catch(() => [])).sort()
  for (const name of names.slice(0, Math.max(0, names.length - MOST_RUNS)))
    await rm(path.join(runs, name), { recursive: true, force: true })
}

/** A file of a run that was undone, or why it was not. */
export interface UndoneFile {
  readonly path: string
  readonly undone: boolean
}

/** Takes back the newest run: each file that is still as the run left it. Undefined where there is none. */
export async function undoRun(work: string, folder: string): Promise<readonly UndoneFile[] | undefined> {
  const runs = path.join(work, 'runs')
  const [newest] = (await readdir(runs).catch(() => [])).sort().toReversed()
  if (newest === undefined) return undefined
  const place = path.join(runs, newest)
  const record = Run.safeParse(JSON.parse(await readFile(path.join(place, RECORD), 'utf8').catch(() => 'null')))
  const done: UndoneFile[] = []
  for (const { path: file, before, after } of record.data?.files ?? []) {
    const now = await bytesOrNone(path.join(folder, file))
    const undone = now !== undefined && hashOf(now) === after
    if (undone && before === null) await removeFile(path.join(folder, file))
    else if (undone) await writeWhole(path.join(folder, file), await readFile(path.join(place, before ?? '')))
    done.push({ path: file, undone })
  }
  await rm(place, { recursive: true, force: true })
  return done
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
