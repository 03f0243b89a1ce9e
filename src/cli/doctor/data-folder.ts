import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, rmdir, stat, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { withCodes } from '../../contract/hidden.ts'
import { shellWord } from '../../contract/shell-word.ts'
import { diskIsFull, systemCodeOf } from '../../contract/system-errors.ts'
import { bytes } from '../../mcp/render/numbers.ts'
import { asBroken, type Diagnosis, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

const ELSEWHERE = 'set TRANSLATION_DATA_DIR (--data-dir) to another folder'
/** With less room than this the next file may not fit. */
const SCARCE_BYTES = 200 * 1024 * 1024
/** What a trial writes: enough that a full disk says so, and little for all others. */
const TRIAL_BYTES = 64 * 1024

/** Whether the data folder is this user's own, can be written, and has room. It is not made here. */
export async function lookAtFolder({ data_dir }: Examined): Promise<Diagnosis> {
  const facts = await stat(data_dir).catch((error: unknown) => systemCodeOf(error) ?? 'unknown')
  if (facts === 'ENOENT') return await notMade(data_dir)
  if (typeof facts === 'string')
    return asBroken(`${shown(data_dir)} cannot be looked at (${facts}).`, sentence(ELSEWHERE))
  if (!facts.isDirectory()) return asBroken(`${shown(data_dir)} is a file, not a folder.`, sentence(ELSEWHERE))
  const others = process.getuid === undefined ? undefined : ownerTrouble(data_dir, facts, process.getuid())
  if (others?.state === 'broken') return others
  const refused = await refusesWriting(data_dir)
  if (refused !== undefined) return refused
  return others ?? (await roomIn(data_dir))
}

const shown = (folder: string) => withCodes(folder)
const sentence = (order: string) => `${order.slice(0, 1).toUpperCase()}${order.slice(1)}.`

async function notMade(folder: string): Promise<Diagnosis> {
  let above = path.dirname(folder)
  while (above !== path.dirname(above) && !(await exists(above))) above = path.dirname(above)
  if (await takesFolders(above)) return well(`${shown(folder)} is not there yet: the first translation makes it.`)
  return asBroken(`${shown(folder)} is not there, and cannot be made in ${shown(above)}.`, sentence(ELSEWHERE))
}

/** Makes a folder of another name and removes it: permissions alone do not tell, as below /proc. */
async function takesFolders(above: string): Promise<boolean> {
  try {
    await rmdir(await mkdtemp(path.join(above, '.translation-')))
    return true
  } catch {
    return false
  }
}

function exists(place: string): Promise<boolean> {
  return stat(place).then(
    () => true,
    () => false,
  )
}

/** What is wrong with whose folder it is, and who else may look into it. */
export function ownerTrouble(
  folder: string,
  { uid, mode }: { readonly uid: number; readonly mode: number },
  me: number,
): Diagnosis | undefined {
  const quoted = shellWord(folder)
  if (uid !== me) {
    const said = `${shown(folder)} belongs to another user (id ${uid}; you are ${me}).`
    const mend = `Start as that user; or make it yours: sudo chown -R ${me} ${quoted}`
    return me === 0
      ? warning(`${said} What you make there now, that user may not be able to change.`, mend)
      : asBroken(said, mend)
  }
  if ((mode & 0o077) === 0) return undefined
  return warning(
    `${shown(folder)} is open to other users (${(mode & 0o777).toString(8)}), and keys lie in it.`,
    `chmod 700 ${quoted}`,
  )
}

/** Writes a little and removes it again: only that shows whether the disk takes it. */
async function refusesWriting(folder: string): Promise<Diagnosis | undefined> {
  const trial = path.join(folder, `.translation-${randomBytes(8).toString('hex')}.part`)
  try {
    await writeFile(trial, randomBytes(TRIAL_BYTES), { mode: 0o600, flag: 'wx', flush: true })
    return undefined
  } catch (error) {
    return unwritten(folder, error)
  } finally {
    await rm(trial, { force: true }).catch(() => undefined)
  }
}

export function unwritten(folder: string, error: unknown): Diagnosis {
  const code = systemCodeOf(error) ?? 'unknown'
  if (diskIsFull(error)) {
    return asBroken(
      `The disk of ${shown(folder)} is full (${code}).`,
      `Make room there, or ${ELSEWHERE} on another disk.`,
    )
  }
  if (code === 'EROFS') {
    return asBroken(
      `${shown(folder)} lies on a disk that is mounted read-only.`,
      `Mount it for writing, or ${ELSEWHERE}.`,
    )
  }
  return asBroken(`${shown(folder)} cannot be written (${code}).`, `chmod u+rwx ${shellWord(folder)}`)
}

async function roomIn(folder: string): Promise<Diagnosis> {
  const { bavail, bsize } = await statfs(folder)
  const room = bavail * bsize
  if (room >= SCARCE_BYTES) return well(`${shown(folder)} is yours alone, and has room (${bytes(room)} free).`)
  return warning(
    `${shown(folder)} has only ${bytes(room)} left on its disk.`,
    `Make room there, or ${ELSEWHERE} on another disk.`,
  )
}
