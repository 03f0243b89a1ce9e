import path from 'node:path'
import { type OpenedProject, openSyncProject, readerIn } from '../../sync/disk/open.ts'
import { openUnwritten } from '../../sync/disk/open-unwritten.ts'
import { planOpened } from '../../sync/disk/plan-opened.ts'
import { SyncRefused } from '../../sync/disk/refused.ts'
import { withUnfinished } from '../../sync/disk/unfinished.ts'
import { projectWarnings, refuseConflict } from '../../sync/disk/warnings.ts'
import { repositoryOf } from '../../sync/disk/work-folder.ts'
import { FileUnreadable, type ProjectPlan } from '../../sync/plan.ts'
import { holdsLanguages } from '../../sync/project/file-pair.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { projectFoldersAbove } from '../../sync/project/walk.ts'
import type { CallContext } from '../context.ts'
import { ToolRefusal } from '../failure.ts'
import { isInside } from '../files/allowed.ts'

/** What a plan of sync is about: the files of a project, or those of a folder or a glob. */
export interface SyncRequest {
  /** Absolute; a glob has `[locale]` in it, or means files that hold all their languages. */
  readonly path: string
  /** BCP 47 tags; none: those of the project. */
  readonly target_languages: readonly string[]
}

/** A project, and the folder above which nothing is read or written. */
export interface RootedProject extends OpenedProject {
  readonly root: string
}

/** A project as it is at this moment, and what is to be done. */
export interface SyncNow {
  readonly opened: RootedProject
  readonly plan: ProjectPlan
  readonly warnings: readonly string[]
}

/**
 * The request that a caller's path and languages make.
 *
 * @throws {FileRefused} the path is not there, or not in an allowed folder
 * @throws {ToolRefusal} no_local_files
 */
export async function requestFor(
  given: string,
  target_languages: readonly string[],
  context: CallContext,
): Promise<SyncRequest> {
  if (context.parts.settings.transport !== 'stdio') throw elsewhere()
  const [still = '', ...rest] = given.split(/(?=\[locale\])/)
  if (rest.length === 0 && !/[*{]/.test(given)) {
    return { path: await context.parts.folders.locate(given), target_languages }
  }
  if (rest.length === 0 && !holdsLanguages(given)) {
    throw new ToolRefusal('glob_without_locale', [
      'Nothing was done: a glob needs [locale] where the paths say the language, such as locales/[locale]/*.json; files of one kind do without, which hold all languages: App/*.xcstrings.',
    ])
  }
  // Names before the first wildcard are a folder that has to be there.
  const at = still.search(/[*{]/)
  const fixed = (at < 0 ? still : still.slice(0, at)).replace(/[^\\/]*$/, '')
  const folder = await context.parts.folders.locate(fixed === '' ? '.' : fixed)
  return { path: path.join(folder, given.slice(fixed.length)), target_languages }
}

/** The refusal where this program and the caller's files are on different machines. */
export function elsewhere(): ToolRefusal {
  return new ToolRefusal('no_local_files', [
    'Nothing was done: this server runs elsewhere and cannot read files of your machine.',
    'For files of a repository the person installs translation-mcp on her own machine: `translation-mcp sync` in a terminal, or as a local server of this host.',
  ])
}

/**
 * Reads a project and plans it. No file is written.
 *
 * @throws {ToolRefusal} sync_refused, where it cannot be worked with
 */
export async function syncNow(request: SyncRequest, context: CallContext): Promise<SyncNow> {
  const project = await rootedProject(request, context)
  return await refusing(async () => {
    refuseConflict(project)
    const warnings = projectWarnings(project)
    const known = { ...project, ...(await withUnfinished(project, project.root)) }
    // Nothing is forced over MCP: keys that a person wrote are named at a terminal.
    const plan = await planOpened(known, { tries: true, read: readerFor(project, context) })
    return { opened: known, plan, warnings }
  })
}

/** The project of a request. @throws {ToolRefusal} sync_refused */
export async function rootedProject(request: SyncRequest, context: CallContext): Promise<RootedProject> {
  return await refusing(() => opened(request, context))
}

/** @throws {ToolRefusal} sync_refused, in place of what sync refuses */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SyncRefused)) throw error
    throw new ToolRefusal('sync_refused', [
      error.message.startsWith('Nothing') ? error.message : `Nothing was done: ${error.message}`,
    ])
  }
}

async function opened({ path: place, target_languages }: SyncRequest, context: CallContext): Promise<RootedProject> {
  const { folders, settings } = context.parts
  const roots = await folders.allowed()
  const home = roots.find(root => isInside(place, root)) ?? path.dirname(place)
  const wildcard = place.search(holdsLanguages(place) ? /\[locale\]|[*{]/ : /\[locale\]/)
  const isGlob = wildcard >= 0
  // Nothing above an allowed folder is read, so a project ends there.
  const repository = await repositoryOf(isGlob ? path.dirname(place.slice(0, wildcard)) : place)
  const root = isInside(repository, home) ? repository : home
  const own = path.basename(place) === PROJECT_FILE ? path.dirname(place) : place
  const isKnown = !isGlob && (await projectFoldersAbove(own, root)).length > 0
  const { source_language: source = 'en' } = settings
  const project = isKnown
    ? await openSyncProject(root, [own], target_languages, { root, languages_by: 'target_languages' })
    : await openUnwritten({ base: root, place: own, source, targets: target_languages })
  return { ...project, root }
}

/** Reads files of a project, but none that is shut to this program: it counts as one that cannot be read. */
function readerFor({ folder }: OpenedProject, { parts: { folders } }: CallContext) {
  const read = readerIn(folder)
  return async (file: string) => {
    const reason = await folders.shut(path.join(folder, file))
    if (reason !== undefined) throw new FileUnreadable(reason.message)
    return await read(file)
  }
}
