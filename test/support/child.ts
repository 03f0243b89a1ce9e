import { execFile } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'rolldown'
import { inject } from 'vitest'
import { ROOT } from './tree.ts'

/**
 * Bundles a program of this repository (its path from the root), so that every Node we support can run it as a process. It lies
 * beside the service's worker, where it finds the packages that it leaves outside, and is removed with it.
 */
export async function bundle(entry: string): Promise<string> {
  const folder = mkdtempSync(join(fileURLToPath(new URL('.', inject('workerEntry'))), 'child-'))
  const file = join(folder, `${basename(entry, '.ts')}.mjs`)
  const output = { file, format: 'esm', codeSplitting: false } as const
  await build({
    input: join(ROOT, entry),
    platform: 'node',
    external: id => !/^[./]/.test(id),
    output,
    logLevel: 'warn',
  })
  return file
}

/** Runs a bundled program to its end and gives what it wrote to standard output. */
export async function runChild(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
  return stdout
}
