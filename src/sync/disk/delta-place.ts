/** Where deltas lie. Apart from what makes them, for whoever only has to know one. */
import path from 'node:path'

/** The folder of all deltas in a work folder (`workFolder`). */
export function deltasIn(work: string): string {
  return path.join(work, 'deltas')
}

/** True for a file that was sent in place of a locale file, with some of its texts. */
export function isDelta(file: string): boolean {
  return /[\\/]\.?translation-mcp[\\/]deltas[\\/]/.test(file)
}
