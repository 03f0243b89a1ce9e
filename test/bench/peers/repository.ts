/** A repository with one source and its translation, and a program run in it. */
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { memoryOf } from '../../support/memory.ts'
import type { Tool, ToolCommand } from './tools.ts'
import { englishText } from './words.ts'

type Texts = Record<string, string>

export interface Ran {
  readonly ms: number
  /** Null where it was killed. */
  readonly code: number | null
  /** The most memory that its process had, in bytes. */
  readonly peak: number
  readonly output: string
}

export class Repository {
  readonly folder: string
  readonly home: string

  constructor(place: string, tool: Tool, endpoint: string, count: number) {
    this.folder = path.join(place, 'repository')
    this.home = path.join(place, 'home')
    rmSync(place, { recursive: true, force: true })
    for (const name of ['locales', '.git']) mkdirSync(path.join(this.folder, name), { recursive: true })
    mkdirSync(this.home, { recursive: true })
    const texts = Array.from({ length: count }, (_, at) => [`key${at}`, englishText(at)] as const)
    this.write('en', Object.fromEntries(texts))
    for (const [name, text] of Object.entries(tool.files(endpoint))) writeFileSync(path.join(this.folder, name), text)
  }

  read(language: string): Texts {
    return JSON.parse(this.text(language) || '{}')
  }

  text(language: string): string {
    try {
      return readFileSync(this.#file(language), 'utf8')
    } catch {
      return ''
    }
  }

  write(language: string, texts: Texts): void {
    writeFileSync(this.#file(language), `${JSON.stringify(texts, null, 2)}\n`)
  }

  change(language: string, change: (texts: Texts) => Texts): void {
    this.write(language, change(this.read(language)))
  }

  /** Bytes of files that were written since a moment (milliseconds since 1970). */
  writtenSince(moment: number): number {
    return filesIn(this.folder).reduce((sum, file) => {
      const { mtimeMs, size } = statSync(file)
      return mtimeMs > moment ? sum + size : sum
    }, 0)
  }

  /** Runs a program of Node here. `started` gets what kills it. */
  async run({ args, env }: ToolCommand, started: (kill: () => void) => void = () => undefined): Promise<Ran> {
    const start = performance.now()
    const child = spawn(process.execPath, [...args], {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? '', HOME: this.home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started(() => child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    let peak = 0
    const look = setInterval(() => {
      try {
        peak = memoryOf(child.pid ?? 0).peak || peak
      } catch {
        // It has ended.
      }
    }, 5)
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    clearInterval(look)
    return { ms: performance.now() - start, code, peak, output }
  }

  #file(language: string): string {
    return path.join(this.folder, 'locales', `${language}.json`)
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const file = path.join(folder, entry.name)
    return entry.isDirectory() ? filesIn(file) : [file]
  })
}

/** How many lines of a text are not lines of another. */
export function linesChanged(before: string, after: string): number {
  const known = new Set(before.split('\n'))
  return after.split('\n').filter(line => !known.has(line)).length
}
