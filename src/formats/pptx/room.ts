/** How much text fits into a box, roughly. Nothing is set, so that no more can be said than that a text may be too long. */
import type { DrawnText } from '../bytes/drawing/index.ts'

/** EMU to a point. */
const POINT = 12_700
/** What a letter of a usual size takes, in points: its width and the height of its line. */
const SIZE = 18
const WIDTH = 0.5
const LINE = 1.2
/** Texts grow a little in any language, and programs leave space between words where it is needed. */
const GROWTH = 1.3
const SHORTEST = 12

const SIZES = /<(?:[\w.-]+:)?rPr\b[^>]*?\ssz\s*=\s*["'](\d{3,5})["']/

/** About how many characters a text may have; undefined where its box grows with it, or is not measured. */
export function roomOf({ is, shape, places: [place], cell }: DrawnText, text: string): number | undefined {
  if (is !== 'paragraph' || shape.fitted || cell || place?.in !== 'line') return undefined
  const { width, height } = shape
  if (width === undefined || height === undefined) return undefined
  const grown = Math.max(SHORTEST, Math.ceil([...text].length * GROWTH))
  const run = place.line.items.find(item => item.kind === 'text')
  const said = run?.kind === 'text' ? SIZES.exec(run.shell.open)?.[1] : undefined
  const size = said === undefined ? SIZE : Number(said) / 100
  const lines = Math.max(1, Math.floor(height / POINT / (size * LINE)))
  const fits = Math.floor((width / POINT / (size * WIDTH)) * lines)
  return Math.max(grown, fits)
}
