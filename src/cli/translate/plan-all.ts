import path from 'node:path'
import type { WrittenFiles } from '../../mcp/files/written.ts'
import type { Wishes } from '../../mcp/instruction.ts'
import { revealed } from '../../mcp/render/data.ts'
import { checkPlaces } from './check.ts'
import { planText } from './describe.ts'
import type { Order } from './operands.ts'
import { type FileOutcome, failed } from './outcome.ts'
import { holdsAll, type PlannedHere, placeAll, type Ready } from './place-all.ts'
import { baseOf } from './places.ts'
import { isOpen, type PlannedFile, planTranslation } from './planned-file.ts'
import { createProgress, type Screen } from './progress.ts'
import { ToolFailed, type ToolSession } from './session.ts'

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

/** What planning needs. */
export interface Planning {
  readonly session: ToolSession
  readonly order: Order
  readonly overwrite: boolean
  /** True where nobody reads a plan before it is agreed to (`--yes`): one that leaves out a part of what was asked is then refused. */
  readonly unread: boolean
  /** What this program knows of files that it wrote before. */
  readonly written: WrittenFiles
  readonly stderr: Screen
  readonly signal: AbortSignal
}

/** A file, what it is called, and what is asked for it. */
interface Asked {
  readonly file: string
  readonly shown: string
  readonly wishes: Wishes
}

/** Plans all files of an order, and finds the places of their results. One that fails ends, and the others go on. */
export async function planAll(flow: Planning, end: (outcome: FileOutcome) => void): Promise<Ready[]> {
  const { order, overwrite, written } = flow
  const sources = order.files.map(file => path.resolve(file))
  const rule = { template: order.template, working: process.cwd(), base: baseOf(sources) }
  const planned: PlannedHere[] = []
  for (const file of order.files) {
    const asked = { file, ...(order.each?.get(file) ?? { shown: file, wishes: order.wishes }) }
    const said = new Set<string | null>()
    const endOnce = (outcome: FileOutcome) => {
      // What is wrong with the file itself is so for each of its languages.
      if (!said.has(outcome.error)) end(outcome)
      said.add(outcome.error)
    }
    for (const one of await planApart(asked, flow, endOnce))
      planned.push({ planned: one, holds_all: await holdsAll(one) })
  }
  const ready: Ready[] = []
  for (const one of placeAll(planned, rule, end)) {
    try {
      await checkPlaces(one.places, { sources, source: one.planned.source, overwrite, written })
      ready.push(one)
    } catch (error) {
      end(failed(one.planned.given, error))
    }
  }
  return ready
}

/** Plans a file; where one of its languages is refused and the order says so, the others are planned without it. */
async function planApart(asked: Asked, flow: Planning, end: (outcome: FileOutcome) => void): Promise<PlannedFile[]> {
  const { order, signal } = flow
  const { target_languages: languages = [] } = asked.wishes
  try {
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
  const { order, session, stderr, unread } = flow
  const progress = createProgress(stderr, namedIn(order, shown, wishes))
  try {
    const names = { given: namedIn(order, shown, wishes), source: path.resolve(file) }
    const one = await planTranslation(session, names, wishes, { ...flow, onProgress: progress.show })
    progress.clear()
    stderr.write(`${planText(one, order.said_in)}\n`)
    for (const warning of one.unmet ?? []) stderr.write(`  ${revealed(warning)}\n`)
    if (!isOpen(one)) stderr.write(FOUND)
    else if (unread && one.plan.not_understood.length > 0) throw new Error(unreadWords(order))
    return one
  } finally {
    progress.clear()
  }
}
