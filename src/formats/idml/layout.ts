/** Where stories stand: their frames on the pages of spreads, by which they are read in the order in which readers meet them. */
import { readMember } from '../bytes/parts/index.ts'
import { attributesOf, type XmlTag } from '../bytes/xml/index.ts'
import { type IdmlFile, named } from './document.ts'
import { growsAs, type LayoutStyles } from './styles.ts'

/** `a b c d e f`, as ItemTransform has it. */
type Matrix = readonly [number, number, number, number, number, number]

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** In points. */
export interface FrameSize {
  readonly width: number
  readonly height: number
}

export interface StoryPlace {
  readonly story: string
  /** What people call the place: `page 3`, `pasteboard`, `master page A-Master`, `no page`. */
  readonly part: string
  readonly on_master: boolean
  /** All its frames are hidden, or on hidden layers. */
  readonly hidden: boolean
  /** The sizes of all its frames; undefined where one of them is not known, or grows with its text. */
  readonly frames: readonly FrameSize[] | undefined
}

interface Frame {
  readonly story: string
  readonly part: string
  readonly on_master: boolean
  readonly hidden: boolean
  readonly size: FrameSize | undefined
  /** Of threaded frames only the first has none before it. */
  readonly first: boolean
  /** By which frames are sorted: the page, then from top to bottom, then from left to right. */
  readonly place: readonly [page: number, top: number, left: number]
}

const SAME: Matrix = [1, 0, 0, 1, 0, 0]
/** Frames whose tops differ by less stand beside each other, in points. */
const LINE = 12

/** All stories in the order of their first frames; those of master pages next; then those that stand in no frame of a spread. */
export async function storyPlaces(file: IdmlFile, styles: LayoutStyles): Promise<readonly StoryPlace[]> {
  const frames: Frame[] = []
  let page = 0
  for (const [member, on_master] of [
    ...file.spreads.map(each => [each, false] as const),
    ...file.masters.map(each => [each, true] as const),
  ]) {
    const spread = await spreadOf(file, styles, member, on_master, page)
    frames.push(...spread.frames)
    page = spread.next
  }
  const byStory = new Map<string, Frame[]>()
  for (const frame of frames.sort(inOrder)) {
    const own = byStory.get(frame.story)
    if (own) own.push(frame)
    else byStory.set(frame.story, [frame])
  }
  const placed = [...byStory].flatMap(([story, own]): (StoryPlace & { at: Frame })[] => {
    const at = own.find(({ first }) => first) ?? own[0]
    if (!at || !file.stories.has(story)) return []
    const sizes = own.flatMap(({ size }) => size ?? [])
    const frames = sizes.length === own.length ? sizes : undefined
    return [{ story, part: at.part, on_master: at.on_master, hidden: own.every(({ hidden }) => hidden), frames, at }]
  })
  placed.sort((one, other) => inOrder(one.at, other.at))
  const rest = [...file.stories.keys()].filter(story => !byStory.has(story))
  return [
    ...placed.map(({ at: _, ...place }) => place),
    ...rest.map(story => ({ story, part: 'no page', on_master: false, hidden: false, frames: undefined })),
  ]
}

function inOrder({ place: one }: Frame, { place: other }: Frame): number {
  return one[0] - other[0] || Math.round(one[1] / LINE) - Math.round(other[1] / LINE) || one[2] - other[2]
}

interface OpenItem {
  readonly name: string
  readonly matrix: Matrix
  readonly hidden: boolean
  readonly stories: { readonly story: string; readonly first: boolean }[]
  points: (readonly [number, number])[]
  /** It is a frame that has a size of its own: no text on a path, and none that grows with its text. */
  sized: boolean
}

/** The frames of a spread; `page`: how many pages come before. */
async function spreadOf(file: IdmlFile, styles: LayoutStyles, member: string, on_master: boolean, page: number) {
  const reading = new SpreadReading(file.hidden_layers, styles)
  for await (const { nodes } of readMember(file.archive, member)) {
    for (const node of nodes) {
      if (node.kind === 'open') reading.open(node)
      if (node.kind === 'close' || (node.kind === 'open' && node.empty)) reading.close(node.name)
    }
  }
  const { pages, found, name } = reading
  const frames = found.map(({ box, ...frame }): Frame => {
    const nth = pages.findIndex(each => holds(each.box, box))
    const on = pages[nth]
    const part = on_master ? `master page ${name || page}` : on ? `page ${on.name || page + nth + 1}` : 'pasteboard'
    return { ...frame, on_master, part, place: [page + (on ? nth : pages.length), box.top, box.left] }
  })
  return { frames, next: page + pages.length + 1 }
}

class SpreadReading {
  readonly pages: { readonly name: string; readonly box: Box }[] = []
  readonly found: (Pick<Frame, 'story' | 'first' | 'hidden' | 'size'> & { readonly box: Box })[] = []
  name = ''
  readonly #layers: ReadonlySet<string>
  readonly #styles: LayoutStyles
  readonly #open: OpenItem[] = []

  constructor(layers: ReadonlySet<string>, styles: LayoutStyles) {
    this.#layers = layers
    this.#styles = styles
  }

  open(tag: XmlTag): void {
    const attributes = attributesOf(tag)
    const value = (name: string): string => attributes.get(name)?.value ?? ''
    const [holder] = this.#open.slice(-1)
    if (tag.name === 'MasterSpread') this.name = value('Name')
    if (tag.name === 'PathPointType') holder?.points.push(pairOf(value('Anchor')))
    if (tag.name === 'TextFramePreference' && holder?.name === 'TextFrame')
      holder.sized = !(growsAs(tag) ?? !holder.sized)
    const story = value('ParentStory')
    const text = { story, first: value('PreviousTextFrame') === '' || value('PreviousTextFrame') === 'n' }
    const isItem = attributes.has('ItemTransform')
    // A text on a path is in what has the path.
    if (!isItem && story !== '') holder?.stories.push(text)
    if (!isItem) return
    // Positions count in the spread, whose own place is on the pasteboard.
    const isSpread = tag.name === 'Spread' || tag.name === 'MasterSpread'
    const matrix = isSpread ? SAME : product(holder?.matrix ?? SAME, matrixOf(value('ItemTransform')))
    const isHidden = value('Visible') === 'false' || this.#layers.has(named(value('ItemLayer')))
    this.#open.push({
      ...{ name: tag.name, matrix, hidden: isHidden || (holder?.hidden ?? false), points: [] },
      stories: story === '' ? [] : [text],
      sized: tag.name === 'TextFrame' && !this.#styles.grows(value('AppliedObjectStyle')),
    })
    if (tag.name === 'Page') {
      const [top = 0, left = 0, bottom = 0, right = 0] = numbersOf(value('GeometricBounds'))
      this.pages.push({
        name: value('Name'),
        box: boxOf(matrix, [
          [left, top],
          [right, bottom],
        ]),
      })
    }
  }

  close(name: string): void {
    const item = this.#open.at(-1)
    if (item?.name !== name) return
    this.#open.pop()
    const box = boxOf(item.matrix, item.points.length > 0 ? item.points : [[0, 0]])
    const size = item.sized && item.points.length > 0 ? sizeOf(item) : undefined
    for (const text of item.stories) this.found.push({ ...text, hidden: item.hidden, size, box })
  }
}

function holds(page: Box, frame: Box): boolean {
  return frame.left < page.right && frame.right > page.left && frame.top < page.bottom && frame.bottom > page.top
}

/** Of a frame as it is seen, not turned. */
function sizeOf({ matrix: [a, b, c, d], points }: OpenItem): FrameSize {
  const { left, right, top, bottom } = boxOf(SAME, points)
  return { width: (right - left) * Math.hypot(a, b), height: (bottom - top) * Math.hypot(c, d) }
}

function boxOf(matrix: Matrix, points: readonly (readonly [number, number])[]): Box {
  const [a, b, c, d, e, f] = matrix
  let box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const [x, y] of points) {
    const [across, down] = [a * x + c * y + e, b * x + d * y + f]
    box = {
      left: Math.min(box.left, across),
      right: Math.max(box.right, across),
      top: Math.min(box.top, down),
      bottom: Math.max(box.bottom, down),
    }
  }
  return box
}

function product([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}

function matrixOf(written: string): Matrix {
  const [a, b, c, d, e, f] = numbersOf(written)
  return f === undefined ? SAME : [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f]
}

function pairOf(written: string): readonly [number, number] {
  const [x = 0, y = 0] = numbersOf(written)
  return [x, y]
}

function numbersOf(written: string): number[] {
  return written.split(' ').map(each => Number(each) || 0)
}
