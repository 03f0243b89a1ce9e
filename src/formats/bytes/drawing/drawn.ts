/** What a drawing says to its readers, and what stands around it. */
import type { Charset } from '../../format.ts'
import type { XmlTag } from '../xml/index.ts'
import type { DrawnLine } from './paragraph.ts'

/** What holds a text: a box, a picture, a table, a chart. What is not known of it is undefined. */
export interface DrawnShape {
  /** The type of its placeholder: `title`, `body`, `ftr`; absent where it is none. */
  readonly placeholder?: string | undefined
  readonly hidden: boolean
  /** Of its box, in EMU (914,400 to an inch). */
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Its text gets smaller, or its box larger, where there is more of it. */
  readonly fitted: boolean
}

/** Where a text stands in its member. */
export type DrawnPlace = { readonly member: string; readonly charset: Charset } & (
  | { readonly in: 'line'; readonly line: DrawnLine; readonly centred: boolean }
  | { readonly in: 'attribute'; readonly tag: XmlTag; readonly name: string }
  | { readonly in: 'text'; readonly start: number; readonly end: number; readonly like: string }
)

export interface DrawnText {
  /** A paragraph, a description of a picture, or a text that a chart keeps of the cells that it shows. */
  readonly is: 'paragraph' | 'alt text' | 'cached'
  /** What it is called in its member, the same in a translation: `p3`, `alt2`, `v5`. */
  readonly anchor: string
  /** Its words, without formatting and white space at its ends. */
  readonly said: string
  readonly shape: DrawnShape
  /** In a table, from 1. */
  readonly cell?: { readonly row: number; readonly column: number } | undefined
  /** The cells that a cached text comes from: `Sheet1!$A$2:$A$5`. Absent where it is written into the chart itself. */
  readonly formula?: string | undefined
  /** Several where a file says the same for other programs, too. The first is where it is read. */
  readonly places: readonly DrawnPlace[]
  /** The addresses of these places, `ppt/slides/slide1.xml#p3`. */
  readonly keys: readonly string[]
}

/**
 * Two lists of texts of which the second repeats the first for other programs: what says the same, in the same order, is one text in several
 * places. What only the second says comes behind.
 */
export function joinedDrawn(first: readonly DrawnText[], second: readonly DrawnText[]): DrawnText[] {
  const all = [...first]
  const waiting = new Map<string, number[]>()
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const key = keyOfDrawn(all[at])
    const same = waiting.get(key)
    if (same) same.push(at)
    else waiting.set(key, [at])
  }
  for (const other of second) {
    const at = waiting.get(keyOfDrawn(other))?.pop()
    const one = at === undefined ? undefined : all[at]
    if (at === undefined || !one) all.push(other)
    else all[at] = { ...one, places: [...one.places, ...other.places], keys: [...one.keys, ...other.keys] }
  }
  return all
}

function keyOfDrawn(text: DrawnText | undefined): string {
  return `${text?.is} ${text?.said}`
}
