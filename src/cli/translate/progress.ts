import type { Writable } from 'node:stream'
import { visible } from '../../mcp/render/data.ts'
import { count } from '../../mcp/render/numbers.ts'

/** How far one file is, for a person to watch. */
export interface Progress {
  show(percent: number, message: string): void
  /** Takes the bar away, so that other lines can follow. */
  clear(): void
}

const WIDTH = 24

/** Where progress is shown, as process.stderr is: `columns` changes with the window of a terminal. */
export interface Screen extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** A bar that moves in place on a terminal; elsewhere a line whenever the message or the tenth has changed. */
export function createProgress(stderr: Screen, file: string): Progress {
  // A file name may hold control characters; they must not move the cursor.
  const label = visible(file, 300)
  let told = ''
  return {
    show(percent, state) {
      // The number stands in the bar already.
      const message = state.replace(/, \d+ % done$/, '')
      const whole = Math.max(0, Math.min(100, Math.floor(percent)))
      if (stderr.isTTY === true) {
        const bar = cut(barLine(whole, label, message), (stderr.columns || USUAL_COLUMNS) - 1)
        return void stderr.write(`\r\x1b[2K${bar}`)
      }
      const line = `${label}: ${count(whole - (whole % 10))} % ${message}`
      if (line !== told) stderr.write(`${line}\n`)
      told = line
    },
    clear() {
      if (stderr.isTTY === true) stderr.write('\r\x1b[2K')
    },
  }
}

function barLine(percent: number, label: string, message: string): string {
  const full = Math.round((percent / 100) * WIDTH)
  return `[${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}] ${String(percent).padStart(3)} % ${label} ${message}`
}

const USUAL_COLUMNS = 80
/** Scripts and pictures whose characters take two columns: counted too often rather than too seldom. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3ffff}]/u

/** As much of a line as a terminal has room for: of one that is broken only the last part could be taken away again. */
function cut(line: string, columns: number): string {
  let taken = ''
  let used = 0
  for (const character of line) {
    used += WIDE.test(character) ? 2 : 1
    if (used > columns) return taken
    taken += character
  }
  return taken
}
