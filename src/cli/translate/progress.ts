import type { Writable } from 'node:stream'
import { count } from '../../mcp/render/numbers.ts'

/** How far one file is, for a person to watch. */
export interface Progress {
  show(percent: number, message: string): void
  /** Takes the bar away, so that other lines can follow. */
  clear(): void
}

const WIDTH = 24

/** A bar that moves in place on a terminal; elsewhere a line whenever the message or the tenth has changed. */
export function createProgress(stderr: Writable & { readonly isTTY?: boolean }, label: string): Progress {
  let told = ''
  return {
    show(percent, state) {
      // The number stands in the bar already.
      const message = state.replace(/, \d+ % done$/, '')
      const whole = Math.max(0, Math.min(100, Math.floor(percent)))
      if (stderr.isTTY === true) return void stderr.write(`\r\x1b[2K${barLine(whole, label, message)}`)
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
