import { visible } from '../../mcp/render/data.ts'
import { LOCK_FILE } from '../../sync/lock/index.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'
import { UsageError } from '../usage.ts'
import type { OpenedProject } from './open.ts'

/**
 * Checks that each translation has a file of its own.
 *
 * @throws {UsageError} two sources have one translation, or one would be written over something else
 */
export function refuseConflict({ pairing }: Pick<OpenedProject, 'pairing'>): void {
  const [conflict] = pairing.conflicts
  if (conflict !== undefined) throw new UsageError(`Nothing was done: ${conflict.words}`)
}

/**
 * What a person has to know of her project before anything else.
 *
 * @throws {UsageError} no source file is found at all: a wrong glob is no project in step
 */
export function projectWarnings({ pairing, lock }: Pick<OpenedProject, 'pairing' | 'lock'>): readonly string[] {
  const unmatched = pairing.unmatched.map(glob => visible(glob, 200))
  if (pairing.pairs.length === 0) {
    const globs = unmatched.length === 0 ? '"include" is empty' : `nothing matches ${unmatched.join(', ')}`
    throw new UsageError(`No source file was found: ${globs} (${PROJECT_FILE}).`)
  }
  const lines = lock.unreadable.map(({ number }) => number)
  return [
    ...unmatched.map(glob => `${PROJECT_FILE}: nothing matches ${glob}`),
    ...(lines.length === 0
      ? []
      : [
          `${LOCK_FILE}: what lines ${lines.slice(0, 10).join(', ')} say cannot be read; the next sync leaves them out`,
        ]),
  ]
}
