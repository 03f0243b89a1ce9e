import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { afterFile } from './after-file.ts'
import { ROOT } from './tree.ts'

/** The built program, as `npm run build` leaves it. */
export const PROGRAM = join(ROOT, 'dist', 'main.js')
/** How the program tells a person to type it, from a clone. */
export const TYPED = `node ${PROGRAM}`

/** A place of its own for a process: an empty home, temporary folder and working folder. Removed after the test, or the file. */
export interface Place {
  readonly home: string
  readonly temporary: string
  readonly work: string
  /** Every file and folder of the home and the temporary folder. */
  written(): string[]
}

export function makePlace(): Place {
  const root = mkdtempSync(join(tmpdir(), 'program-'))
  inTheEnd(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))
  const [home, temporary, work] = [join(root, 'home'), join(root, 'tmp'), join(root, 'work')]
  for (const folder of [home, temporary, work]) mkdirSync(folder)
  const below = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' })
  // Node's own cache of compiled code is no data of ours.
  const written = () => [...below(home), ...below(temporary)].filter(name => !name.startsWith('node-compile-cache'))
  return { home, temporary, work, written }
}

/** Where a system keeps the data of programs, below the home. */
const DATA: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['Library', 'Application Support', 'translation-mcp'],
  win32: ['AppData', 'Local', 'translation-mcp', 'Data'],
}

/** The data folder of a place, where none is named. */
export function dataDirIn({ home }: Pick<Place, 'home'>): string {
  return join(home, ...(DATA[process.platform] ?? ['.local', 'share', 'translation-mcp']))
}

/**
 * The variables by which a process finds its programs and a place. Windows has other names for them, and starts nothing without
 * SystemRoot.
 */
export function environmentOf({ home, temporary }: Pick<Place, 'home' | 'temporary'>): Record<string, string> {
  const { PATH = '', SystemRoot } = process.env
  const windows = SystemRoot === undefined ? {} : { SystemRoot, USERPROFILE: home, TEMP: temporary, TMP: temporary }
  return { PATH, HOME: home, TMPDIR: temporary, ...windows }
}

/** Cleans up when the test is over; what a hook, or the file itself, started lives as long as the file. */
export function inTheEnd(clean: () => void): void {
  try {
    onTestFinished(clean)
  } catch {
    afterFile(clean)
  }
}

/** What a process is started with beside PATH, HOME and TMPDIR; nothing else of this environment reaches it. */
export interface Start {
  readonly place: Place
  /** Another build of the program than that of `npm run build`. */
  readonly program?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A process of the program that is still running. */
export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly ended: Promise<Ended>
  /** Settles when stderr, or stdout, holds the text; fails where the program ends without it. */
  heard(text: string, from?: 'stdout' | 'stderr'): Promise<void>
  /** What has come so far. */
  said(from: 'stdout' | 'stderr'): string
}

/** A test that waits longer for a word would end by its own limit, and tell nothing. */
const LONGEST_MS = 120_000

export function startProgram(args: readonly string[], { place, program = PROGRAM, env = {} }: Start): Running {
  if (!existsSync(program)) throw new Error('The program is not built: npm run build.')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: place.work,
    env: { ...environmentOf(place), ...env },
  })
  const said = { stdout: '', stderr: '' }
  const waiting: (() => void)[] = []
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text
      for (const look of waiting) look()
    })
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code => resolve({ code, ...said }))
  })
  inTheEnd(() => void child.kill('SIGKILL'))
  const heard = (text: string, from: 'stdout' | 'stderr' = 'stderr') =>
    new Promise<void>((resolve, reject) => {
      const look = () => void (said[from].includes(text) && resolve())
      const fail = (why: string) =>
        reject(new Error(`${why} ${JSON.stringify(text)} on ${from}: ${JSON.stringify(said)}`))
      waiting.push(look)
      look()
      ended.then(() => fail('the program ended without'), reject)
      setTimeout(fail, LONGEST_MS, 'the program has not said in time').unref()
    })
  return { child, ended, heard, said: from => said[from] }
}

/** Runs the program to its end; its stdin is empty and no terminal. */
export function runProgram(args: readonly string[], start: Start): Promise<Ended> {
  const { child, ended } = startProgram(args, start)
  child.stdin.end()
  return ended
}
