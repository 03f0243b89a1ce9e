import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inheritProject, type PlacedFile, type Project } from './inherit.ts'
import { ProjectError } from './project-error.ts'
import { PROJECT_FILE } from './project-file.ts'
import { readProjectFile } from './read-project-file.ts'
import { projectFoldersAbove } from './walk.ts'

/**
 * The project that a path belongs to, with what it inherits from those above it; undefined where no folder up to `root` has a project
 * file. Errors name project files from `root` on.
 *
 * @param from a file or a folder, there or not
 * @param root the folder that may be read
 * @throws {ProjectError} for a project file that cannot be worked with, its own or one above it
 */
export async function openProject(from: string, root: string): Promise<Project | undefined> {
  const [own, ...above] = await projectFilesAbove(from, root)
  return own && inheritProject([own, ...above])
}

/**
 * The project files from the one that is nearest above a path to the outermost.
 *
 * @throws {ProjectError} for one that cannot be worked with
 */
export async function projectFilesAbove(from: string, root: string): Promise<readonly PlacedFile[]> {
  const folders = await projectFoldersAbove(from, root)
  return await Promise.all(folders.map(folder => placed(folder, root)))
}

async function placed(folder: string, root: string): Promise<PlacedFile> {
  const place = path.relative(path.resolve(root), folder).replaceAll(path.sep, '/')
  const name = path.posix.join(place, PROJECT_FILE)
  return { folder: place, file: readProjectFile(await textOf(path.join(folder, PROJECT_FILE), name), name) }
}

async function textOf(file: string, name: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new ProjectError('unreadable', 'The file cannot be read.', { file: name })
  }
}
