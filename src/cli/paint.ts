import type { Writable } from 'node:stream'
import { styleText } from 'node:util'
import type { Environment } from './config.ts'

/** What a piece of text is; the colours follow. Few, so that each is seen. */
const STYLES = { heading: 'bold', good: 'green', bad: 'red', open: 'yellow' } as const
type Tint = keyof typeof STYLES

interface Screen {
  readonly isTTY?: boolean
}

/** Whether a stream can draw a line of it again in place: a terminal, but one that says it cannot (TERM=dumb), as that of an editor. */
export function canRedraw({ isTTY }: Writable & Screen, { TERM }: Environment): boolean {
  return isTTY === true && TERM !== 'dumb'
}

/** Gives a piece of text in its colour, or as it is. The text holds no control characters of others any more. */
export type Paint = (tint: Tint, text: string) => string

/** For pipes, files and programs. */
export const unpainted: Paint = (_, text) => text

const coloured: Paint = (tint, text) => (text === '' ? '' : styleText(STYLES[tint], text, { validateStream: false }))

/**
 * Whether a stream takes colours: it is a terminal, and neither NO_COLOR nor TERM=dumb asks for none. FORCE_COLOR comes before all of
 * this, as with Node itself; 0 and false force none. Each stream is asked for itself: one of the two may be a pipe. JSON is never coloured.
 */
export function paintFor(stream: Writable & Screen, env: Environment, json = false): Paint {
  const { NO_COLOR, FORCE_COLOR, TERM } = env
  if (json) return unpainted
  if (FORCE_COLOR !== undefined) return FORCE_COLOR === '0' || FORCE_COLOR === 'false' ? unpainted : coloured
  const isWanted = (NO_COLOR ?? '') === '' && TERM !== 'dumb'
  return stream.isTTY === true && isWanted ? coloured : unpainted
}
