import { randomBytes } from 'node:crypto'
import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { systemCodeOf, WITHOUT_LINKS } from '../../contract/system-errors.ts'
import { SyncBusy } from './refused.ts'

/** A run that has not said for so long that it is at work is none any more. In milliseconds. */
const STALE_MS = 10_000
const BEAT_MS = 2000
const NAME = 'running'

/**
 * Works in a project while no other run does: two would pay for the same texts, and the slower would write its lock over that of the
 * faster. A run that was killed leaves its file behind, and stands in nobody’s way.
 *
 * @param work the work folder (`workFolder`)
 * @throws {SyncBusy} another run is at work
 */
export async function asOnlyRun<T>(work: string, run: () => Promise<T>): Promise<T> {
  const file = path.join(work, NAME)
  const own = `${process.pid} ${hostname()}\n`
  if (!(await taken(file, own)) && !((await removed(file)) && (await taken(file, own)))) throw await refusal(file)
  await sweep(file)
  const beat = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => undefined)
  }, BEAT_MS)
  beat.unref()
  try {
    return await run()
  } finally {
    clearInterval(beat)
    if ((await holderIn(file)) === own) await rm(file, { force: true })
  }
}

/** The file gets its name with all that it says: one that says nothing, of a run killed as it wrote, could not be told from one at work. */
async function taken(file: string, own: string): Promise<boolean> {
  const whole = `${file}.${randomBytes(8).toString('hex')}`
  try {
    await writeFile(whole, own)
    await link(whole, file)
    return true
  } catch (error) {
    const code = systemCodeOf(error) ?? ''
    if (code === 'EEXIST') return false
    if (!WITHOUT_LINKS.has(code)) throw error
    return await takenByName(file, own)
  } finally {
    await rm(whole, { force: true })
  }
}

async function takenByName(file: string, own: string): Promise<boolean> {
  try {
    await writeFile(file, own, { flag: 'wx' })
    return true
  } catch (error) {
    if (systemCodeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes what runs that were killed as they began left beside the file. */
async function sweep(file: string): Promise<void> {
  const folder = path.dirname(file)
  for (const name of await readdir(folder)) {
    const beside = path.join(folder, name)
    if (name.startsWith(`${NAME}.`) && Date.now() - ((await timeOf(beside)) ?? 0) > STALE_MS)
      await rm(beside, { force: true })
  }
}

/** Takes away what a dead run left. False where it lives. */
async function removed(file: string): Promise<boolean> {
  const holder = await holderIn(file)
  if (holder === undefined) return true
  if (isAtWork(holder) && Date.now() - ((await timeOf(file)) ?? 0) < STALE_MS) return false
  // Renamed first: of two that find it dead, one alone gets it.
  const aside = `${file}.${process.pid}`
  const isMoved = await rename(file, aside).then(
    () => true,
    () => false,
  )
  if (!isMoved) return true
  const isSame = (await holderIn(aside)) === holder
  if (isSame) await rm(aside, { force: true })
  else await rename(aside, file)
  return isSame
}

/** Whether a process is there; of another machine's, or one that is just writing its number, only the time of the file tells. */
function isAtWork(holder: string): boolean {
  const [id, host] = holder.trim().split(' ')
  if (host !== hostname()) return true
  try {
    process.kill(Number(id), 0)
    return true
  } catch (error) {
    return systemCodeOf(error) !== 'ESRCH'
  }
}

async function holderIn(file: string): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch(() => undefined)
}

async function timeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs
}

async function refusal(file: string): Promise<SyncBusy> {
  const [id] = ((await holderIn(file)) ?? '').split(' ')
  const who = id === undefined || id === '' ? '' : ` (process ${id})`
  return new SyncBusy(`Nothing was done: another sync is at work in this project${who}. Wait until it has ended.`)
}
