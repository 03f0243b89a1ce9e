import { rewrite, type Unit, verify } from '../../formats/index.ts'
import type { Original } from '../files/original.ts'
import type { StoredBlob } from '../ports.ts'
import type { Found } from '../store/translations.ts'
import { type Meter, metered } from './meter.ts'
import { createReporter, type Language, type Report } from './report.ts'
import { Stopped, type World } from './world.ts'

export interface Attempting {
  readonly original: Original
  readonly signal: AbortSignal
  readonly world: Pick<World, 'files'>
  /** Counts each unit twice: written, and read again. */
  readonly meter: Meter
}

/** Which units keep their source though there is a translation: those of `avoided`, and all from the index `end` on. */
export interface Extent {
  readonly avoided: ReadonlySet<number>
  readonly end?: number
}

/** A language written once. Whoever gets it removes what is stored, or gives it on. */
export interface Attempt {
  readonly stored: StoredBlob
  readonly report: Report
  /** So many units the original has. */
  readonly units: number
  /** Units that read back as something else, by index. Where the file is broken, these may be the wrong ones. */
  readonly unreadable: ReadonlySet<number>
  /** It differs from its original in more than its texts, or cannot be read at all. */
  readonly broken: boolean
}

/** Writes one language, reads it again and compares. Nothing is left stored where it throws. @throws Stopped on `signal` */
export async function attempt(language: Language, extent: Extent, attempting: Attempting): Promise<Attempt> {
  const { original, signal, world, meter } = attempting
  const { avoided, end = Number.POSITIVE_INFINITY } = extent
  const { format, open } = original
  const target = { language: language.target }
  const reporter = createReporter(language, avoided)
  let units = 0
  const find = (unit: Unit): Found | undefined => {
    if (signal.aborted) throw new Stopped()
    meter.done(1)
    return unit.index < end ? language.find(unit) : undefined
  }
  const use = (unit: Unit, found: Found | undefined): string | undefined =>
    found === undefined || found.finding !== null || avoided.has(unit.index) ? undefined : found.text
  const translate = (unit: Unit): string | undefined => use(unit, find(unit))
  const counting = (unit: Unit): string | undefined => {
    units = unit.index + 1
    const found = find(unit)
    const text = use(unit, found)
    reporter.add({ unit, found, text })
    return text
  }
  const bytes = metered(rewrite(format, open, counting, target), meter)
  const stored = await world.files.put(bytes, Number.MAX_SAFE_INTEGER)
  try {
    const again = () => metered(world.files.open(stored.blob), meter)
    const differences = await verify(format, open, again, translate, target)
    const unreadable = new Set(differences.flatMap(found => (found.kind === 'text' ? found.index : [])))
    const broken = differences.some(({ kind }) => kind !== 'text')
    return { stored, report: reporter.end(), units, unreadable, broken }
  } catch (error) {
    await world.files.remove(stored.blob)
    throw error
  }
}
