import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { LOCK_FILE, type LockLine, writeLock } from '../lock/index.ts'
import { bytesOrNone } from './open.ts'
import { lockLinesIn, lockTakenBack } from './taken-back.ts'
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
      /** The name of the file with its lines for the lock. */
      lines: z.string().optional(),
    }),
  ),
  /** Its lock was written, too. */
  finished: z.boolean().optional(),
})
type Changed = z.output<typeof Run>['files'][number]

/** The runs of a project that can be undone, the newest last. */
export interface History {
  /** Writes a file of the project, and keeps what was there. `lines`: what the lock is going to say of it. */
  write(file: string, bytes: Uint8Array, lines?: readonly LockLine[]): Promise<void>
  /** Notes that all is written that was to be. */
  finish(): Promise<void>
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
  const record = (finished: boolean) => writeWhole(path.join(place, RECORD), JSON.stringify({ files, finished }))
  return {
    async write(file, bytes, lines = []) {
      const known = files.findIndex(({ path: name }) => name === file)
      const there = await bytesOrNone(path.join(folder, file))
      // What was there before the run counts, not what the run itself wrote.
      const before = known >= 0 ? (files[known]?.before ?? null) : there === undefined ? null : `${files.length}`
      if (before !== null && there !== undefined && known < 0) await writeWhole(path.join(place, before), there)
      const own = lines.length === 0 ? undefined : `${files.length}.lines`
      if (own !== undefined) await writeWhole(path.join(place, own), writeLock(lines))
      files.splice(known < 0 ? files.length : known, 1, { path: file, before, after: hashOf(bytes), lines: own })
      // The record comes first: a run that is cut off can be undone, and its work is known as ours.
      await record(false)
      await writeWhole(path.join(folder, file), bytes, place)
      if (files.length === 1) await forgetOld(path.join(work, 'runs'))
    },
    async finish() {
      if (files.length > 0) await record(true)
    },
  }
}

/**
 * The lines that runs which were cut off before they wrote the lock had for it, as the text of a lock; the newest run's first. They say what
 * was written, so they hold for the texts that stand in the files now; of others `settleLine` takes no notice.
 */
export async function unfinishedLines(work: string): Promise<string> {
  const runs = path.join(work, 'runs')
  const texts: string[] = []
  for (const name of (await readdir(runs).catch(() => [])).sort().toReversed()) {
    const { files = [], finished } = (await recordIn(path.join(runs, name))) ?? {}
    if (finished === true) break
    for (const { lines } of files)
      if (lines !== undefined) texts.push(await readFile(path.join(runs, name, lines), 'utf8').catch(() => ''))
  }
  return texts.join('')
}

/** The record of a run; undefined where it was cut off before it had one, or the disk lost it. */
async function recordIn(place: string): Promise<z.output<typeof Run> | undefined> {
  const text = await readFile(path.join(place, RECORD), 'utf8').catch(() => 'null')
  try {
    return Run.safeParse(JSON.parse(text)).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function forgetOld(runs: string): Promise<void> {
  const names = (await readdir(runs).catch(() => [])).sort()
  for (const name of names.slice(0, Math.max(0, names.length - MOST_RUNS)))
    await rm(path.join(runs, name), { recursive: true, force: true })
}

/** A file of a run that was undone. `in_part`: the lock, for those files that were. */
export interface UndoneFile {
  readonly path: string
  readonly undone: boolean | 'in_part'
}

/** Takes back the newest run: each file that is still as the run left it, and its lines of the lock. Undefined where there is none. */
export async function undoRun(work: string, folder: string): Promise<readonly UndoneFile[] | undefined> {
  const runs = path.join(work, 'runs')
  const [newest] = (await readdir(runs).catch(() => [])).sort().toReversed()
  if (newest === undefined) return undefined
  const place = path.join(runs, newest)
  const { files = [] } = (await recordIn(place)) ?? {}
  const done: UndoneFile[] = []
  const stays: LockLine[] = []
  const gone: LockLine[] = []
  for (const changed of files) {
    if (changed.path === LOCK_FILE) continue
    const undone = await undoneFile(changed, place, folder)
    if (changed.lines !== undefined)
      (undone ? gone : stays).push(
        ...lockLinesIn(await readFile(path.join(place, changed.lines), 'utf8').catch(() => '')),
      )
    done.push({ path: changed.path, undone })
  }
  const lock = files.find(({ path: file }) => file === LOCK_FILE)
  if (lock !== undefined)
    done.push({ path: LOCK_FILE, undone: await undoneLock(lock, place, folder, { stays, undone: gone }) })
  await rm(place, { recursive: true, force: true })
  return done
}

async function undoneFile({ path: file, before, after }: Changed, place: string, folder: string): Promise<boolean> {
  const now = await bytesOrNone(path.join(folder, file))
  if (now === undefined || hashOf(now) !== after) return false
  if (before === null) await removeFile(path.join(folder, file))
  else await writeWhole(path.join(folder, file), await readFile(path.join(place, before)))
  return true
}

async function undoneLock(
  changed: Changed,
  place: string,
  folder: string,
  lines: { readonly stays: readonly LockLine[]; readonly undone: readonly LockLine[] },
): Promise<UndoneFile['undone']> {
  const now = await bytesOrNone(path.join(folder, LOCK_FILE))
  if (now === undefined) return false
  const is_runs = hashOf(now) === changed.after
  if (is_runs ? lines.stays.length === 0 : lines.undone.length === 0) return await undoneFile(changed, place, folder)
  const before = changed.before === null ? '' : await readFile(path.join(place, changed.before), 'utf8')
  await writeWhole(path.join(folder, LOCK_FILE), lockTakenBack({ before, now: `${now}`, is_runs, ...lines }))
  return 'in_part'
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
