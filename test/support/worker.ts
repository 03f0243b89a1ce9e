/**
 * Before a run, the program of the worker thread is bundled once, as the build does it: a thread cannot start from TypeScript on
 * every Node we support. `startWorld` hands the file to the service.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildFolder, ROOT } from './tree.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the bundled worker program. */
    workerEntry: string
  }
}

export default async function bundleWorker(project: TestProject): Promise<() => void> {
  const folder = buildFolder('worker-')
  execFileSync(process.execPath, [join(ROOT, '.ci/bundle-thread.mjs'), folder])
  project.provide('cluster', '')
  project.provide('workerEntry', pathToFileURL(join(folder, 'thread.js')).href)
  return () => rmSync(folder, { recursive: true, force: true })
}
