/** The newest earlier program whose schema is not this one's, as the history of this repository has it. */
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { MIGRATION } from '../../src/service/store/migrations.ts'
import { afterFile } from './after-file.ts'
import { buildSource } from './source-copy.ts'
import { buildFolder, ROOT } from './tree.ts'

const SCHEMA = 'src/service/store'

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 })
  return status === 0 ? stdout : undefined
}

/**
 * The newest commit that knows how far schemas reach back, and lacks the last migration; undefined where the history is not there, as in a
 * shallow clone or an unpacked archive.
 */
export function commitBeforeLastMigration(): string | undefined {
  // What is for one kind of database alone is marked by a line that its source does not have.
  const statement = (MIGRATION.migrations.at(-1)?.[0] ?? '').replace(/^--.*\n/, '')
  const commits = git('log', '--format=%H', '--full-history', '--max-count=500', '--', SCHEMA)?.split('\n') ?? []
  return commits.find(commit => {
    if (commit === '' || git('cat-file', '-e', `${commit}:${SCHEMA}/schema-reach.ts`) === undefined) return false
    const migrations = git('show', `${commit}:${SCHEMA}/migrations.ts`)
    return migrations !== undefined && !migrations.includes(statement)
  })
}

/** Builds the program as it was at a commit, with the packages of today. Answers with the file to start. */
export async function buildAt(commit: string): Promise<string> {
  const folder = buildFolder('earlier-')
  afterFile(() => rmSync(folder, { recursive: true, force: true }))
  const archive = execFileSync('git', ['archive', commit, 'src', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 256 * 1024 ** 2,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  return await buildSource(folder)
}
