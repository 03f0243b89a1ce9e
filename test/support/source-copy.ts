import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { onTestFinished } from 'vitest'
import { buildFolder, ROOT } from './tree.ts'

/** A copy of the source that a test may add something to. It is removed after the test. */
export interface SourceCopy {
  /** Puts a file into the copy, by its path below `src`. */
  write(name: string, text: string): void
  /** Changes a file of the copy, which must make a difference. */
  change(name: string, to: (text: string) => string): void
  /** The files that are not as they are in the source, by their paths below `src`. */
  changed(): string[]
  /** Builds the program from the copy. Answers with the file to start. */
  build(): Promise<string>
}

export function copySource(): SourceCopy {
  const folder = buildFolder('source-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  const placeOf = (name: string) => join(folder, 'src', name)
  const write = (name: string, text: string) => {
    mkdirSync(join(placeOf(name), '..'), { recursive: true })
    writeFileSync(placeOf(name), text)
  }
  return {
    write,
    change(name, to) {
      const [before, after] = [readFileSync(placeOf(name), 'utf8'), to(readFileSync(placeOf(name), 'utf8'))]
      if (before === after) throw new Error(`Nothing was changed in ${name}.`)
      write(name, after)
    },
    changed() {
      const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
      const isChanged = (name: string) => {
        const own = join(ROOT, 'src', name)
        if (!statSync(placeOf(name)).isFile()) return false
        return (
          statSync(own, { throwIfNoEntry: false }) === undefined ||
          !readFileSync(placeOf(name)).equals(readFileSync(own))
        )
      }
      return files.filter(isChanged).sort()
    },
    build: () => buildSource(folder),
  }
}

/** Builds the program from the `src` of a folder below node_modules, with the packages of this one. Answers with the file to start. */
export async function buildSource(folder: string): Promise<string> {
  const dir = join(folder, 'dist')
  const placeOf = (name: string) => join(folder, 'src', name)
  const shared = { platform: 'node', external: (id: string) => /^[^./\0]/.test(id), logLevel: 'silent' } as const
  await build({
    ...shared,
    input: { main: placeOf('cli/main.ts') },
    output: { dir, entryFileNames: '[name].js' },
  })
  await build({ ...shared, input: { thread: placeOf('service/worker/thread.ts') }, output: { dir } })
  writeFileSync(join(dir, 'package.json'), '{"type": "module"}')
  return join(dir, 'main.js')
}
