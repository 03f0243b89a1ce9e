import path from 'node:path'
import { FormatError } from '../../formats/index.ts'
import { codeNotes } from '../code/notes.ts'
import { onOneLine, searchFor } from '../code/places.ts'
import type { PairPlan } from '../pair-plan.ts'
import { FileUnreadable, type ProjectPlan } from '../plan.ts'
import { wishesFor } from '../project/inherit.ts'
import { readTargetTexts, type SourceText, type TargetText } from '../texts.ts'
import { codeIn } from './code-files.ts'
import { type OpenedProject, readerIn } from './open.ts'
import { repositoryOf } from './work-folder.ts'

/** What goes along with the texts of a plan. */
export interface PlanContext {
  /** The comments for the texts of these pairs, which have one source and one reference language, by path. */
  notesFor(pairs: readonly PairPlan[]): Promise<ReadonlyMap<string, string>>
  /** How many lines of code go along. */
  readonly places: number
}

/** `root`: the folder above which no code is read; else that of the repository. */
export type ContextOf = Pick<OpenedProject, 'folder' | 'project' | 'pairs'> & { readonly root?: string }

/**
 * Finds what goes along with the texts that a plan asks for: the lines of code that use them, unless `code_context` is off, and their translation
 * in the language of reference. None of it is kept anywhere but in what is sent.
 */
export async function planContextOf(opened: ContextOf, { pairs }: ProjectPlan): Promise<PlanContext> {
  const byFile = new Map<string, Map<string, SourceText>>()
  for (const { source_path, asked, texts } of pairs) {
    const own = byFile.get(source_path) ?? new Map<string, SourceText>()
    for (const text of texts.values()) if (asked.has(text.path)) own.set(text.path, text)
    if (own.size > 0) byFile.set(source_path, own)
  }
  const all = [...byFile].flatMap(([source, texts]) =>
    [...texts.values()].map(text => ({ ...text, path: inFile(source, text.path) })),
  )
  const lines = opened.project.code_context === false || all.length === 0 ? new Map() : await linesOf(opened, all)
  const references = new Map<string, Promise<ReadonlyMap<string, TargetText>>>()
  return {
    places: [...lines.values()].reduce((sum: number, some: readonly string[]) => sum + some.length, 0),
    async notesFor(some) {
      const [first] = some
      if (first === undefined) return new Map()
      const tag = wishesFor(opened.project, first.language).reference
      const name = JSON.stringify([first.source_path, tag])
      const reading = references.get(name) ?? referenceTexts(opened, first, tag)
      references.set(name, reading)
      const reference = await reading
      return joined(first, asked => [
        ...(reference.has(asked) ? [`In ${tag}: ${oneLine(reference.get(asked)?.text ?? '')}`] : []),
        ...(lines.get(inFile(first.source_path, asked)) ?? []),
      ])
    },
  }
}

function inFile(source: string, unit: string): string {
  return `${source}\t${unit}`
}

/** The notes of all texts that have some: those of a group are asked for together. */
function joined({ texts }: PairPlan, notesOf: (path: string) => readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    [...texts.keys()].flatMap(unit => {
      const notes = notesOf(unit)
      return notes.length === 0 ? [] : [[unit, notes.join('\n')] as const]
    }),
  )
}

async function linesOf(
  { folder, root: given }: Pick<ContextOf, 'folder' | 'root'>,
  texts: readonly SourceText[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const keys = [...new Set(texts.map(({ key }) => key))]
  const search = searchFor(keys)
  const root = given ?? (await repositoryOf(folder))
  for await (const { file, text } of codeIn(root, path.relative(root, folder).split(path.sep).join('/'))) {
    search.look(file, text)
    if (search.isDone()) break
  }
  return codeNotes(texts, search.found)
}

const LONGEST_REFERENCE = 300

function oneLine(text: string): string {
  const line = onOneLine(text)
  return line.length > LONGEST_REFERENCE ? `${line.slice(0, LONGEST_REFERENCE)}…` : line
}

/** The texts of the translation into the language of reference; none where there is no such file, or it cannot be read. */
async function referenceTexts(
  { folder, pairs }: ContextOf,
  { source_path, source, format, source_language, language: own }: PairPlan,
  tag: string | undefined,
): Promise<ReadonlyMap<string, TargetText>> {
  const files = pairs.find(({ source: file }) => file === source_path)?.references ?? []
  const found = tag === own ? undefined : files.find(file => file.tag === tag)
  if (found === undefined || tag === undefined) return new Map()
  try {
    const bytes = await readerIn(folder)(found.path)
    return bytes === undefined
      ? new Map()
      : await readTargetTexts({ format, source_language, language: tag, bytes }, source)
  } catch (error) {
    if (error instanceof FormatError || error instanceof FileUnreadable) return new Map()
    throw error
  }
}
