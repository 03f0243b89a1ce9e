/** What git knows of earlier files. It is asked on this machine alone: nothing is fetched, and no program of a repository's settings runs. */
import { execFile, spawn } from 'node:child_process'

/** Longer than git takes in any but the largest repositories. In milliseconds. */
const PATIENCE_MS = 4000
/** While all files of a project are read. In milliseconds. */
const READING_MS = 60_000
const MOST_BYTES = 64_000_000
/** More than this a command line does not take on every system. In characters. */
const LONGEST_LINE = 24_000

/** In front of each order: no settings that run a program for what is asked here. */
const SETTINGS = ['core.fsmonitor=false', 'log.showSignature=false', 'core.quotePath=false', 'diff.external=']
const FIRST = ['--no-pager', '--no-optional-locks', ...SETTINGS.flatMap(setting => ['-c', setting])]

/** What git finds itself and its settings by, on all systems. It gets nothing else: no key of an engine, and nothing of a hook that this runs in. */
const NEEDED: ReadonlySet<string> = new Set([
  ...['PATH', 'PATHEXT', 'SYSTEMROOT', 'WINDIR', 'COMSPEC', 'TMPDIR', 'TEMP', 'TMP'],
  ...['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA'],
])

/** No question and no network, also where a clone left files with its server. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => NEEDED.has(name.toUpperCase()))
  const own = { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_PAGER: 'cat' }
  return { ...Object.fromEntries(kept), ...own, LC_ALL: 'C' }
}

/** What git answers; undefined where it is not installed, says no, or takes too long. */
export function gitSays(folder: string, args: readonly string[]): Promise<string | undefined> {
  const options = { cwd: folder, env: environment(), timeout: PATIENCE_MS, maxBuffer: MOST_BYTES, windowsHide: true }
  return new Promise(resolve => {
    execFile('git', [...FIRST, ...args], options, (error, stdout) => resolve(error === null ? stdout : undefined))
  })
}

/** What the branch of most work is called, the likeliest first: where its server says it, else by the usual names. */
const TRUNKS = ['origin/HEAD', 'origin/main', 'origin/master', 'heads/main', 'heads/master'].map(name =>
  name.startsWith('origin') ? `refs/remotes/${name}` : `refs/${name}`,
)

/** The commit in which the present branch left that of most work; undefined where there is none, as in a shallow clone. */
export async function forkedAt(folder: string): Promise<string | undefined> {
  const refs = (await gitSays(folder, ['for-each-ref', '--format=%(refname)', ...TRUNKS]))?.split('\n') ?? []
  const trunk = TRUNKS.find(name => refs.includes(name))
  const commit = trunk === undefined ? undefined : await gitSays(folder, ['merge-base', 'HEAD', trunk])
  return commit?.trim() || undefined
}

/**
 * The newest commit that touched each of these files, by their paths from the folder. Where history is long, some are missing: the search ends
 * with its time.
 */
export async function lastTouched(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const open = new Set(paths)
  const found = new Map<string, string>()
  const named = paths.join(' ').length > LONGEST_LINE ? ['.'] : paths.map(path => `:(literal)${path}`)
  const args = [...FIRST, 'log', '--relative', '--name-only', '--no-ext-diff', '--format=%x00%H', '--', ...named]
  const options = { cwd: folder, env: environment(), timeout: PATIENCE_MS, windowsHide: true }
  const git = spawn('git', args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] })
  git.on('error', () => undefined)
  let [rest, commit] = ['', '']
  for await (const chunk of git.stdout.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('\0')) commit = line.slice(1)
      else if (open.delete(line)) found.set(line, commit)
    }
    if (open.size === 0) break
  }
  git.kill()
  return found
}

/** Reads files as they were. */
export interface PastFiles {
  /** The bytes that a file had in a commit, by its path from the folder; undefined where it had none. */
  read(commit: string, path: string): Promise<Uint8Array | undefined>
  close(): void
}

/** Opens the past of the repository that a folder lies in: one process for all files, ended by `close` or when its time is over. */
export function openPast(folder: string): PastFiles {
  const options = { cwd: folder, env: environment(), timeout: READING_MS, windowsHide: true }
  const git = spawn('git', [...FIRST, 'cat-file', '--batch'], { ...options, stdio: ['pipe', 'pipe', 'ignore'] })
  for (const part of [git, git.stdin, git.stdout]) part.on('error', () => undefined)
  const answers = git.stdout[Symbol.asyncIterator]()
  let rest = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const next = await answers.next().catch(() => ({ done: true, value: undefined }))
    if (next.done === true || next.value === undefined) return false
    rest = Buffer.concat([rest, next.value])
    return true
  }
  const taken = async (length: number): Promise<Buffer | undefined> => {
    while (rest.length < length) if (!(await more())) return undefined
    const bytes = rest.subarray(0, length)
    rest = rest.subarray(length)
    return bytes
  }
  const line = async (): Promise<string | undefined> => {
    for (;;) {
      const end = rest.indexOf('\n')
      if (end >= 0) return (await taken(end + 1))?.toString('utf8', 0, end)
      if (!(await more())) return undefined
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  const read = async (commit: string, path: string): Promise<Uint8Array | undefined> => {
    if (/[\r\n]/.test(path)) return undefined
    // One short name is on its way at a time, so the pipe never fills.
    git.stdin.write(`${commit}:./${path}\n`)
    const [, kind, size] = (await line())?.split(' ') ?? []
    if (size === undefined || !/^\d+$/.test(size)) return undefined
    if (Number(size) > MOST_BYTES) git.kill()
    const bytes = await taken(Number(size) + 1)
    return kind === 'blob' ? bytes?.subarray(0, -1) : undefined
  }
  return {
    read: (commit, path) => {
      const answer = last.then(() => read(commit, path))
      last = answer.catch(() => undefined)
      return answer
    },
    close: () => void git.kill(),
  }
}
