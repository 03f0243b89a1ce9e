/** How much text the frames of a story show, roughly. Nothing is set, so that no more can be said than that a text may be too long. */
import type { CodedRuns } from '../bytes/runs/index.ts'
import type { FrameSize } from './layout.ts'
import type { StoryParagraph } from './story.ts'
import type { LayoutStyles } from './styles.ts'

/** What a letter takes of the size of its type: its width and the height of its line. */
const WIDTH = 0.5
const LINE = 1.2
/** Texts grow a little in any language, and programs leave space between words where it is needed. */
const GROWTH = 1.3
const SHORTEST = 12

const SIZE = /\sPointSize="([\d.]+)"/
const STYLE = /\sAppliedCharacterStyle="([^"]*)"/

/** About how many characters a paragraph may have; undefined where its frames or its size are not known, or it stands in a table or a note. */
export function roomInFrames(
  frames: readonly FrameSize[] | undefined,
  { kind, cell, style }: StoryParagraph,
  { base, text }: CodedRuns,
  styles: LayoutStyles,
): number | undefined {
  if (!frames || frames.length === 0 || kind || cell !== undefined) return undefined
  const run = base?.open ?? ''
  const size =
    Number(SIZE.exec(run)?.[1] ?? '') || styles.sizeOf(STYLE.exec(run)?.[1] ?? '') || styles.sizeOf(style) || undefined
  if (size === undefined) return undefined
  const fits = frames.map(({ width, height }) => {
    const lines = Math.max(1, Math.floor(height / (size * LINE)))
    return Math.floor((width / (size * WIDTH)) * lines)
  })
  const grown = Math.max(SHORTEST, Math.ceil([...text].length * GROWTH))
  return Math.max(
    grown,
    fits.reduce((sum, each) => sum + each, 0),
  )
}
