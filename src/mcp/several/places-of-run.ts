import path from 'node:path'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { FileRefused } from '../files/boundary.ts'
import { holdsSeveral } from '../files/replacing.ts'
import { quoted } from '../render/data.ts'
import { BESIDE, baseOfRun, expectedIn, type PlacedInRun, placesOfAll, unknownPlaceholder } from './places.ts'
import type { FileRun, RunMember } from './run.ts'

/**
 * Where the results of a run go, by batch: in the tree that its folder follows, or with `save_to` in a folder that keeps the tree, in which
 * `{lang}` stands for the language. None is given for a file whose source is not known, or whose place may not be touched: it is saved as
 * one alone is.
 *
 * @throws {ToolRefusal} invalid_arguments, for another placeholder
 * @throws {FileRefused} as locating `save_to` does
 */
export async function placesOfRun(
  { members, homes }: FileRun,
  save_to: string | undefined,
  context: CallContext,
): Promise<ReadonlyMap<string, PlacedInRun>> {
  const { folders } = context.parts
  const { template, working } = await templateOf(save_to, context)
  const known = members.flatMap(one => (one.source === undefined ? [] : [{ ...one, source: one.source }]))
  const own = known.flatMap(({ home }) => (home === undefined ? [] : (homes[home] ?? [])))
  const base = baseOfRun(
    known.map(({ source }) => source),
    own,
  )
  const files = []
  for (const one of known) {
    const { source, source_language: language, target_languages: languages, home } = one
    const holds_all = languages.length > 1 && (await holdsAllIn(one, context))
    files.push({ path: source, language, languages, holds_all, home: home === undefined ? undefined : homes[home] })
  }
  const placed = placesOfAll(files, { template, working, base })
  const found = new Map<string, PlacedInRun>()
  for (const [at, { batch_id }] of known.entries()) {
    const one = placed[at]
    const [first = ''] = one === undefined ? [] : expectedIn(one.places).values()
    const isOpen = save_to !== undefined || (await folders.shut(first)) === undefined
    if (one !== undefined && isOpen) found.set(batch_id, one)
  }
  return found
}

async function holdsAllIn({ path: named, source }: RunMember, { parts }: CallContext): Promise<boolean> {
  const file = await parts.folders.forReading(source ?? named).catch(() => undefined)
  try {
    return file !== undefined && (await holdsSeveral(file.name, file.handle))
  } finally {
    await file?.handle.close()
  }
}

/** `a/` of `a/b/`; empty for a name alone. */
function above(folder: string): string {
  const isSlash = (at: number) => folder[at] === '/' || folder[at] === '\\'
  let end = folder.length
  while (end > 0 && isSlash(end - 1)) end -= 1
  while (end > 0 && !isSlash(end - 1)) end -= 1
  return folder.slice(0, end)
}

async function templateOf(save_to: string | undefined, { parts: { folders } }: CallContext) {
  if (save_to === undefined) return { template: BESIDE, working: path.sep }
  const unknown = unknownPlaceholder(save_to)
  if (unknown !== undefined) {
    throw new ToolRefusal('invalid_arguments', [
      `Nothing was saved: save_to takes {lang} for the language, not ${quoted(unknown, 40)}.`,
    ])
  }
  const folder = /[\\/]$/.test(save_to) ? save_to : `${save_to}/`
  const [fixed = ''] = /^[^{]*[\\/]/.exec(folder) ?? []
  let there = fixed
  let working: string | undefined
  // What is not there yet is made below the nearest folder that is.
  while (working === undefined) {
    working = await folders.locate(there === '' ? '.' : there).catch(error => {
      if (!(error instanceof FileRefused) || error.code !== 'file_not_found' || there === '') throw error
      return undefined
    })
    if (working === undefined) there = above(there)
  }
  return { template: `${working}${path.sep}${folder.slice(there.length)}`, working }
}
