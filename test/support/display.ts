import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Place } from './program.ts'

/** A machine with a display, whose browser writes down what it was asked to open, a line each, in `opened` of the home. */
export function withDisplay(place: Place): Record<string, string> {
  const folder = join(place.work, 'bin')
  mkdirSync(folder)
  const program = join(folder, 'xdg-open')
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$1" >> "$HOME/opened"\n')
  chmodSync(program, 0o755)
  return { DISPLAY: ':99', PATH: `${folder}:${process.env.PATH}` }
}
