import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that goes with the test. */
export async function emptyFolder(): Promise<{ path: string; at(name: string): string; names(): Promise<string[]> }> {
  const path = await mkdtemp(join(tmpdir(), 'translation-client-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return { path, at: name => join(path, name), names: async () => (await readdir(path)).sort() }
}
