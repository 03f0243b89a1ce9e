import path from 'node:path'

/** Where the choice of allowed folders comes from. */
export interface FolderOptions {
  /** Folders the operator named (--allow, TRANSLATION_ALLOW). */
  readonly named: readonly string[]
  /** The project folder a host announces (CLAUDE_PROJECT_DIR). */
  readonly project: string | undefined
  readonly working: string
  readonly home: string
  /** Folders that are never opened, even if they are named: this program keeps its keys there. */
  readonly closed?: readonly string[]
}

/**
 * The folders whose files may be read and written, before links are resolved: the named folders; without these, the project
 * folder, else the working folder, else Documents, Downloads and Desktop. The home folder itself, system folders and roots do not
 * count as a project or working folder: some hosts start programs there.
 */
export function chooseFolders({ named, project, working, home }: FolderOptions): string[] {
  if (named.length > 0) return named.map(folder => path.resolve(working, folder))
  if (project && path.isAbsolute(project) && !isNobodysProject(project, home)) return [path.resolve(project)]
  if (!isNobodysProject(working, home)) return [path.resolve(working)]
  return ['Documents', 'Downloads', 'Desktop'].map(name => path.join(home, name))
}

const SYSTEM = [
  '/bin',
  '/sbin',
  '/etc',
  '/lib',
  '/lib64',
  '/usr',
  '/boot',
  '/dev',
  '/proc',
  '/sys',
  '/run',
  '/System',
  '/Applications',
  '/Library',
  'C:\\Windows',
  'C:\\Program Files',
  'C:\\Program Files (x86)',
]
const BARE = ['/', '/home', '/Users', '/var', '/opt', '/mnt', '/tmp', 'C:\\', 'C:\\Users']

function isNobodysProject(folder: string, home: string): boolean {
  const here = path.resolve(folder)
  return here === path.resolve(home) || BARE.includes(here) || SYSTEM.some(system => isInside(here, system))
}

/** True when `file` is `folder` or lies below it; both absolute and with links resolved. */
export function isInside(file: string, folder: string): boolean {
  const between = path.relative(folder, file)
  return between === '' || (between !== '..' && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between))
}

/** True when the name of a folder between `folder` and `file` begins with a dot: such folders hold settings and secrets. */
export function passesHiddenFolder(file: string, folder: string): boolean {
  const names = path.relative(folder, path.dirname(file)).split(path.sep)
  return names.some(name => name.startsWith('.') && name !== '.' && name !== '..')
}

/** True for a file such as `.env`, which holds settings and secrets. False if the operator named the file itself as allowed. */
export function isHiddenFile(file: string, folders: readonly string[]): boolean {
  return path.basename(file).startsWith('.') && !folders.includes(file)
}

/** Folders of an assistant's sandbox, which a server on the person's machine cannot see. */
const SANDBOXES = [/^\/mnt\/user-data\//, /^\/mnt\/data\//, /^sandbox:/, /^\/mnt\/skills\//]

/** True for a path that only exists inside the sandbox of an assistant. */
export function isSandboxPath(given: string): boolean {
  return SANDBOXES.some(pattern => pattern.test(given))
}
