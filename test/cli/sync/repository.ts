/** A repository of git with locale files, and the built program in it. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dataDirIn, type Ended, makePlace, type Place, runProgram, startProgram } from '../../support/program.ts'
import type { Layout } from './layouts.ts'

export const LOCK = 'translation-mcp.lock'
const SPEND = ['--engine', 'pseudo', '--yes', '--max-credits', '1000000']

/** A translation, as `sync --json` tells of it. */
export interface SyncedFile {
  readonly path: string
  readonly language: string
  readonly states: Readonly<Record<string, number>>
  readonly to_translate: number
  readonly words: number
  readonly written: number
  readonly open: readonly string[]
  readonly error: string | null
}

export interface Synced extends Ended {
  readonly files: readonly SyncedFile[]
  readonly problems: readonly { readonly path: string; readonly words: string }[]
  readonly credits: number
}

export interface Repository {
  readonly place: Place
  readonly folder: string
  put(file: string, text: string): void
  text(file: string): string
  git(...args: string[]): string
  /** Runs sync, with no question, and reads what it says. */
  sync(...args: string[]): Promise<Synced>
  run(...args: string[]): Promise<Ended>
  /** Runs the program with these settings of the environment. */
  runWith(env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ended>
  start(...args: string[]): ReturnType<typeof startProgram>
  /** All files of the working folder with their bytes, times and numbers; those of git left out. */
  stamps(): Readonly<Record<string, string>>
  /** The folder that a service would have made. */
  readonly dataFolder: string
}

/**
 * @param project what its project file has; undefined where there is none yet
 * @param home where another repository of the same person has its data
 */
export function makeRepository(project: object | undefined, home?: string): Repository {
  const place = makePlace()
  const repository = repositoryIn(home === undefined ? place : { ...place, home })
  repository.git('init', '-q', '-b', 'main')
  if (project !== undefined) repository.put('translation-mcp.json', JSON.stringify(project))
  return repository
}

/** The same working folder in a place of its own, as a colleague has it: no program ran there. */
export function copyOf({ folder }: Repository): Repository {
  const place = makePlace()
  cpSync(folder, place.work, { recursive: true, preserveTimestamps: true })
  rmSync(join(place.work, '.git', 'translation-mcp'), { recursive: true, force: true })
  return repositoryIn(place)
}

function repositoryIn(place: Place): Repository {
  const at = (file: string) => join(place.work, file)
  return {
    place,
    folder: place.work,
    dataFolder: dataDirIn(place),
    put(file, text) {
      mkdirSync(dirname(at(file)), { recursive: true })
      writeFileSync(at(file), text)
    },
    text: file => readFileSync(at(file), 'utf8'),
    git: (...args) => execFileSync('git', args, { cwd: place.work, env: gitEnvironment(place), encoding: 'utf8' }),
    async sync(...args) {
      const ended = await runProgram(['sync', ...args, ...SPEND, '--json'], { place })
      return { ...ended, ...readSynced(ended.stdout) }
    },
    run: (...args) => runProgram(args, { place }),
    runWith: (env, ...args) => runProgram(args, { place, env }),
    start: (...args) => startProgram(['sync', ...args, ...SPEND], { place }),
    stamps() {
      const names = readdirSync(place.work, { recursive: true, encoding: 'utf8' }).filter(
        name => !/^\.git\b/.test(name),
      )
      return Object.fromEntries(names.sort().map(name => [name, stampOf(at(name))]))
    },
  }
}

function readSynced(stdout: string): Pick<Synced, 'files' | 'problems' | 'credits'> {
  if (!stdout.startsWith('{')) return { files: [], problems: [], credits: 0 }
  const { files, problems, batches } = JSON.parse(stdout)
  const credits = batches.reduce((sum: number, batch: { credits: number | null }) => sum + (batch.credits ?? 0), 0)
  return { files, problems, credits }
}

/** Git with nothing of this machine's settings. */
function gitEnvironment({ home }: Place): Record<string, string> {
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@a', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@a' }
  return { PATH: process.env.PATH ?? '', HOME: home, GIT_CONFIG_NOSYSTEM: '1', ...who }
}

function stampOf(file: string): string {
  const stat = statSync(file, { bigint: true })
  return stat.isDirectory() ? 'folder' : `${stat.ino} ${stat.mtimeNs} ${readFileSync(file, 'base64')}`
}

/** A project of one layout, in German and French. */
export function projectOf({ include }: Pick<Layout, 'include'>, targets: readonly string[] = ['de', 'fr']): object {
  return { source: 'en', targets, files: { include: [include] } }
}

/** The lines in which two texts differ: those between what is the same at the beginning and what is the same at the end. */
export function differing(before: string, after: string): { readonly gone: string[]; readonly come: string[] } {
  const [old, now] = [before.split('\n'), after.split('\n')]
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start += 1
  let end = 0
  while (end < most - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  return { gone: old.slice(start, old.length - end), come: now.slice(start, now.length - end) }
}
