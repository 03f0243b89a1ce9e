import { createReadStream } from 'node:fs'
import path from 'node:path'
import { loadFormat } from '../../formats/index.ts'
import type { Wishes } from '../../mcp/instruction.ts'
import { revealed } from '../../mcp/render/data.ts'
import type { Home } from '../../mcp/several/homes.ts'
import { baseOfRun } from '../../mcp/several/places.ts'
import { checkPlaces, closedBy } from './check.ts'
import { planText } from './describe.ts'
import type { Order } from './operands.ts'
import { type FileOutcome, failed } from './outcome.ts'
import { type PlannedHere, placeAll, type Ready } from './place-all.ts'
import { isOpen, type PlannedFile, planTranslation } from './planned-file.ts'
import type { RunProgress } from './progress.ts'
import type { Workflow } from './run-parts.ts'
import { ToolFailed } from './session.ts'

/** How the files of a run are planned. */
interface Planning extends Workflow {
  readonly progress: RunProgress
  /** True where all plans are shown in one table; else each is shown at once. */
  readonly in_table: boolean
  /** See RunSources. */
  readonly homes: ReadonlyMap<string, Home>
}

/** A file, what it is called, and what is asked for it. */
interface Asked {
  readonly file: string
  readonly shown: string
  readonly wishes: Wishes
}

/** Shown after an interruption, in place of the error of the call that it ended. */
export const INTERRUPTED = 'Stopped before it was finished.'
const FOUND = '  Found again: this was approved before, so nothing more is spent.\n'

/** Why a plan that leaves out a part of what was asked is not approved where nobody reads it. */
function unreadWords({ said_in }: Order): string {
  const way = said_in === undefined ? 'with --yes nobody reads' : 'nobody reads here'
  const mended =
    said_in === undefined
      ? 'Say it in other words or by an option, or leave it out; without --yes you are asked.'
      : `Say it in other words in ${said_in}, or leave it out there.`
  return `Not approved: nothing was spent. A part of the instruction was not understood, and ${way} what that leaves out. ${mended}`
}

/** Plans each file, and checks the places of all results. What fails ends there, and the others go on. */
export async function planAll(flow: Planning, end: (outcome: FileOutcome) => void): Promise<Ready[]> {
  const { order, overwrite, written, homes } = flow
  const sources = order.files.map(file => path.resolve(file))
  const base = baseOfRun(sources, [...homes.values()])
  const rule = { template: order.template, working: process.cwd(), base, homes }
  const planned: PlannedHere[] = []
  for (const [at, file] of order.files.entries()) {
    const asked = { file, ...(order.each?.get(file) ?? { shown: file, wishes: order.wishes }) }
    for (const one of await planApart(asked, flow, endingOnce(end)))
      planned.push({ planned: one, holds_all: await holdsAll(one) })
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

/** What is wrong with a file itself is so for each of its languages, and said once. */
function endingOnce(end: (outcome: FileOutcome) => void): (outcome: FileOutcome) => void {
  const said = new Set<string | null>()
  return outcome => {
    if (!said.has(outcome.error)) end(outcome)
    said.add(outcome.error)
  }
}

/** Plans a file; where one of its languages is refused and the order says so, the others are planned without it. */
async function planApart(asked: Asked, flow: Planning, end: (outcome: FileOutcome) => void): Promise<PlannedFile[]> {
  const { order, signal } = flow
  const { target_languages: languages = [] } = asked.wishes
  try {
    if (signal.aborted) throw new Error(INTERRUPTED)
    return [await planOne(asked, flow)]
  } catch (error) {
    if (order.apart === true && languages.length > 1 && isOfLanguage(error) && !signal.aborted) {
      const middle = Math.ceil(languages.length / 2)
      const plans: PlannedFile[] = []
      for (const target_languages of [languages.slice(0, middle), languages.slice(middle)])
        plans.push(...(await planApart({ ...asked, wishes: { ...asked.wishes, target_languages } }, flow, end)))
      return plans
    }
    end(failed(namedIn(order, asked.shown, asked.wishes), signal.aborted ? new Error(INTERRUPTED) : error))
    return []
  }
}

const SHOWN_LANGUAGES = 5

/** What a file is called: with its languages, where one file is asked for several times. */
function namedIn({ apart }: Order, shown: string, { target_languages: languages = [] }: Wishes): string {
  if (apart !== true) return shown
  const more = languages.length - SHOWN_LANGUAGES
  const others = more > 0 ? ` and ${more} more` : ''
  return `${shown} (${languages.slice(0, SHOWN_LANGUAGES).join(', ')}${others})`
}

/** Whether a refusal may be about one language among several: none supports it, or the engine that is named does not. */
function isOfLanguage(error: unknown): boolean {
  return error instanceof ToolFailed && /^(?:language_not_supported|plan_invalid)$/.test(error.code)
}

async function planOne({ file, shown, wishes }: Asked, flow: Planning): Promise<PlannedFile> {
  const { order, session, stderr, unread, in_table } = flow
  const named = namedIn(order, shown, wishes)
  const progress = flow.progress.of(named)
  try {
    const names = { given: named, source: path.resolve(file) }
    const one = await planTranslation(session, names, wishes, { ...flow, onProgress: progress.show })
    progress.clear()
    if (!in_table) stderr.write(`${planText(one, order.said_in)}\n`)
    for (const warning of one.unmet ?? []) stderr.write(`  ${in_table ? `${shown}: ` : ''}${revealed(warning)}\n`)
    if (!isOpen(one)) stderr.write(in_table ? '' : FOUND)
    else if (unread && one.plan.not_understood.length > 0) throw new Error(unreadWords(order))
    return one
  } finally {
    progress.clear()
  }
}

/** True where translations into several languages come in one file. Where the file cannot be read, the result will show it. */
async function holdsAll({ source, plan }: PlannedFile): Promise<boolean> {
  if (plan.target_languages.length < 2) return false
  const format = await loadFormat(source)
  const found = await format?.languages?.(createReadStream(source)).catch(() => undefined)
  return found?.several === true
}
