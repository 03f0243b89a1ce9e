import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** A new folder below node_modules, so that what is built there finds the packages that it leaves outside. Whoever asks removes it. */
export function buildFolder(prefix: string): string {
  const cache = path.join(ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  return mkdtempSync(path.join(cache, prefix))
}

/** One file of the project. */
export interface TreeFile {
  /** Path below the project, with forward slashes. */
  readonly name: string
  readonly text: string
  readonly lines: number
}

/** Every TypeScript file below a folder of the project, sorted by name. */
export function sources(folder: 'src' | 'test'): TreeFile[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map(name => path.posix.join(folder, name.replaceAll('\\', '/')))
    .filter(name => name.endsWith('.ts'))
    .sort()
    .map(name => {
      const text = readFileSync(path.join(ROOT, name), 'utf8')
      return { name, text, lines: text.split('\n').length - 1 }
    })
}
