/** What a run does with all files of a project. Files are read through a port; nothing is written here. */
import { createHash } from 'node:crypto'
import { type Format, FormatError, loadFormat } from '../formats/index.ts'
import { faultWords } from './fault-words.ts'
import { candidatesIn, type Lock } from './lock/index.ts'
import { type FilesBefore, outdatedIn } from './outdated.ts'
import { changesFile, type PairPlan, type PairRead, planPair, type SyncWishes, sentFor } from './pair-plan.ts'
import type { FilePair, LanguageFile } from './project/file-pair.ts'
import type { Project } from './project/inherit.ts'
import { keyTreatments } from './project/key-rules.ts'
import { opening, readTargetTexts, sourceTextsBy } from './texts.ts'
import { isTogether, otherSource, untranslated } from './together.ts'
import { deltaOf, MergeFailed, writeTarget } from './writing.ts'

export interface ProjectPlan {
  readonly pairs: readonly PairPlan[]
  /** Files that cannot be kept in step, and why. They stop nothing else. */
  readonly problems: readonly FileProblem[]
}

export interface FileProblem {
  readonly path: string
  readonly words: string
}

/** Thrown by whoever reads files for a plan, for one that is there and cannot be read; the message says why. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'
}

export interface PlanInput {
  readonly project: Pick<Project, 'source' | 'keys'>
  readonly pairs: readonly FilePair[]
  readonly lock: Lock
  readonly wishes: SyncWishes
  /** True where writing is tried in memory: what has no place in a file is known before anybody pays for it. */
  readonly tries: boolean
  /**
   * The bytes of a file, by its path from the folder of the project; undefined where there is none.
   *
   * @throws {FileUnreadable} the system does not give them
   */
  readonly read: (path: string) => Promise<Uint8Array | undefined>
  /** How a source and its translation were before: it tells what went stale that the lock does not know. */
  readonly before?: FilesBefore | undefined
}

export async function planProject(input: PlanInput): Promise<ProjectPlan> {
  const { project, pairs, lock, wishes, tries, read, before } = input
  const treatment = keyTreatments(project.keys)
  const plans: PairPlan[] = []
  const problems: FileProblem[] = []
  for (const { source: source_path, targets } of pairs) {
    const source = await sourceOf(source_path, read, { targets, language: project.source })
    if ('words' in source) {
      problems.push(source)
      continue
    }
    const file = { ...source, source_path, source_language: project.source }
    const texts = sourceTextsBy({ ...file, bytes: source.source }, targets.length)
    for (const target of targets) {
      const pair = await readPair({ ...file, texts, lines: candidatesIn(lock, source_path, target.tag) }, target, read)
      if ('words' in pair) {
        problems.push(pair)
        continue
      }
      const plan = planPair({ ...pair, outdated: await outdatedIn(pair, before) }, treatment, wishes)
      const problem = tries ? await unwritable(plan) : undefined
      plans.push(problem === undefined ? plan : { ...plan, ...UNTOUCHED })
      if (problem !== undefined) problems.push(problem)
    }
  }
  // A source that does not parse is met once for each of its translations.
  const once = new Map(problems.map(problem => [`${problem.path}\n${problem.words}`, problem]))
  return { pairs: plans, problems: [...once.values()] }
}

/** What a plan does to a file that stays as it is. */
const UNTOUCHED = {
  asked: new Set<string>(),
  words: 0,
  moved: new Map(),
  copy: new Set<string>(),
  remove: new Set<string>(),
}

/** Why not all that a plan asks for can be written; undefined where it can. The texts of the source stand for their translations. */
async function unwritable(plan: PairPlan): Promise<FileProblem | undefined> {
  if (!changesFile(plan)) return undefined
  const { path, asked, moved, texts } = plan
  const put = new Map([...[...asked].map((key): [string, string] => [key, texts.get(key)?.text ?? '']), ...moved])
  try {
    const { refused } = await writeTarget({ ...plan, put })
    const [first] = refused
    if (first === undefined) return undefined
    const more = refused.length === 1 ? '' : ` and ${refused.length - 1} more`
    return { path, words: `it has no place for ${texts.get(first)?.key ?? first}${more}: something else stands there` }
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof MergeFailed)) throw error
    return { path, words: faultWords(error) }
  }
}

type Source = Pick<PairRead, 'format' | 'source'>

async function sourceOf(
  path: string,
  read: PlanInput['read'],
  { targets, language }: { readonly targets: readonly LanguageFile[]; readonly language: string },
): Promise<Source | FileProblem> {
  const format = await loadFormat(path)
  if (format === undefined) return { path, words: 'this kind of file is not read' }
  if (format.merge === undefined) return { path, words: NO_MERGE }
  const found = await readOr(path, async () => ({ bytes: await read(path) }))
  if ('words' in found) return found
  const { bytes: source } = found
  if (source === undefined) return { path, words: 'the file is gone' }
  const never = await unmergeable(path, format, source)
  if (never !== undefined) return never
  const own = targets.filter(target => isTogether({ ...target, source_path: path }))
  if (own.length === 0) return { format, source }
  return await readOr(path, async () => {
    const words = await otherSource(format, source, language)
    if (words !== undefined) return { path, words }
    const languages = { source: language, targets: own.map(({ tag }) => tag) }
    return { format, source: await untranslated(format, source, languages) }
  })
}

/** Why a file cannot be kept in step, which is known before anybody pays; undefined where it can. */
async function unmergeable(path: string, format: Format, bytes: Uint8Array): Promise<FileProblem | undefined> {
  const words = await readOr(path, async () => ({ why: await format.unmergeable?.(opening(bytes)()) }))
  if ('words' in words) return words
  return words.why === undefined ? undefined : { path, words: words.why }
}

const NO_MERGE = 'texts of this kind of file have no keys to keep in step by; translate takes it whole'

async function readPair(
  given: Pick<PairRead, 'format' | 'source' | 'source_path' | 'source_language' | 'lines'> & {
    readonly texts: ReturnType<typeof sourceTextsBy>
  },
  { tag: language, path }: LanguageFile,
  read: PlanInput['read'],
): Promise<PairRead | FileProblem> {
  const { format, source, source_language, source_path } = given
  const files = { format, source_language, language }
  const texts = await readOr(source_path, () => given.texts(language))
  if ('words' in texts) return texts
  const found = await readOr(path, async () => ({ bytes: await read(path) }))
  if ('words' in found) return found
  const { bytes: there } = found
  const never = there && (await unmergeable(path, format, there))
  if (never !== undefined) return never
  const target = there && (await readOr(path, () => readTargetTexts({ ...files, bytes: there }, source)))
  if (target !== undefined && 'words' in target) return target
  return { ...given, path, language, texts, there, target: target ?? new Map() }
}

async function readOr<Read extends object>(path: string, reading: () => Promise<Read>): Promise<Read | FileProblem> {
  try {
    return await reading()
  } catch (error) {
    if (!(error instanceof FormatError || error instanceof FileUnreadable)) throw error
    return { path, words: faultWords(error) }
  }
}

/** What is sent to be translated: the texts of one source file that one or several languages lack alike. */
export interface Delta {
  /** The same for the same texts: a run that goes on after it was cut off finds what it began. */
  readonly id: string
  readonly source_path: string
  readonly format: Format
  readonly bytes: Uint8Array
  readonly pairs: readonly PairPlan[]
}

/** The deltas of a plan: languages that lack the same texts of a file share one. */
export async function deltasOf({ pairs }: ProjectPlan): Promise<readonly Delta[]> {
  const groups = new Map<string, PairPlan[]>()
  for (const pair of pairs) {
    if (pair.asked.size === 0) continue
    const name = JSON.stringify([pair.source_path, [...groupsAsked(pair)].sort()])
    groups.set(name, [...(groups.get(name) ?? []), pair])
  }
  return await Promise.all(
    [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [deltaFor(first, others)])),
  )
}

function groupsAsked({ asked, texts }: PairPlan): ReadonlySet<string> {
  return new Set([...asked].flatMap(path => texts.get(path)?.group ?? []))
}

async function deltaFor(first: PairPlan, others: readonly PairPlan[]): Promise<Delta> {
  const { source_path, format, source, texts } = first
  const bytes = await deltaOf(format, source, texts, sentFor(first.asked, texts))
  const known = isTogether(first) ? wordsOf(groupsAsked(first), texts) : bytes
  const id = createHash('sha256').update(source_path).update(known).digest('hex').slice(0, 16)
  return { id, source_path, format, bytes, pairs: [first, ...others] }
}

/**
 * What is asked for of a file that holds all its languages: its bytes say what others were translated into, too. Forms have notes that differ
 * from language to language.
 */
function wordsOf(groups: ReadonlySet<string>, texts: PairPlan['texts']): string {
  const asked = [...groups].sort().map(name => {
    const all = [...texts.values()].filter(({ group }) => group === name)
    const notes = all.length === 1 ? all.map(({ note }) => note ?? null) : []
    return [name, [...new Set(all.map(({ text }) => text))].sort(), notes, all[0]?.max_length ?? null]
  })
  return JSON.stringify(asked)
}

/** Whether anything is to be translated or written. */
export function isInStep({ pairs }: ProjectPlan): boolean {
  return !pairs.some(changesFile)
}
