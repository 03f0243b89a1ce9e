/** The operators that draw a text in its place. */
import { createHash } from 'node:crypto'
import type { PDFFont } from '@cantoo/pdf-lib'
import type { Box } from './box.ts'
import { decimal } from './editing.ts'
import type { Face, FontRun } from './faces.ts'
import type { Fitted } from './fitting.ts'
import { type Matrix, multiplied, turning } from './geometry.ts'
import type { TextLook } from './look.ts'

/** A line as it was drawn: its place is that of a fragment. */
export interface WrittenLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly turned: number
}

/** A text to draw, fitted into its place. */
export interface TextToDraw {
  /** The place of its paragraph among those of the page, from 0. */
  readonly paragraph: number
  readonly box: Box
  readonly face: Face
  readonly look: TextLook
  readonly fitted: Fitted
}

/** What a page calls its fonts and states, and the tag of what is drawn on it. */
export interface Names {
  readonly tag: string
  font(font: PDFFont): string
  alpha(alpha: number): string
}

/**
 * The tag that each paragraph which is drawn is marked with, its number after it: so it is known again. It follows from the file that is
 * written over, since that may be such a result itself.
 */
export function tagFor(source: Uint8Array): string {
  return `Text${createHash('sha256').update(source).digest('hex').slice(0, 12)}At`
}

/** The paragraph that one of the tags of a page names; undefined where none does. */
export function paragraphTagged(tags: readonly string[], tag: string): number | undefined {
  const found = tags.find(one => one.startsWith(tag))
  return found === undefined ? undefined : Number(found.slice(tag.length))
}

/** The operators of a text. `back`: from places on the page as it is seen to its own. */
export function operatorsFor({ paragraph, box, face, look, fitted }: TextToDraw, back: Matrix, names: Names): string {
  const state = look.alpha < 1 ? `/${names.alpha(look.alpha)} gs ` : ''
  let last: PDFFont | undefined
  const changed = (font: PDFFont) => {
    const isSame = font === last
    last = font
    return isSame ? '' : `/${names.font(font)} ${decimal(fitted.size)} Tf `
  }
  const lines = fitted.lines.map(line => {
    const matrix = multiplied(back, multiplied(turning(box.turned), [1, 0, 0, -1, line.x, line.y]))
    const [first, ...more] = face
      .runsOf(line.text)
      .map(run => ({ font: changed(run.font), shows: `[${partsOf(run, line.gap, fitted.size)}] TJ` }))
    const after = more.map(({ font, shows }) => ` ${font}${shows}`).join('')
    return `${first?.font ?? ''}${matrix.map(decimal).join(' ')} Tm ${first?.shows ?? ''}${after}`
  })
  return `/${names.tag}${paragraph} BMC q ${state}${colourOf(look.colour)} rg BT ${lines.join('\n')} ET Q EMC`
}

/** The lines of a text as they were drawn. */
export function linesWritten({ box, fitted }: TextToDraw): readonly WrittenLine[] {
  return fitted.lines.map(({ text, x, y, width }) => ({ text, x, y, width, turned: box.turned }))
}

function partsOf({ font, text }: FontRun, gap: number, size: number): string {
  if (gap === 0) return font.encodeText(text).toString()
  const wider = decimal((-1000 * gap) / size)
  const words = text.split(' ')
  return words
    .map((word, at) => font.encodeText(at < words.length - 1 ? `${word} ` : word).toString())
    .join(` ${wider} `)
}

function colourOf(colour: string): string {
  return [1, 3, 5].map(at => decimal(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(' ')
}
