import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { onTestFinished } from 'vitest'

/** Mounts a disk of so many kB for one test; false where this user may not. */
export function mountSmall(folder: string, kilobytes: number): boolean {
  mkdirSync(folder)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return false
  }
  // Lazily: a database that was closed keeps its file until the garbage collector has its statements.
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]))
  return true
}
