import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sameTag } from '../../contract/language-tags.ts'
import type { PairPlan } from '../pair-plan.ts'
import { type Delta, deltasOf, type ProjectPlan } from '../plan.ts'
import { wishesFor } from '../project/inherit.ts'
import { faultIn } from '../states.ts'
import { readTargetTexts } from '../texts.ts'
import { deltasIn } from './delta-place.ts'
import { hashOf } from './history.ts'
import { bytesOrNone, type OpenedProject } from './open.ts'

/** A delta as a file, and what is asked for it. */
export interface DeltaFile {
  /** Absolute. */
  readonly file: string
  /** The path of its source, from the folder of the project. */
  readonly source_path: string
  /** BCP 47 tags. */
  readonly source_language: string
  readonly target_languages: readonly string[]
  readonly instruction: string | undefined
}

/** The deltas of a plan as files, and those that have to be translated. */
export interface WrittenDeltas {
  readonly to_translate: readonly DeltaFile[]
  readonly deltas: ReadonlyMap<string, Delta>
}

/**
 * Writes the deltas into the work folder. The same texts have the same place and the same bytes, so a run that was cut off is found again,
 * with what it fetched: that is not asked for once more. `anew`: all are, and what was fetched goes.
 */
export async function writeDeltas(
  { project }: Pick<OpenedProject, 'project'>,
  plan: ProjectPlan,
  {
    work,
    engine,
    anew = false,
  }: { readonly work: string; readonly engine: string | undefined; readonly anew?: boolean },
): Promise<WrittenDeltas> {
  const deltas = new Map<string, Delta>()
  const to_translate: DeltaFile[] = []
  for (const delta of await deltasOf(plan)) {
    for (const { instruction, pairs } of byInstruction(delta, project)) {
      const wished = hashOf(Buffer.from(JSON.stringify([instruction, engine]))).slice(0, 8)
      const folder = path.join(deltasIn(work), delta.id, wished)
      const file = path.join(folder, path.basename(delta.source_path))
      deltas.set(file, { ...delta, pairs })
      const fetched = await Promise.all(pairs.map(({ language }) => bytesOrNone(fetchedPlace(file, language))))
      if (!anew && fetched.every(bytes => bytes !== undefined)) continue
      await rm(path.join(folder, FETCHED), { recursive: true, force: true })
      await mkdir(folder, { recursive: true })
      await writeFile(file, delta.bytes)
      const { source_path } = delta
      const target_languages = pairs.map(({ language }) => language)
      to_translate.push({ file, source_path, source_language: project.source, target_languages, instruction })
    }
  }
  return { to_translate, deltas }
}

/** Beside a delta, the folder that holds its translations. */
const FETCHED = 'out'

/** Where the translation of a delta is to be saved, as the template of an order says it. */
export const FETCHED_TEMPLATE = `{dir}/${FETCHED}/{lang}/{name}.{ext}`

/** Where the translation of a delta is to be saved. */
export function fetchedPlace(file: string, language: string): string {
  return path.join(path.dirname(file), FETCHED, language, path.basename(file))
}

/** Forgets what was fetched for deltas, once all of it is written: whoever asks again wants it translated anew. */
export async function forgetFetched({ deltas }: WrittenDeltas): Promise<void> {
  for (const file of deltas.keys()) await rm(path.join(path.dirname(file), FETCHED), { recursive: true, force: true })
}

/** The languages of a delta, those together for which the same is wished. */
function byInstruction(
  { pairs }: Delta,
  project: OpenedProject['project'],
): readonly { readonly instruction: string | undefined; readonly pairs: readonly PairPlan[] }[] {
  const groups = new Map<string | undefined, PairPlan[]>()
  for (const pair of pairs) {
    const { instruction } = wishesFor(project, pair.language)
    groups.set(instruction, [...(groups.get(instruction) ?? []), pair])
  }
  return [...groups].map(([instruction, some]) => ({ instruction, pairs: some }))
}

/** A translation of a delta that came back, where it was saved. */
export interface FetchedDelta {
  /** Absolute; in the folder of the delta. */
  readonly path: string
  readonly language: string
  /** The service says of some of its texts that they kept their source. */
  readonly kept: boolean
}

/** The translations that came back, by translation (its path) and by the path of each text. */
export type TranslatedTexts = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Reads what came back. A text that lost a code of its source is none, and neither is one that kept its source where the service says so. */
export async function readTranslated(
  fetched: readonly FetchedDelta[],
  { deltas }: Pick<WrittenDeltas, 'deltas'>,
): Promise<TranslatedTexts> {
  const translated = new Map<string, Map<string, string>>()
  for (const [file, delta] of deltas) {
    for (const pair of delta.pairs) {
      const { path: result, kept } = savedFor(fetched, file, pair.language)
      const bytes = await bytesOrNone(result)
      if (bytes === undefined) continue
      const { format, source_language, language, texts } = pair
      const found = await readTargetTexts({ format, source_language, language, bytes }, delta.bytes)
      const own = new Map<string, string>()
      for (const [key, { text }] of found) {
        const source = texts.get(key)
        if (source === undefined || !pair.asked.has(key)) continue
        if (faultIn(source.text, text, source.syntax) !== undefined || (kept && text === source.text)) continue
        own.set(key, text)
      }
      translated.set(pair.path, own)
    }
  }
  return translated
}

function savedFor(fetched: readonly FetchedDelta[], file: string, language: string): FetchedDelta {
  const folder = path.join(path.dirname(file), path.sep)
  const places = fetched.filter(place => place.path.startsWith(folder))
  // The service may write a tag in another way: `nb` for `no`.
  const found =
    places.find(place => place.language === language) ?? places.find(place => sameTag(place.language, language))
  // Of what an earlier run fetched nobody knows any more whether a text kept its source, so one that is like it is asked for again.
  return found ?? { path: fetchedPlace(file, language), language, kept: true }
}
