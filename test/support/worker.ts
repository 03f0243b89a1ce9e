/**
 * Before a run, the program of the worker thread is bundled once, as the build does it: a thread cannot start from TypeScript on
 * every Node we support. `startWorld` hands the file to the service.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the bundled worker program. */
    workerEntry: string
  }
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export default async function bundleWorker(project: TestProject): Promise<() => void> {
  // Below node_modules, so that the bundle finds the packages that it leaves outside.
  const cache = join(ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'worker-'))
  execFileSync(process.execPath, [join(ROOT, '.ci/bundle-thread.mjs'), folder])
  project.provide('workerEntry', pathToFileURL(join(folder, 'thread.js')).href)
  return () => rmSync(folder, { recursive: true, force: true })
}
