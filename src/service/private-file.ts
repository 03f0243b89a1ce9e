import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

/**
 * Writes a line into a file for its owner alone (0600), whole or not at all. Call it inside a writing transaction, so that no other
 * process writes the file at the same time.
 */
export function writePrivately(path: string, line: string): void {
  const fresh = `${path}.new`
  rmSync(fresh, { force: true })
  const file = openSync(fresh, 'wx', 0o600)
  try {
    writeSync(file, `${line}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
}
