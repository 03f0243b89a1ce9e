import type { FilesBefore, PairBefore } from '../outdated.ts'
import { forkedAt, lastTouched, openPast, type PastFiles } from './git.ts'
import type { OpenedProject } from './open.ts'

/** What is known of earlier files, while it is needed. */
interface Past {
  readonly files: PastFiles
  readonly forked: string | undefined
  readonly touched: ReadonlyMap<string, string>
}

/**
 * Works with what git knows of earlier files: how a source and its translation were when the translation was last touched, and when the present
 * branch was begun. A translation cannot be newer than the last commit that touched it; and where a branch changed a source alone, it left the
 * translation behind, whatever else it did to that file. Git starts when the first translation asks that the lock does not know.
 */
export async function withPast<T>(
  { folder, pairs }: Pick<OpenedProject, 'folder' | 'pairs'>,
  work: (before: FilesBefore) => Promise<T>,
): Promise<T> {
  let past: Promise<Past> | undefined
  const opened = async (): Promise<Past> => {
    const targets = pairs.flatMap(pair => pair.targets.map(({ path }) => path))
    const [forked, touched] = await Promise.all([forkedAt(folder), lastTouched(folder, targets)])
    return { files: openPast(folder), forked, touched }
  }
  try {
    return await work(async ({ source_path, path }) => {
      past ??= opened()
      const { files, forked, touched } = await past
      const commits = new Set([forked, touched.get(path)])
      const moments: PairBefore[] = []
      for (const commit of commits) {
        if (commit === undefined) continue
        const source = await files.read(commit, source_path)
        const target = await files.read(commit, path)
        if (source !== undefined && target !== undefined) moments.push({ source, target })
      }
      return moments
    })
  } finally {
    const { files } = (await past?.catch(() => undefined)) ?? {}
    files?.close()
  }
}
