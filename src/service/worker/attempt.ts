import { Expectation, rewrite, type Translate, type Unit, verify, withRanges } from '../../formats/index.ts'
import type { Original } from '../files/original.ts'
import type { StoredBlob } from '../ports.ts'
import type { KeptTranslation } from '../store/translations.ts'
import { Stopped } from '../translation/stopped.ts'
import { type Meter, metered } from './meter.ts'
import type { Remembering } from './remember.ts'
import { createReporter, type LanguageReport, type LanguageToWrite, type Passed } from './report.ts'
import type { World } from './world.ts'

export interface Attempting {
  readonly original: Original
  readonly signal: AbortSignal
  readonly world: Pick<World, 'files'>
  /** Counts each unit twice: when it is written, and when it is read again. */
  readonly meter: Meter
}

/** Units whose source is written although there is a translation: those in `avoided`, and all from the index `end` on. */
export interface Extent {
  readonly avoided: ReadonlySet<number>
  readonly end?: number
  /** Why units are avoided, as far as that is known. */
  readonly why?: ReadonlyMap<number, string>
}

/** A language written once. The caller has to remove the stored file or pass it on. */
export interface Attempt {
  readonly stored: StoredBlob
  readonly report: LanguageReport
  /** How many units the original has. */
  readonly units: number
  /** Units that read back as something else, by index. Where the file is broken, these may be the wrong ones. */
  readonly unreadable: ReadonlySet<number>
  /** Why units were not written, as far as the format says it, by index. */
  readonly left: ReadonlyMap<number, string>
  /** What these units were to read back as. */
  readonly wanted: readonly string[]
  /** It differs from its original in more than its texts, or cannot be read at all. */
  readonly broken: boolean
}

/** Writes one language, reads it again and compares. Where it throws, no file is left. @throws {Stopped} on `signal` */
export async function attempt(language: LanguageToWrite, extent: Extent, attempting: Attempting): Promise<Attempt> {
  const { original, signal, world, meter } = attempting
  const { avoided, end = Number.POSITIVE_INFINITY, why } = extent
  const { format, open } = original
  const target = { language: language.target, ...language.says }
  const reporter = createReporter(language, avoided, why)
  let units = 0
  const use = (unit: Unit, kept: KeptTranslation | undefined): string | undefined =>
    kept === undefined || kept.finding !== null || avoided.has(unit.index) ? undefined : kept.text
  const { remembering } = language
  const telling = (tell: (passed: Passed) => void, take?: Remembering['add']): Translate => {
    return async window => {
      if (signal.aborted) throw new Stopped()
      meter.done(window.length)
      const found = await language.find(window.filter(({ index }) => index < end))
      await take?.(window, found)
      return window.map((unit, at) => {
        const kept = found[at]
        const text = use(unit, kept)
        tell({ unit, kept, text })
        return text
      })
    }
  }
  const writing = telling(passed => {
    units = passed.unit.index + 1
    reporter.add(passed)
  }, remembering?.add)
  const reading = telling(() => undefined)
  const expectation = new Expectation(format)
  const bytes = metered(rewrite(format, open, writing, target, expectation), meter)
  const stored = await world.files.put(bytes, Number.MAX_SAFE_INTEGER)
  try {
    await remembering?.end()
    const again = () => {
      const result = world.files.open(stored.blob)
      return withRanges(metered(result, meter), result.ranges)
    }
    const passed = (count: number): void => {
      if (signal.aborted) throw new Stopped()
      meter.done(count)
    }
    const isMet = await expectation.isMet(open, again, target, passed)
    const differences = isMet ? [] : await verify(format, open, again, reading, target)
    const texts = differences.flatMap(found => (found.kind === 'text' ? found : []))
    const unreadable = new Set(texts.map(({ index }) => index))
    const wanted = texts.map(({ expected }) => expected)
    const broken = differences.some(({ kind }) => kind !== 'text')
    return { stored, report: reporter.end(), units, unreadable, left: expectation.left, wanted, broken }
  } catch (error) {
    await world.files.remove(stored.blob)
    throw error
  }
}
