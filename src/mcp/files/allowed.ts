import path from 'node:path'
import { namesDevice } from '../../contract/file-names.ts'

/** The rules of a system's paths: those of this machine, `path.posix` or `path.win32`. */
export type PathRules = typeof path.posix

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
export function chooseFolders({ named, project, working, home }: FolderOptions, rules: PathRules = path): string[] {
  if (named.length > 0) return named.map(folder => rules.resolve(working, folder))
  if (project && rules.isAbsolute(project) && !isNobodysProject(project, home, rules)) return [rules.resolve(project)]
  if (!isNobodysProject(working, home, rules)) return [rules.resolve(working)]
  return ['Documents', 'Downloads', 'Desktop'].map(name => rules.join(home, name))
}

/** Folders in which no project lies, at any depth. */
const SYSTEM = {
  posix: [
    ...['/bin', '/sbin', '/etc', '/lib', '/lib64', '/usr', '/boot', '/dev', '/proc', '/sys', '/run'],
    ...['/System', '/Applications', '/Library'],
  ],
  win32: ['\\Windows', '\\Program Files', '\\Program Files (x86)', '\\ProgramData'],
} as const
/** Folders that are no project themselves. Roots are none either. */
const BARE = { posix: ['/home', '/Users', '/var', '/opt', '/mnt', '/tmp'], win32: ['\\Users'] } as const

function isNobodysProject(folder: string, home: string, rules: PathRules): boolean {
  const here = rules.resolve(folder)
  const { root } = rules.parse(here)
  const on = (names: readonly string[]) => names.map(name => rules.join(root, name))
  const system = rules.sep === '\\' ? 'win32' : 'posix'
  const bare = [root, home, ...on(BARE[system])]
  return (
    bare.some(one => rules.relative(one, here) === '') || on(SYSTEM[system]).some(one => isInside(here, one, rules))
  )
}

/** True when `file` is `folder` or lies below it; both absolute and with links resolved. Windows knows no letter case. */
export function isInside(file: string, folder: string, rules: PathRules = path): boolean {
  const between = rules.relative(folder, file)
  return between === '' || (between !== '..' && !between.startsWith(`..${rules.sep}`) && !rules.isAbsolute(between))
}

/** True when the name of a folder between `folder` and `file` begins with a dot: such folders hold settings and secrets. */
export function passesHiddenFolder(file: string, folder: string, rules: PathRules = path): boolean {
  const names = rules.relative(folder, rules.dirname(file)).split(rules.sep)
  return names.some(name => name.startsWith('.') && name !== '.' && name !== '..')
}

/** True for a file such as `.env`, which holds settings and secrets. False if the operator named the file itself as allowed. */
export function isHiddenFile(file: string, folders: readonly string[], rules: PathRules = path): boolean {
  return rules.basename(file).startsWith('.') && !folders.some(folder => rules.relative(folder, file) === '')
}

/**
 * True for a path that must not even be looked at, since looking has an effect: on Windows, a share of another machine is sent the
 * person's credentials, and `\\.\` and `\\?\` name devices. A share that is an allowed folder is looked at.
 */
export function isFarPath(file: string, folders: readonly string[], rules: PathRules = path): boolean {
  if (rules.sep !== '\\') return false
  return /^[\\/]{2}/.test(file) && !folders.some(folder => isInside(rules.resolve(file), folder, rules))
}

/** True for a path with a colon behind its drive: on Windows that is a hidden stream of a file. */
export function isStream(file: string, rules: PathRules = path): boolean {
  return rules.sep === '\\' && file.slice(rules.parse(file).root.length).includes(':')
}

/** True for a path with the name of a device in it: on Windows even a look at `aux` or `com1.txt` opens the device. */
export function isDevice(file: string, rules: PathRules = path): boolean {
  return rules.sep === '\\' && file.split(/[\\/]/).some(namesDevice)
}

/** Folders of an assistant's sandbox, which a server on the person's machine cannot see. */
const SANDBOXES = [/^\/mnt\/user-data\//, /^\/mnt\/data\//, /^sandbox:/, /^\/mnt\/skills\//]

/** True for a path that only exists inside the sandbox of an assistant. */
export function isSandboxPath(given: string): boolean {
  return SANDBOXES.some(pattern => pattern.test(given))
}
