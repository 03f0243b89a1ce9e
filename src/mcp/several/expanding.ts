import path from 'node:path'
import { extensionOf, familyOf } from '../../contract/formats.ts'
import { creatorAccount } from '../account.ts'
import type { CallContext } from '../context.ts'
import { requireListed } from '../creation.ts'
import { ToolRefusal } from '../failure.ts'
import { FileRefused } from '../files/boundary.ts'
import { quoted } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { counted } from '../render/numbers.ts'
import type { Failed } from './failures.ts'
import { MOST_FILES } from './most-files.ts'
import { type SourceWishes, sourceFiles } from './source-files.ts'

/** The files that are meant, with those of folders in their place. */
export interface Expanded {
  readonly paths: readonly string[]
  /** Folders that gave no file, each with its reason. */
  readonly failed: readonly Failed[]
  /** What of folders is left aside, in words. */
  readonly left_aside: readonly string[]
}

/**
 * Puts the files of a folder in its place.
 *
 * @throws {ToolRefusal} too_many_files, before anything is sent
 * @throws {ApiError} as reading the account does
 */
export async function expandFolders(
  given: readonly string[],
  wishes: SourceWishes,
  context: CallContext,
): Promise<Expanded> {
  const paths: string[] = []
  const failed: Failed[] = []
  const left_aside: string[] = []
  for (const name of given) {
    try {
      const folder = await filesIn(name, wishes, context)
      if (folder === undefined) paths.push(name)
      else {
        paths.push(...folder.paths)
        left_aside.push(...folder.aside.map(text => `${quoted(name, 80)}: ${text}`))
      }
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      failed.push({ name, error })
    }
  }
  if (paths.length > MOST_FILES) throw tooMany(paths)
  return { paths, failed, left_aside }
}

/** The source files of a folder; undefined for what is no folder. @throws {FileRefused} no_files_to_translate; or as listing does */
async function filesIn(given: string, wishes: SourceWishes, context: CallContext) {
  const { folders, written } = context.parts
  const found = await folders.list(given).catch(error => {
    // A single file that may not be touched is refused when it is opened, in its own words.
    if (error instanceof FileRefused) return undefined
    throw error
  })
  if (found === undefined) return undefined
  const account = await creatorAccount(context)
  const isListed = (name: string) => familyOf(name) !== undefined && accepts(() => requireListed(name, account))
  const places = new Set<string>()
  const candidates = found.files.filter(isListed)
  for (const name of candidates.slice(0, 500)) {
    if ((await written.hashOf(path.join(found.place, name))) !== undefined) places.add(name)
  }
  const { traitsOf } = await import('../../formats/index.ts')
  const { chosen, aside } = sourceFiles(found.files, wishes, {
    listed: isListed,
    result: name => places.has(name),
    bilingual: name => traitsOf(extensionOf(name)).bilingual === true,
  })
  const around = [
    ...aside,
    ...(found.passed_by.length === 0
      ? []
      : [`folders of installed or built files: ${listed(found.passed_by.slice(0, 3).map(one => quoted(one, 80)))}`]),
  ]
  if (found.more) {
    throw new FileRefused(
      'folder_too_large',
      `"${given}" holds too many files to look through. Name a folder below it.`,
    )
  }
  if (chosen.length === 0) {
    const why = around.length === 0 ? '' : ` Left aside: ${around.join('; ')}.`
    throw new FileRefused('no_files_to_translate', `The folder "${given}" holds no file to translate.${why}`)
  }
  const base = given.replace(/[\\/]+$/, '')
  return { paths: chosen.map(name => `${base}/${name}`), aside: around }
}

function accepts(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}

const SHOWN_FOLDERS = 8

function tooMany(paths: readonly string[]): ToolRefusal {
  const counts = new Map<string, number>()
  for (const one of paths) counts.set(path.posix.dirname(one), (counts.get(path.posix.dirname(one)) ?? 0) + 1)
  const most = [...counts].sort(([, one], [, other]) => other - one)
  const shown = most.slice(0, SHOWN_FOLDERS).map(([folder, files]) => `${quoted(folder, 80)} (${files})`)
  const more = most.length - SHOWN_FOLDERS
  return new ToolRefusal('too_many_files', [
    `Nothing was done: these are ${counted(paths.length, 'file')}, and one call takes at most ${MOST_FILES}.`,
    `They lie in ${listed([...shown, ...(more > 0 ? [counted(more, 'more folder')] : [])])}. Name fewer folders or files in file_paths, and the others in further calls.`,
  ])
}
