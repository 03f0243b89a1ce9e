import { shownLine as visible } from '../../contract/hidden.ts'
import { LOCK_FILE } from '../lock/index.ts'
import type { ProjectPlan } from '../plan.ts'
import { keyMatcher } from '../project/key-rules.ts'
import { PROJECT_FILE } from '../project/project-file.ts'
import type { OpenedProject } from './open.ts'
import { SyncRefused } from './refused.ts'

/**
 * Checks that each translation has a file of its own.
 *
 * @throws {SyncRefused} two sources have one translation, or one would be written over something else
 */
export function refuseConflict({ pairing }: Pick<OpenedProject, 'pairing'>): void {
  const [conflict] = pairing.conflicts
  if (conflict !== undefined) throw new SyncRefused(`Nothing was done: ${conflict.words}`)
}

/**
 * Checks that keys were named that are there.
 *
 * @throws {SyncRefused} a name that no text of the project has
 */
export function refuseUnknownKeys(
  { pairs, problems }: ProjectPlan,
  { keys, accept }: { readonly keys: readonly string[]; readonly accept: readonly string[] },
): void {
  // They may be in a file that cannot be read.
  if (problems.length > 0) return
  const known = new Set(pairs.flatMap(({ states, texts }) => [...states, ...texts.values()].map(({ key }) => key)))
  for (const [flag, globs] of Object.entries({ keys, accept })) {
    const unknown = globs.find(glob => ![...known].some(keyMatcher([glob])))
    if (unknown !== undefined) throw new SyncRefused(`--${flag} ${visible(unknown, 100)}: no text here has such a key.`)
  }
}

/** So many folders that cannot be read are named. */
const MOST_CLOSED = 10

/**
 * What a person has to know of her project before anything else.
 *
 * @throws {SyncRefused} no source file is found at all: a wrong glob is no project in step
 */
export function projectWarnings({
  pairing,
  lock,
  unreadable,
}: Pick<OpenedProject, 'pairing' | 'lock' | 'unreadable'>): readonly string[] {
  const closed = unreadable.map(folder => `${folder === '' ? 'the folder' : `${visible(folder, 200)}/`} cannot be read`)
  const unmatched = pairing.unmatched.map(glob => visible(glob, 200))
  if (pairing.pairs.length === 0) {
    const globs = unmatched.length === 0 ? '"include" is empty' : `nothing matches ${unmatched.join(', ')}`
    const why = [globs, ...closed.slice(0, MOST_CLOSED)].join('; ')
    throw new SyncRefused(`No source file was found: ${why} (${PROJECT_FILE}).`)
  }
  const lines = lock.unreadable.map(({ number }) => number)
  return [
    ...unmatched.map(glob => `${PROJECT_FILE}: nothing matches ${glob}`),
    ...closed.slice(0, MOST_CLOSED).map(words => `${words}: what lies there is not looked at`),
    ...(closed.length > MOST_CLOSED ? [`and ${closed.length - MOST_CLOSED} more folders cannot be read`] : []),
    ...(lines.length === 0
      ? []
      : [
          `${LOCK_FILE}: what lines ${lines.slice(0, 10).join(', ')} say cannot be read; the next sync leaves them out`,
        ]),
  ]
}
