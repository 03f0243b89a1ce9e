import { statSync } from 'node:fs'
import { expect } from 'vitest'

/** Expects a file or folder to have these permissions. Windows has none of that kind: nothing is expected there. */
export function expectMode(place: string, mode: number): void {
  if (process.platform === 'win32') return
  expect((statSync(place).mode & 0o777).toString(8), place).toBe(mode.toString(8))
}
