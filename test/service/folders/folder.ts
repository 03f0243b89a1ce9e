/** Data folders made by earlier builds, kept as they were: each a zip of the folder and of what a test must know of it. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { unzipSync, type Zippable, zipSync } from 'fflate'
import * as z from 'zod'
import { ROOT } from '../../support/tree.ts'
import { temporaryFolder } from '../../support/world.ts'

const KEPT = join(ROOT, 'test', 'service', 'folders')
const FACTS = 'facts.json'
/** All files have one time, so that the same folder is the same zip. */
const MADE = new Date('2026-01-01T00:00:00Z')

const Facts = z.strictObject({
  /** `user_version` of the database. */
  schema: z.int(),
  /** The workspace's own key; it opens nothing but copies of this folder. */
  key: z.string(),
  /** Of the grants, what was spent for good, and what `interrupted` holds. */
  credits: z.strictObject({ spent: z.int(), reserved: z.int() }),
  /** A batch in every state, by id. */
  batches: z.strictObject({
    completed: z.string(),
    archived: z.string(),
    reviewed: z.string(),
    unplanned: z.string(),
    answered: z.string(),
    interrupted: z.string(),
    failed: z.string(),
    remembered: z.string(),
  }),
  /** Of the batches to approve or to go on with. */
  revisions: z.strictObject({ reviewed: z.string(), answered: z.string() }),
  /** The finished file of `completed`. */
  result: z.string(),
  /** A file that was sent and of which no batch was made yet. */
  upload_id: z.string(),
  /** The idempotency key that `completed` was created with. */
  idempotency_key: z.string(),
})
export type Facts = z.output<typeof Facts>

/** The names of the kept folders, e.g. `schema-5.zip`, the oldest first. */
export function keptFolders(): string[] {
  const version = (name: string) => Number(/\d+/.exec(name)?.[0])
  return readdirSync(KEPT)
    .filter(name => name.endsWith('.zip'))
    .sort((a, b) => version(a) - version(b))
}

/** The oldest and the newest, which quick tests open; a slow suite opens the others. */
export const QUICKLY_PROVEN: readonly string[] = [...keptFolders().slice(0, 1), ...keptFolders().slice(-1)]

/** Keeps a data folder that no service has open any more. @returns the size of the zip in bytes */
export function keepFolder(dataDir: string, facts: Facts): number {
  const zipped: Zippable = { [FACTS]: Buffer.from(JSON.stringify(facts, null, 2)) }
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const name = file.slice(dataDir.length + 1).replaceAll(sep, '/')
    if (entry.isFile()) zipped[`data/${name}`] = readFileSync(file)
  }
  const bytes = zipSync(zipped, { level: 9, mtime: MADE })
  writeFileSync(join(KEPT, `schema-${facts.schema}.zip`), bytes)
  return bytes.length
}

/** A copy of a kept folder, for its owner alone, that goes away after the test file. */
export function copyOf(name: string): { dataDir: string; facts: Facts } {
  const { [FACTS]: facts, ...files } = unzipSync(readFileSync(join(KEPT, name)))
  const folder = temporaryFolder()
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), bytes, { mode: 0o600 })
  }
  return { dataDir: join(folder, 'data'), facts: Facts.parse(JSON.parse(Buffer.from(facts ?? []).toString())) }
}

/** Settings under which nothing in a kept folder grows too old to go on with. */
export const LASTING = {
  file_days: 36_500,
  upload_minutes: 60 * 24 * 36_500,
  idempotency_days: 36_500,
  memory_days: 36_500,
}
