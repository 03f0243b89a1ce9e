import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod'
import { DONE, deltasIn, plannedIn } from './delta-place.ts'

/** What ended longer ago is of no more use: no service has the translation any more. In milliseconds. */
const KEPT_MS = 30 * 86_400_000

/**
 * Removes what the work folder has of deltas whose translations were written, all of them more than 30 days ago; then what was noted of plans
 * that have no delta left. What is unfinished stays, however old it is: it may be paid for. Call it while no other run is at work.
 *
 * @param now milliseconds since 1970
 */
export async function forgetEnded(work: string, now: number): Promise<void> {
  const before = now - KEPT_MS
  for (const folder of await placesIn(deltasIn(work))) {
    // The turns of one delta are counted by their folders, so they go together.
    const turns = await placesIn(folder)
    const ends = await Promise.all(turns.map(turn => timeOf(path.join(turn, DONE))))
    const isOver = ends.length > 0 && ends.every(end => end !== undefined && end < before)
    if (isOver) await removed(folder)
  }
  for (const file of await placesIn(plannedIn(work))) {
    const noted = await timeOf(file)
    if (noted !== undefined && noted < before && !(await hasDelta(file))) await removed(file)
  }
}

/** What cannot be removed is in nobody's way. */
async function removed(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true }).catch(() => undefined)
}

const Planned = z.object({ deltas: z.array(z.object({ file: z.string() })) })

/** Whether a delta is there that a plan was sent in. */
async function hasDelta(file: string): Promise<boolean> {
  const { deltas } = readPlanned(await readFile(file, 'utf8').catch(() => ''))
  const times = await Promise.all(deltas.map(delta => timeOf(delta.file)))
  return times.some(time => time !== undefined)
}

/** None where the disk lost what was noted: nobody can go on with it. */
function readPlanned(text: string): z.output<typeof Planned> {
  try {
    return Planned.parse(JSON.parse(text))
  } catch {
    return { deltas: [] }
  }
}

async function placesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.map(name => path.join(folder, name))
}

async function timeOf(file: string): Promise<number | undefined> {
  return (await stat(file).catch(() => undefined))?.mtimeMs
}
