import path from 'node:path'
import { extensionOf, familyOf } from '../../contract/formats.ts'
import { creatorAccount } from '../account.ts'
import type { CallContext } from '../context.ts'
import { isTakenBy, type WithFormats } from '../creation.ts'
import { ToolRefusal } from '../failure.ts'
import { isInside } from '../files/allowed.ts'
import { FileRefused } from '../files/boundary.ts'
import type { Folders } from '../files/folders.ts'
import { closedFolder, type FolderListing } from '../files/listing.ts'
import type { WrittenFiles } from '../files/written.ts'
import { quoted } from '../render/data.ts'
import { listed } from '../render/list.ts'
import { counted } from '../render/numbers.ts'
import type { Failed } from './failures.ts'
import { type Globbed, globbed } from './globbed.ts'
import { type Home, homeOf } from './homes.ts'
import { MOST_FILES } from './most-files.ts'
import { type SourceFiles, type SourceWishes, sourceFiles } from './source-files.ts'

/** The files that are meant, with those of folders in their place. */
export interface Expanded {
  readonly paths: readonly string[]
  /** Folders that gave no file, each with its reason. */
  readonly failed: readonly Failed[]
  /** What of folders is left aside, in words. */
  readonly left_aside: readonly string[]
  /** By its path, the folder of each file that was not named itself. */
  readonly homes: ReadonlyMap<string, Home>
}

/**
 * Puts the files of a folder, or those that a glob means, in its place. A file that is in two of them is taken once.
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
  const homes = new Map<string, Home>()
  // A file that is named itself goes by that name, and not as one of a folder.
  const places = await Promise.all(given.map(name => context.parts.folders.locate(name).catch(() => undefined)))
  const seen = new Set(places.filter(place => place !== undefined))
  for (const name of given) {
    try {
      const folder = await filesIn(name, wishes, context)
      if (folder === undefined) paths.push(name)
      else {
        const { home, place } = folder
        for (const { path: file, below } of folder.files) {
          const real = path.join(place, below)
          if (seen.has(real)) continue
          seen.add(real)
          paths.push(file)
          homes.set(file, home)
        }
        failed.push(...folder.failed)
        left_aside.push(...folder.aside.map(text => `${quoted(name, 80)}: ${text}`))
      }
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      failed.push({ name, error })
    }
  }
  if (paths.length > MOST_FILES) throw tooMany(paths)
  return { paths, failed, left_aside, homes }
}

/** The source files of a folder or a glob; undefined for what is neither. @throws {FileRefused} no_files_to_translate; or as listing does */
async function filesIn(given: string, wishes: SourceWishes, context: CallContext) {
  const { folders, written } = context.parts
  const glob = await globbed(given, folders)
  const found = await listingOf(glob, folders)
  if (found === undefined) return undefined
  const account = await creatorAccount(context)
  const meant = { ...found, files: found.files.filter(glob.means) }
  const { chosen, aside: around, unread, translations } = await sourcesIn(meant, wishes, { account, written })
  if (found.more) throw folderTooLarge(given)
  if (chosen.length + unread.length === 0) throw nothingIn(given, around, glob.folder === given ? 'folder' : 'glob')
  const named = (name: string) => (glob.folder === '.' ? name : `${glob.folder.replace(/[\\/]+$/, '')}/${name}`)
  const closed = unread.map(name => ({ name: named(name), error: closedFolder(named(name)) }))
  const roots = await folders.allowed()
  const working = roots.find(root => isInside(root, found.place)) ?? roots[0] ?? found.place
  return {
    place: found.place,
    files: chosen.map(below => ({ path: named(below), below })),
    aside: around,
    failed: closed,
    home: homeOf(found.place, translations, working),
  }
}

async function listingOf({ folder }: Globbed, folders: Folders): Promise<FolderListing | undefined> {
  return await folders.list(folder).catch(error => {
    // A single file that may not be touched is refused when it is opened, in its own words.
    if (error instanceof FileRefused) return undefined
    throw error
  })
}

/** What is left aside is said in words; `unread`: folders below it that cannot be looked into. */
export interface FolderSources extends SourceFiles {
  readonly unread: readonly string[]
}

/** The sources among the files of a folder: of formats that the service takes, and none that this program wrote. */
export async function sourcesIn(
  { place, files, passed_by, unread }: FolderListing,
  wishes: SourceWishes,
  { account, written }: { readonly account: WithFormats; readonly written: WrittenFiles },
): Promise<FolderSources> {
  const isTaken = (name: string) => familyOf(name) !== undefined && isTakenBy(name, account)
  const own = new Set<string>()
  for (const name of files.filter(isTaken)) {
    if ((await written.hashOf(path.join(place, name))) !== undefined) own.add(name)
  }
  const { traitsOf } = await import('../formats.ts')
  const found = sourceFiles(files, wishes, {
    listed: isTaken,
    result: name => own.has(name),
    bilingual: name => traitsOf(extensionOf(name)).bilingual === true,
  })
  if (passed_by.length === 0) return { ...found, unread }
  const passed = listed(passed_by.slice(0, 3).map(one => quoted(one, 80)))
  return { ...found, aside: [...found.aside, `folders of installed or built files: ${passed}`], unread }
}

/** A folder or a glob of which nothing is to be translated, with what was left aside. */
export function nothingIn(given: string, aside: readonly string[], kind: 'folder' | 'glob' = 'folder'): FileRefused {
  const why = aside.length === 0 ? '' : ` Left aside: ${aside.join('; ')}.`
  return new FileRefused(
    'no_files_to_translate',
    `The ${kind} "${given}" ${kind === 'glob' ? 'means' : 'holds'} no file to translate.${why}`,
  )
}

/** A folder with more in it than is looked at. */
export function folderTooLarge(given: string): FileRefused {
  return new FileRefused('folder_too_large', `"${given}" holds too many files to look through. Name a folder below it.`)
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
