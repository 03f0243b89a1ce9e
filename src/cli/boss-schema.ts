import type { Settings } from './settings.ts'

/** The oldest Node that pg-boss 12 runs on. */
const OLDEST = [22, 12] as const

/** True where this Node can run pg-boss. `version` as `process.versions.node` says it. */
export function runsBoss(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/** The schema that pg-boss has its tables in; undefined where it is not used. `several`: other machines are meant to do work, too. */
export function bossSchemaOf(
  { jobs_engine, jobs_schema }: Pick<Settings, 'jobs_engine' | 'jobs_schema'>,
  several: boolean,
  version = process.versions.node,
): string | undefined {
  const used = jobs_engine === 'pg-boss' || (jobs_engine === 'auto' && several && runsBoss(version))
  return used ? jobs_schema : undefined
}
