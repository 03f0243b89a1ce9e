/** Projects without a project file: a glob or a folder, and languages, say as much. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { proposeProject } from '../init/index.ts'
import { holdsLanguages } from '../project/file-pair.ts'
import { inheritProject } from '../project/inherit.ts'
import { PROJECT_FILE } from '../project/project-file.ts'
import { readProjectFile } from '../project/read-project-file.ts'
import { listForInit, smallTexts } from './init-listing.ts'
import { type OpenedProject, openListed, refused } from './open.ts'
import { SyncRefused } from './refused.ts'

/** What stands for a project file. */
export interface UnwrittenProject {
  /** The folder that paths begin in, and that gets the lock; absolute. */
  readonly base: string
  /** A folder, a glob with `[locale]`, or files that hold all their languages; absolute. */
  readonly place: string
  /** The language of the sources, where the files do not say it. A BCP 47 tag, as are the targets. */
  readonly source: string
  readonly targets: readonly string[]
}

/**
 * Opens the files of a glob, or those that are found in a folder as `init` finds them.
 *
 * @throws {SyncRefused} no language to translate into, no files, or files of several projects
 */
export async function openUnwritten({ base, place, source, targets }: UnwrittenProject): Promise<OpenedProject> {
  const inside = path.relative(base, place).split(path.sep).join('/')
  const isFolder = !place.includes('[locale]') && !holdsLanguages(place)
  const found = isFolder ? await foundIn(place) : { ...saidIn(place), include: [inside] }
  const wanted = targets.length > 0 ? targets : found.targets
  if (wanted.length === 0)
    throw new SyncRefused('Nothing was done: no language to translate into was named, and none is there.')
  const own = found.source ?? source
  const project = {
    source: own,
    targets: wanted.filter(tag => tag !== own),
    files: {
      include: isFolder ? found.include.map(files => below(files, inside)) : found.include,
      exclude: found.exclude.map(glob => path.posix.join(inside, glob)),
    },
    locales: found.locales,
  }
  try {
    const file = readProjectFile(JSON.stringify(project), `what stands for ${PROJECT_FILE}`)
    return await openListed(inheritProject([{ folder: '', file }]), base)
  } catch (error) {
    return refused(error)
  }
}

type Include = string | { readonly source: string; readonly target: string }

interface FoundProject {
  readonly include: readonly Include[]
  readonly exclude: readonly string[]
  readonly source: string | undefined
  readonly targets: readonly string[]
  readonly locales: Readonly<Record<string, string>>
}

const NOTHING: Omit<FoundProject, 'include'> = { exclude: [], source: undefined, targets: [], locales: {} }

/** What a file that holds all its languages says of them; nothing of a glob. */
function saidIn(place: string): Omit<FoundProject, 'include'> {
  const name = path.basename(place)
  const [found] = proposeProject([name], smallTexts(path.dirname(place))).proposals
  return found === undefined ? NOTHING : { ...NOTHING, source: found.project.source, targets: found.project.targets }
}

async function foundIn(folder: string): Promise<FoundProject> {
  const isFolder = (await stat(folder).catch(() => undefined))?.isDirectory() === true
  if (!isFolder) throw new SyncRefused(`Nothing was done: there is no folder and no file "${folder}".`)
  const { files } = await listForInit(folder)
  const { proposals } = proposeProject(files, smallTexts(folder))
  const [one, ...others] = proposals
  if (one === undefined)
    throw new SyncRefused(
      'Nothing was done: no locale files were recognised in this folder. Name them by a glob, such as locales/[locale].json.',
    )
  if (others.length > 0) {
    const folders = proposals.map(proposal => proposal.folder || '.').join(', ')
    throw new SyncRefused(`Nothing was done: this folder has several projects (${folders}). Name one of them.`)
  }
  const { source, targets, files: patterns, locales = {} } = one.project
  const include = patterns.include.map(files => below(files, one.folder))
  const exclude = (patterns.exclude ?? []).map(glob => path.posix.join(one.folder, glob))
  return { include, exclude, source, targets, locales }
}

function below(files: Include, folder: string): Include {
  const placed = (pattern: string) => path.posix.join(folder, pattern)
  return typeof files === 'string' ? placed(files) : { source: placed(files.source), target: placed(files.target) }
}
