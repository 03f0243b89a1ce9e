import { rm } from 'node:fs/promises'
import path from 'node:path'
import { sameTag } from '../../contract/language-tags.ts'
import { withNotes } from '../notes.ts'
import { type PairPlan, translationName } from '../pair-plan.ts'
import { type Delta, deltasOf, type ProjectPlan } from '../plan.ts'
import { type ProjectWishes, wishesFor } from '../project/inherit.ts'
import { faultIn } from '../states.ts'
import { readTargetTexts } from '../texts.ts'
import { type ContextOf, planContextOf } from './context.ts'
import { DONE, deltasIn } from './delta-place.ts'
import { hashOf } from './history.ts'
import { bytesOrNone, type OpenedProject } from './open.ts'
import { writeWhole } from './work-folder.ts'

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
  /** How many lines of code go along. */
  readonly places: number
}

/**
 * Writes the deltas into the work folder. The same texts have the same place and the same bytes, so a run that was cut off is found again,
 * with what it fetched: that is not asked for once more. `anew`: all are, and what was fetched goes.
 */
export async function writeDeltas(
  opened: ContextOf,
  plan: ProjectPlan,
  {
    work,
    engine,
    anew = false,
  }: { readonly work: string; readonly engine: string | undefined; readonly anew?: boolean },
): Promise<WrittenDeltas> {
  const { project } = opened
  const context = await planContextOf(opened, plan)
  const deltas = new Map<string, Delta>()
  const to_translate: DeltaFile[] = []
  for (const delta of await deltasOf(plan)) {
    for (const { instruction, reference, pairs } of byWishes(delta, project)) {
      const wishes = [instruction, engine, ...(reference === undefined ? [] : [reference])]
      const wished = hashOf(Buffer.from(JSON.stringify(wishes))).slice(0, 8)
      const folder = await openTurn(path.join(deltasIn(work), delta.id, wished))
      const file = path.join(folder, path.basename(delta.source_path))
      // What was sent stays as it was sent, however the code looks by now: by it the translation is found again.
      const sent = await bytesOrNone(file)
      const bytes = sent ?? (await bytesWithNotes(delta, pairs, await context.notesFor(pairs)))
      deltas.set(file, { ...delta, bytes, pairs })
      const fetched = await Promise.all(pairs.map(({ language }) => fetchedBefore(file, language)))
      if (!anew && fetched.every(place => place !== undefined)) continue
      await rm(path.join(folder, FETCHED), { recursive: true, force: true })
      if (sent === undefined) await writeWhole(file, bytes)
      const { source_path } = delta
      const target_languages = pairs.map(({ language }) => language)
      to_translate.push({ file, source_path, source_language: project.source, target_languages, instruction })
    }
  }
  return { to_translate, deltas, places: to_translate.length === 0 ? 0 : context.places }
}

/** Beside a delta, the folder that holds its translations. */
const FETCHED = 'out'

/** What stands for `{lang}` in the place of a file that holds several languages. */
const ALL_LANGUAGES = 'translations'

/** Where the translation of a delta is to be saved, as the template of an order says it. */
export const FETCHED_TEMPLATE = `{dir}/${FETCHED}/{lang}/{name}.{ext}`

/** Where the translation of a delta is to be saved. */
export function fetchedPlace(file: string, language: string): string {
  return path.join(path.dirname(file), FETCHED, language, path.basename(file))
}

/** What an earlier run fetched of a delta; undefined where it fetched nothing. A file that holds several languages is saved once for all. */
async function fetchedBefore(file: string, language: string): Promise<string | undefined> {
  for (const place of [fetchedPlace(file, language), fetchedPlace(file, ALL_LANGUAGES)])
    if ((await bytesOrNone(place)) !== undefined) return place
  return undefined
}

/** The folder for a delta: that of a run that was cut off, else one that no run had, so that the service makes another translation. */
async function openTurn(folder: string): Promise<string> {
  for (let turn = 1; ; turn += 1) {
    const own = turn === 1 ? folder : `${folder}-${turn}`
    if ((await bytesOrNone(path.join(own, DONE))) === undefined) return own
  }
}

/** Ends the turn of deltas, once all that came of them is written. */
export async function endDeltas({ deltas }: Pick<WrittenDeltas, 'deltas'>): Promise<void> {
  for (const file of deltas.keys()) {
    const folder = path.dirname(file)
    await rm(path.join(folder, FETCHED), { recursive: true, force: true })
    await writeWhole(path.join(folder, DONE), '')
  }
}

interface WishedAlike extends Pick<ProjectWishes, 'instruction' | 'reference'> {
  readonly pairs: readonly PairPlan[]
}

/** The languages of a delta, those together for which the same is wished. */
function byWishes({ pairs }: Delta, project: OpenedProject['project']): readonly WishedAlike[] {
  const groups = new Map<string, WishedAlike>()
  for (const pair of pairs) {
    const { instruction, reference } = wishesFor(project, pair.language)
    const name = JSON.stringify([instruction, reference])
    groups.set(name, { instruction, reference, pairs: [...(groups.get(name)?.pairs ?? []), pair] })
  }
  return [...groups.values()]
}

/** A delta with what goes along: its key stays that of its texts, whatever their code looks like by now. */
async function bytesWithNotes(
  { format, bytes }: Delta,
  [first]: readonly PairPlan[],
  notes: ReadonlyMap<string, string>,
): Promise<Uint8Array> {
  if (first === undefined) return bytes
  const { source_language, language } = first
  return await withNotes({ format, bytes, source_language, language }, notes)
}

/** A translation of a delta that came back, where it was saved. */
export interface FetchedDelta {
  /** Absolute; in the folder of the delta. */
  readonly path: string
  readonly language: string
  /** The service says of some of its texts that they kept their source. */
  readonly kept: boolean
}

/** The translations that came back, by translation (`translationName`) and by the path of each text. */
export type TranslatedTexts = ReadonlyMap<string, ReadonlyMap<string, string>>

/** Reads what came back. A text that lost a code of its source is none, and neither is one that kept its source where the service says so. */
export async function readTranslated(
  fetched: readonly FetchedDelta[],
  { deltas }: Pick<WrittenDeltas, 'deltas'>,
): Promise<TranslatedTexts> {
  const translated = new Map<string, Map<string, string>>()
  for (const [file, delta] of deltas) {
    for (const pair of delta.pairs) {
      const { path: result, kept } = await savedFor(fetched, file, pair.language)
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
      translated.set(translationName(pair), own)
    }
  }
  return translated
}

async function savedFor(fetched: readonly FetchedDelta[], file: string, language: string): Promise<FetchedDelta> {
  const folder = path.join(path.dirname(file), path.sep)
  const places = fetched.filter(place => place.path.startsWith(folder))
  // The service may write a tag in another way: `nb` for `no`.
  const found =
    places.find(place => place.language === language) ?? places.find(place => sameTag(place.language, language))
  // Of what an earlier run fetched nobody knows any more whether a text kept its source, so one that is like it is asked for again.
  const before = found === undefined ? await fetchedBefore(file, language) : undefined
  return found ?? { path: before ?? fetchedPlace(file, language), language, kept: true }
}
