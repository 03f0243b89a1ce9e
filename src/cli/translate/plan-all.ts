import { createReadStream } from 'node:fs'
import path from 'node:path'
import { formatOf } from '../../formats/index.ts'
import { revealed } from '../../mcp/render/data.ts'
import { checkPlaces, closedBy } from './check.ts'
import { planText } from './describe.ts'
import type { Home } from './homes.ts'
import { type FileOutcome, failed } from './outcome.ts'
import { type PlannedHere, placeAll, type Ready } from './place-all.ts'
import { baseOf } from './places.ts'
import { isOpen, type PlannedFile, planTranslation } from './planned-file.ts'
import type { RunProgress } from './progress.ts'
import type { Workflow } from './run-parts.ts'

/** How the files of a run are planned. */
interface Planning extends Workflow {
  readonly progress: RunProgress
  /** True where all plans are shown in one table; else each is shown at once. */
  readonly in_table: boolean
  /** See RunSources. */
  readonly homes: ReadonlyMap<string, Home>
}

/** Shown after an interruption, in place of the error of the call that it ended. */
export const STOPPED_EARLY = 'Stopped before it was finished.'

/** Plans each file, and checks the places of all results. What fails ends there, and the others go on. */
export async function planAll(flow: Planning, end: (outcome: FileOutcome) => void): Promise<Ready[]> {
  const { order, overwrite, written, homes } = flow
  const sources = order.files.map(file => path.resolve(file))
  const base = homes.size === 0 ? baseOf(sources) : sharedFolder([...new Set([...homes.values()])])
  const rule = { template: order.template, working: process.cwd(), base, homes }
  const planned: PlannedHere[] = []
  for (const [at, file] of order.files.entries()) {
    const one = await planOne(file, flow, end)
    if (one !== undefined) planned.push({ planned: one, holds_all: await holdsAll(one) })
    flow.progress.did('files planned', at + 1)
  }
  const closed = await closedBy(sources)
  const ready: Ready[] = []
  for (const one of placeAll(planned, rule, end)) {
    const { source, given } = one.planned
    try {
      // In a tree that mirrors a folder, what this program wrote follows its sources.
      const replacing = overwrite || (homes.has(source) ? 'own' : false)
      await checkPlaces(one.places, { closed, source, overwrite: replacing, written })
      ready.push({ ...one, overwrite: replacing })
    } catch (error) {
      end(failed(given, error))
    }
  }
  return ready
}

async function planOne(
  file: string,
  flow: Planning,
  end: (outcome: FileOutcome) => void,
): Promise<PlannedFile | undefined> {
  const { order, session, signal, stderr, in_table } = flow
  const { shown, wishes } = order.each?.get(file) ?? { shown: file, wishes: order.wishes }
  const progress = flow.progress.of(shown)
  try {
    if (signal.aborted) throw new Error(STOPPED_EARLY)
    const names = { given: shown, source: path.resolve(file) }
    const one = await planTranslation(session, names, wishes, { ...flow, onProgress: progress.show })
    progress.clear()
    if (!in_table) stderr.write(`${planText(one)}\n`)
    for (const warning of one.unmet ?? []) stderr.write(`  ${in_table ? `${shown}: ` : ''}${revealed(warning)}\n`)
    if (!isOpen(one)) stderr.write(in_table ? '' : FOUND)
    else if (flow.unread && one.plan.not_understood.length > 0) throw new Error(UNREAD)
    return one
  } catch (error) {
    progress.clear()
    end(failed(shown, signal.aborted ? new Error(STOPPED_EARLY) : error))
    return undefined
  }
}

const FOUND = '  Found again: this was approved before, so nothing more is spent.\n'
const UNREAD =
  'Not approved: nothing was spent. A part of the instruction was not understood, and with --yes nobody reads what that leaves out. ' +
  'Say it in other words or by an option, or leave it out; without --yes you are asked.'

/** The folder below which results in a folder that was asked for keep the folders of their sources. */
function sharedFolder(homes: readonly Home[]): string | undefined {
  const [only, ...others] = homes
  return others.length === 0 ? only?.folder : baseOf(homes.map(({ folder }) => path.join(folder, 'x')))
}

/** True where translations into several languages come in one file. Where the file cannot be read, the result will show it. */
async function holdsAll({ source, plan }: PlannedFile): Promise<boolean> {
  if (plan.target_languages.length < 2) return false
  const found = await formatOf(source)
    ?.languages?.(createReadStream(source))
    .catch(() => undefined)
  return found?.several === true
}
