import { FilesAway } from '../files/away.ts'
import type { FilesPlace } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { DatabaseAway, isBusy } from '../store/dialects/faults.ts'
import { noteFact } from '../store/facts.ts'
import { codeOf, isFull } from '../trace.ts'

/** Says why the service cannot work now, in a few words without a secret or a path; undefined where it can. */
export type Readiness = () => Promise<string | undefined>

export interface ReadinessParts {
  readonly db: Database
  /** The place of the stored contents. */
  readonly files: Pick<FilesPlace, 'look'>
  readonly clock: () => number
}

/** How long the store may take to write, and how long an answer is used again, in milliseconds. */
const PATIENCE_MS = 2000
const HOLDS_MS = 1000

/**
 * The service is ready while its database and its files can be written: it really writes a row, and a file where they are in a folder. One look at a time, and at
 * most one each second: anybody may ask.
 */
export function createReadiness(parts: ReadinessParts): Readiness {
  let looking: Promise<string | undefined> | undefined
  let seen: { readonly answer: Promise<string | undefined>; readonly at: number } | undefined
  let waitsFor = SLOW
  const look = () => {
    // One that waits for the database goes on after our patience has ended; it is asked again instead of a second one beside it.
    looking ??= writes(parts, late => {
      waitsFor = late
    }).finally(() => {
      looking = undefined
    })
    return withPatience(looking, () => waitsFor)
  }
  return () => {
    // The clock may have been set back meanwhile.
    const age = Math.abs(parts.clock() - (seen?.at ?? 0))
    if (seen === undefined || age >= HOLDS_MS) seen = { answer: look(), at: parts.clock() }
    return seen.answer
  }
}

/** `late` is told what to say while what it does now goes on. */
async function writes(
  { db, files, clock }: ReadinessParts,
  late: (words: string) => void,
): Promise<string | undefined> {
  try {
    late(SLOW)
    await files.look()
    late(HELD)
    await noteFact(db, 'ready', 'yes', clock())
    return undefined
  } catch (error) {
    return reasonOf(error)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof FilesAway) return error.short
  if (isBusy(error)) return HELD
  if (isFull(error)) return 'the disk is full'
  if (error instanceof DatabaseAway) return error.takesNoChanges ? READ_ONLY : 'the database does not answer'
  return `the database or the files cannot be written (${codeOf(error) ?? 'unknown'})`
}

const READ_ONLY = 'the database takes no changes now'
const SLOW = 'the place of the files does not answer in time'
const HELD = 'another program holds the database'

function withPatience(looking: Promise<string | undefined>, words: () => string): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>(resolve => {
    timer = setTimeout(() => resolve(words()), PATIENCE_MS)
  })
  return Promise.race([looking, late]).finally(() => clearTimeout(timer))
}
