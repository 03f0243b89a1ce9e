import type { Writable } from 'node:stream'
import { visible } from '../../mcp/render/data.ts'
import { count } from '../../mcp/render/numbers.ts'

/** Shows a person how far one file is. */
export interface Progress {
  show(percent: number, message: string): void
  /** Removes the bar, so that other lines can be written. */
  clear(): void
}

/** Shows how far a run of one or more files is. */
export interface RunProgress {
  /** That of one file. */
  of(file: string): Progress
  /** So many of them are done. */
  did(what: string, done: number): void
}

/** Each file on lines of its own. */
export function createEachProgress(stderr: Screen, redraws: boolean): RunProgress {
  return { of: file => createProgress(stderr, file, redraws), did: () => undefined }
}

/** Many files on one line: a bar where it can be drawn again; elsewhere a line when another tenth of them is done. */
export function createManyProgress(stderr: Screen, all: number, redraws: boolean): RunProgress {
  let begun = 0
  let told = ''
  return {
    of(file) {
      begun = begun >= all ? 1 : begun + 1
      const label = `${count(begun)} of ${count(all)}: ${file}`
      return redraws ? createProgress(stderr, label, redraws) : { show: () => undefined, clear: () => undefined }
    },
    did(what, done) {
      if (redraws) return
      const tenths = `${what} ${Math.floor((10 * done) / all)}`
      if (tenths !== told && (done === all || done * 10 >= all))
        stderr.write(`${count(done)} of ${count(all)} ${what}\n`)
      told = tenths
    },
  }
}

const WIDTH = 24

/** Where progress is shown, such as process.stderr. `columns` changes with the size of the terminal window. */
export interface Screen extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}

/**
 * A bar that is drawn again in place, as on a terminal. Where that cannot be: a line when the message changes, or the percentage by a full
 * ten.
 */
export function createProgress(stderr: Screen, file: string, redraws: boolean): Progress {
  // A file name may hold control characters; they must not move the cursor.
  const label = visible(file, 300)
  let told = ''
  return {
    show(percent, state) {
      // The bar shows the percentage already.
      const message = state.replace(/, \d+ % done$/, '')
      const whole = Math.max(0, Math.min(100, Math.floor(percent)))
      if (redraws) {
        const bar = cut(barLine(whole, label, message), (stderr.columns || USUAL_COLUMNS) - 1)
        return void stderr.write(`\r\x1b[2K${bar}`)
      }
      const line = `${label}: ${count(whole - (whole % 10))} % ${message}`
      if (line !== told) stderr.write(`${line}\n`)
      told = line
    },
    clear() {
      if (redraws) stderr.write('\r\x1b[2K')
    },
  }
}

function barLine(percent: number, label: string, message: string): string {
  const full = Math.round((percent / 100) * WIDTH)
  return `[${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}] ${String(percent).padStart(3)} % ${label} ${message}`
}

const USUAL_COLUMNS = 80
/** Characters that take two columns, such as Chinese and emoji. In doubt a range is included: a bar that is too short does no harm. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3ffff}]/u

/** As much of a line as fits into one row of the terminal. If the bar wrapped, only its last row could be cleared again. */
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
