import { type BigIntStats, type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { systemCodeOf, systemReason } from '../../contract/system-errors.ts'
import { openSyncProject } from '../../sync/disk/open.ts'
import { SyncRefused } from '../../sync/disk/refused.ts'
import { repositoryOf } from '../../sync/disk/work-folder.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { projectFoldersAbove } from '../../sync/project/walk.ts'

/** What a watch looks at. */
export interface Watched {
  /** Folders in which a source or a project file may change or appear, absolute. */
  readonly folders: readonly string[]
  /** Sources, absolute. */
  readonly sources: readonly string[]
  /** Project files, absolute: that of the project, and those that it inherits from. */
  readonly projects: readonly string[]
  /** The same as long as no source and no project file was saved; what is done to translations does not count. */
  readonly stamp: string
}

/**
 * Looks at the sources of a project as they are now. Where it cannot be worked with, what was watched `before` counts on, so that it is seen
 * when it is mended.
 */
export async function lookAtSources(
  working: string,
  places: readonly string[],
  targets: readonly string[],
  before?: Watched,
): Promise<Watched> {
  const from = path.resolve(working, places[0] ?? '.')
  const above = await projectFoldersAbove(from, await repositoryOf(working))
  const projects = above.length === 0 ? (before?.projects ?? []) : above.map(folder => path.join(folder, PROJECT_FILE))
  const found = await sourcesOf(working, places, targets)
  const { sources, folders } = found ?? before ?? { sources: [], folders: [] }
  const stamps = await Promise.all([...projects, ...sources].map(stampOf))
  return {
    folders: [...new Set([...folders, ...projects.map(file => path.dirname(file))])],
    sources,
    projects,
    stamp: [found === undefined ? 'refused' : 'opened', ...stamps].join('\n'),
  }
}

async function sourcesOf(
  ...given: Parameters<typeof openSyncProject>
): Promise<Pick<Watched, 'sources' | 'folders'> | undefined> {
  try {
    const { folder, folders, pairs } = await openSyncProject(...given)
    return {
      folders: folders.map(name => path.join(folder, name)),
      sources: pairs.map(({ source }) => path.join(folder, source)),
    }
  } catch (error) {
    // The turn that follows says why.
    if (error instanceof SyncRefused) return undefined
    throw error
  }
}

/** Which file it is, its size and when it was written: editors that save by renaming make another file of the same name. */
async function stampOf(file: string): Promise<string> {
  const found = await statOf(file)
  return `${file} ${found === undefined ? 'gone' : `${found.ino} ${found.size} ${found.mtimeNs}`}`
}

async function statOf(file: string): Promise<BigIntStats | undefined> {
  return await stat(file, { bigint: true }).catch(() => undefined)
}

const NO_MORE_WATCHED = 'this system watches no more folders (Linux: fs.inotify.max_user_watches)'

/** Tells of everything that happens in some folders, not in those below them. */
export interface FolderWatch {
  /** Watches these folders, and no others any more. `failures`: a sentence for each that cannot be watched, once. */
  keepTo(folders: readonly string[]): Promise<{ readonly added: number; readonly failures: readonly string[] }>
  close(): void
}

/** @param touched called for each thing that happens, in a burst many times */
export function createFolderWatch(touched: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>()
  const failed = new Set<string>()
  const end = (name: string) => {
    watchers.get(name)?.close()
    watchers.delete(name)
  }
  return {
    async keepTo(folders) {
      const wanted = new Map<string, string>()
      for (const folder of folders) {
        const found = await statOf(folder)
        // A folder that was removed and made again is another one under its old name.
        if (found !== undefined) wanted.set(`${folder}\0${found.ino}`, folder)
      }
      for (const name of watchers.keys()) if (!wanted.has(name)) end(name)
      const failures: string[] = []
      let added = 0
      for (const [name, folder] of wanted) {
        if (watchers.has(name)) continue
        try {
          const watcher = watch(folder, touched)
          watcher.on('error', () => {
            end(name)
            touched()
          })
          watchers.set(name, watcher)
          added += 1
        } catch (error) {
          const reason = /^(?:ENOSPC|EMFILE)$/.test(systemCodeOf(error) ?? '') ? NO_MORE_WATCHED : systemReason(error)
          if (reason === undefined) throw error
          if (!failed.has(name)) failures.push(`${folder} cannot be watched: ${reason}`)
          failed.add(name)
        }
      }
      return { added, failures }
    },
    close() {
      for (const name of watchers.keys()) end(name)
    },
  }
}
