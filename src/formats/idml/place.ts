/**
 * What is open around a text of a story, and how texts are written in it. The end of a paragraph may lie inside of a range of characters, so that what
 * is written begins in one range and ends in another. Texts and codes therefore carry what they stand in as marks that no XML holds, and
 * `inPlace` makes tags of the marks: none where the range is the one that is open already.
 */
import type { CodedRuns } from '../bytes/runs/index.ts'

/** An element around texts, from the innermost one outwards; the outermost is the paragraph. */
export interface StyledPlace {
  readonly outer: StyledPlace | undefined
  /** Of a link or a tag: the name of its element. Empty for the paragraph. */
  readonly name: string
  /** The beginning of the range of characters that it stands in; empty where it stands in none. */
  readonly inherited: string
  /** The beginning of the range of characters that is open in it: its tag and its properties. */
  readonly run: string | undefined
}

/** Between two things of a paragraph. `inside`: in the middle of a text, which has to be ended and begun anew. */
export interface Point {
  readonly place: StyledPlace
  readonly inside: boolean
}

export const PARAGRAPH: StyledPlace = { outer: undefined, name: '', inherited: '', run: undefined }

const RUN_END = '</CharacterStyleRange>'
export const TEXT = { open: '<Content>', close: '</Content>' }

/** Marks around what they name. No XML holds these characters. */
const RUN = { begins: '\u0001', ends: '\u0002' }
const ELEMENT = { begins: '\u0003', ends: '\u0004' }

/** The range of characters that a text at a place looks like. */
export function runAt({ run, inherited }: StyledPlace): string {
  return run ?? inherited
}

/** What follows stands in a range of characters. */
export function inRun(run: string): string {
  return `${RUN.begins}${run}${RUN.ends}`
}

/** What follows stands in an element, which has begun. */
export function enters(name: string): string {
  return `${ELEMENT.begins}${name}${ELEMENT.ends}`
}

/** What follows is the end of an element. */
export const LEAVES = '\u0005'

/** Whether markup begins or ends an element, and does not do both. */
export function isHalf(markup: string): boolean {
  return markup.includes(LEAVES) || markup.includes(ELEMENT.begins)
}

const marked = ({ begins, ends }: typeof RUN): string => `${begins}([^${ends}]*)${ends}`
const MARK = new RegExp([marked(RUN), marked(ELEMENT), LEAVES].join('|'), 'g')

/** Edits of a paragraph as tags; none where what they write would not be whole: an element that would end before it begins. */
export function inPlace<E extends { readonly text: string }>(edits: readonly E[], from: Point, to: Point): E[] {
  const pen = new Pen(from.place)
  const written = edits.map(edit => pen.write(edit.text))
  const end = pen.endingIn(to.place)
  if (end === undefined) return []
  const last = edits.length - 1
  return edits.map((edit, nth) => {
    const before = nth === 0 && from.inside ? TEXT.close : ''
    const behind = nth === last ? end + (to.inside ? TEXT.open : '') : ''
    const text = before + written[nth] + behind
    return { ...edit, text: text.replaceAll(TEXT.close + TEXT.open, '') }
  })
}

class Pen {
  #place: StyledPlace
  #failed = false

  constructor(place: StyledPlace) {
    this.#place = place
  }

  write(text: string): string {
    return text.replace(MARK, (mark, run?: string, name?: string) => {
      if (run !== undefined) return this.#run(run)
      if (name !== undefined) {
        this.#place = { outer: this.#place, name, inherited: runAt(this.#place), run: undefined }
        return ''
      }
      return mark === LEAVES ? this.#leave() : ''
    })
  }

  /** What ends the text so that a place is open; undefined where it cannot be. */
  endingIn(place: StyledPlace): string | undefined {
    const end = this.#run(runAt(place), place.run !== undefined)
    return this.#failed || !isSame(this.#place, place) ? undefined : end
  }

  /** `own`: the range must be open in this element, not around it. */
  #run(run: string, own = false): string {
    const { run: open, inherited } = this.#place
    if (open === run || (open === undefined && inherited === run && !own)) return ''
    const end = open === undefined ? '' : RUN_END
    const isAround = inherited === run && !own
    this.#place = { ...this.#place, run: isAround ? undefined : run }
    return isAround ? end : end + run
  }

  #leave(): string {
    const { outer, run } = this.#place
    if (!outer) this.#failed = true
    else this.#place = outer
    return run === undefined ? '' : RUN_END
  }
}

function isSame(one: StyledPlace | undefined, other: StyledPlace | undefined): boolean {
  let [left, right] = [one, other]
  while (left && right && left !== right) {
    if (left.name !== right.name || left.inherited !== right.inherited || left.run !== right.run) return false
    left = left.outer
    right = right.outer
  }
  return left === right
}

/** What is written of a paragraph begins and ends at these points of it. */
export interface Points {
  readonly from: Point
  readonly to: Point
}

/** The points at which the text of a paragraph begins and ends, of those that it has: by offset. */
export function pointsOf(
  { start, end }: Pick<CodedRuns, 'start' | 'end'>,
  before: ReadonlyMap<number, Point>,
  behind: ReadonlyMap<number, Point>,
): Points {
  const none = { place: PARAGRAPH, inside: false }
  return { from: before.get(start) ?? none, to: behind.get(end) ?? none }
}
