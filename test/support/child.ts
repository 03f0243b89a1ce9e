import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { afterAll } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const folders: string[] = []

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Bundles a program of this repository (its path from the root), so that every Node we support can run it as a process. */
export async function bundle(entry: string): Promise<string> {
  // Below node_modules, so that the bundle finds the packages that it leaves outside.
  const cache = join(ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'child-'))
  folders.push(folder)
  const file = join(folder, `${basename(entry, '.ts')}.mjs`)
  const output = { file, format: 'esm', codeSplitting: false } as const
  await build({ input: join(ROOT, entry), platform: 'node', external: id => !/^[./]/.test(id), output })
  return file
}

/** Runs a bundled program to its end and gives what it wrote to standard output. */
export async function runChild(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  return stdout
}
