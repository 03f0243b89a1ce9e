import { normalize } from 'node:path/posix'
import { importedBy } from './imports.ts'
import { sources } from './tree.ts'

/** What opens a database, of the source. */
const STORE = /^src\/service\/(?:store\/|admin\/|service\.ts|data-folder\.ts|seed\.ts)/

/** The slow suites that run on PostgreSQL too: races, several processes, processes that are killed. */
const SLOW: readonly string[] = [
  'test/attacks/races.slow.test.ts',
  'test/service/kill.slow.test.ts',
  'test/service/kill-engine.slow.test.ts',
  'test/service/processes.slow.test.ts',
  'test/service/racing.slow.test.ts',
  'test/service/segments/kill.slow.test.ts',
]

/** The quick suites that are run a second time with every transaction repeated: between them they write all that is written. */
export const REPEATED: readonly string[] = [
  'test/service/admin.test.ts',
  'test/service/approval.test.ts',
  'test/service/consent/questions.test.ts',
  'test/service/credits.test.ts',
  'test/service/glossaries.test.ts',
  'test/service/idempotency.test.ts',
  'test/service/memory.test.ts',
  'test/service/metering.test.ts',
  'test/service/oauth/connections.test.ts',
  'test/service/oauth/invitation.test.ts',
  'test/service/oauth/lockout.test.ts',
  'test/service/oauth/signing-keys.test.ts',
  'test/service/retention.test.ts',
  'test/service/segments/answers.test.ts',
  'test/service/segments/rounds.test.ts',
  'test/service/store/outcomes.test.ts',
  'test/service/store/repeated.postgres.test.ts',
  'test/service/uploads.test.ts',
]

/** The suites that touch the store and yet are not run on PostgreSQL, each with the reason. */
export const ON_SQLITE_ONLY: Readonly<Record<string, string>> = {
  'test/cli/backup.test.ts': 'copies a database file; a server is backed up by its own tools',
  'test/service/data-folder.test.ts': 'opens the database file beside the program',
  'test/service/folders/earlier-folders.test.ts': 'opens data folders of earlier builds, whose state is a file',
  'test/service/slices.test.ts':
    'counts the rows that are changed between two turns of the thread, which a server does not share',
  'test/service/store/database.test.ts': 'is about the locks of the file',
  'test/service/upgrade.test.ts': 'opens a database file of the first schema',
}

/** The quick suites that touch the store, by what they import, and the slow ones of the list. */
export function storeSuites(): { readonly quick: string[]; readonly slow: string[] } {
  const imports = new Map(sources('test').map(file => [file.name, importedBy(file).map(normalize)]))
  const touches = (name: string, seen: Set<string>): boolean =>
    STORE.test(name) || (!seen.has(name) && (imports.get(name) ?? []).some(target => touches(target, seen.add(name))))
  const suites = [...imports.keys()].filter(name => name.endsWith('.test.ts') && touches(name, new Set()))
  const runs = suites.filter(name => !(name in ON_SQLITE_ONLY))
  return {
    quick: runs.filter(name => !/\.(?:slow|process|soak|postgres)\.test\.ts$/.test(name)),
    slow: runs.filter(name => SLOW.includes(name)),
  }
}
