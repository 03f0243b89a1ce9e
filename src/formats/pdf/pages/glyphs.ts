/** What each operator of a page shows: its letters, their places and how they look. pdf.js reads the fonts; nothing is drawn. */
import type { PDFPageProxy } from 'pdfjs-dist'
import type { Edge } from './box.ts'
import { canBeRead } from './drawable-text.ts'
import { edgesInPath } from './edges.ts'
import { inverse, type Matrix, matrixOfNumbers, multiplied, SAME, turning, turnOf } from './geometry.ts'
import { areaOfPath, boxArea, type Cover, type Cuts, cutTo, isSeen, middlesOf } from './hiding.ts'
import { lookOfFont, type TextLook } from './look.ts'
import type { PageReason } from './reasons.ts'

export interface Glyph {
  readonly text: string
  /** Its place on a page turned back, as that of a fragment: points, from the top, of the base line. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly turned: number
  /** How far it moves what follows it, in the numbers of `TJ`. */
  readonly advance: number
  readonly is_blank: boolean
}

export interface TextShown {
  /** Numbers are gaps, as `TJ` has them. */
  readonly items: readonly (Glyph | number)[]
  readonly look: TextLook
  /** The marked contents that it stands in, by their tags, outermost first. */
  readonly marks: readonly string[]
  /** Why its text can only stay as it is. */
  readonly reason: PageReason | undefined
}

/** What a page shows, in the order of its operators, and the lines that it draws. */
export interface Sketch {
  readonly shown: readonly TextShown[]
  /** In points, from the top left corner of the page as it is seen. */
  readonly edges: readonly Edge[]
  /** The shapes that it fills. */
  readonly covers: readonly Cover[]
}

/** What is known as the operators are followed. */
interface State {
  matrix: Matrix
  text: Matrix
  line: readonly [number, number]
  x: number
  font: FontFacts
  size: number
  char_spacing: number
  word_spacing: number
  scale: number
  leading: number
  rise: number
  mode: number
  colour: string | undefined
  alpha: number
  cuts: Cuts
  /** What is drawn is mixed with what is below, or seen through a mask. */
  is_mixed: boolean
  is_masked: boolean
}

interface FontFacts {
  readonly look: Pick<TextLook, 'family' | 'bold' | 'italic'>
  readonly unit: number
  readonly reason: PageReason | undefined
}

const NO_FONT: FontFacts = { look: lookOfFont('', ''), unit: 0.001, reason: undefined }

interface Following {
  readonly page: PDFPageProxy
  state: State
  readonly states: State[]
  /** The marked contents that are open, by their tags. */
  readonly marks: string[]
  /** Of each group, whether it is a mask, which shows nothing. */
  readonly masks: boolean[]
  readonly fonts: Map<string, FontFacts>
  readonly shown: TextShown[]
  readonly edges: Edge[]
  readonly covers: Cover[]
  /** The page itself. */
  readonly whole: Cuts
  /** What the operators that draw a path do with it. */
  readonly paints: ReadonlyMap<number, Paint>
  /** Whether all is cut to the next path, and how. */
  cutting: 'nonzero' | 'even_odd' | undefined
}

interface Paint {
  readonly draws: boolean
  readonly fills?: 'nonzero' | 'even_odd'
}

/** What a page shows. */
export async function sketchOf(page: PDFPageProxy): Promise<Sketch> {
  const { OPS, AnnotationMode } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const names = new Map<number, string>(Object.entries(OPS).map(([name, code]) => [code, name]))
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE })
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const whole = [boxArea({ left: 0, top: 0, right: width, bottom: height })]
  const start: State = {
    matrix: matrixOfNumbers(transform),
    text: SAME,
    line: [0, 0],
    x: 0,
    font: NO_FONT,
    size: 0,
    char_spacing: 0,
    word_spacing: 0,
    scale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
    colour: '#000000',
    alpha: 1,
    cuts: whole,
    is_mixed: false,
    is_masked: false,
  }
  const following: Following = {
    page,
    state: start,
    states: [],
    marks: [],
    masks: [],
    fonts: new Map(),
    shown: [],
    edges: [],
    covers: [],
    whole,
    cutting: undefined,
    paints: new Map<number, Paint>([
      [OPS.endPath, { draws: false }],
      [OPS.fill, { draws: true, fills: 'nonzero' }],
      [OPS.fillStroke, { draws: true, fills: 'nonzero' }],
      [OPS.closeFillStroke, { draws: true, fills: 'nonzero' }],
      [OPS.eoFill, { draws: true, fills: 'even_odd' }],
      [OPS.eoFillStroke, { draws: true, fills: 'even_odd' }],
      [OPS.closeEOFillStroke, { draws: true, fills: 'even_odd' }],
    ]),
  }
  for (const [at, code] of fnArray.entries()) {
    const args: unknown = argsArray[at]
    FOLLOW[names.get(code) ?? '']?.(following, Array.isArray(args) ? args : [])
  }
  return following
}

/** A page with more lines or shapes is a drawing; those that come later are not looked at. */
const MOST_EDGES = 20_000
const MOST_COVERS = 5_000
/** Smaller shapes hide no text, in points. */
const SMALLEST_COVER = 3

type Follow = (following: Following, args: readonly unknown[]) => void

const set =
  (change: (...numbers: readonly number[]) => Partial<State>): Follow =>
  ({ state }, args) =>
    void Object.assign(state, change(...args.map(Number)))

const save: Follow = following => void following.states.push({ ...following.state })

const restore: Follow = following => {
  following.state = following.states.pop() ?? following.state
}

const move: Follow = ({ state }, [x, y]) => {
  state.line = [state.line[0] + Number(x), state.line[1] + Number(y)]
  state.x = state.line[0]
}

/** What each operation of pdf.js changes. */
const FOLLOW: Readonly<Record<string, Follow>> = {
  save,
  restore,
  transform: ({ state }, args) => {
    state.matrix = multiplied(state.matrix, matrixOfNumbers(args))
  },
  paintFormXObjectBegin: (following, [matrix, box]) => {
    save(following, [])
    following.state.matrix = multiplied(following.state.matrix, matrixOfNumbers(matrix))
    cutToBox(following.state, box, following.state.matrix)
  },
  paintFormXObjectEnd: restore,
  beginGroup: (following, [options]) => {
    save(following, [])
    following.masks.push(Boolean(valueIn(options, 'smask')))
    const { state } = following
    cutToBox(state, valueIn(options, 'bbox'), multiplied(state.matrix, matrixOfNumbers(valueIn(options, 'matrix'))))
  },
  endGroup: following => {
    following.masks.pop()
    restore(following, [])
  },
  // Without properties the tag is the name as the file has it.
  beginMarkedContent: ({ marks }, [tag]) => void marks.push(String(valueIn(tag, 'name'))),
  beginMarkedContentProps: ({ marks }, [tag]) => void marks.push(String(tag)),
  endMarkedContent: ({ marks }) => void marks.pop(),
  beginText: ({ state }) => void Object.assign(state, { text: SAME, line: [0, 0], x: 0 }),
  setTextMatrix: ({ state }, args) => {
    const [first] = args
    Object.assign(state, { text: matrixOfNumbers(typeof first === 'number' ? args : first), line: [0, 0], x: 0 })
  },
  moveText: move,
  setLeadingMoveText: (following, [x, y]) => {
    following.state.leading = Number(y)
    move(following, [x, y])
  },
  nextLine: following => move(following, [0, following.state.leading]),
  setLeading: set((leading = 0) => ({ leading: -leading })),
  setCharSpacing: set((char_spacing = 0) => ({ char_spacing })),
  setWordSpacing: set((word_spacing = 0) => ({ word_spacing })),
  setHScale: set((percent = 100) => ({ scale: percent / 100 })),
  setTextRise: set((rise = 0) => ({ rise })),
  setTextRenderingMode: set((mode = 0) => ({ mode })),
  setFont: (following, [name, size]) => setFont(following, name, size),
  setGState: (following, [entries]) => {
    for (const entry of Array.isArray(entries) ? entries : []) {
      const [key, value]: readonly unknown[] = Array.isArray(entry) ? entry : []
      if (key === 'ca') following.state.alpha = Number(value)
      if (key === 'BM') following.state.is_mixed = value !== 'source-over'
      if (key === 'SMask') following.state.is_masked = value !== false
      if (key === 'Font' && Array.isArray(value)) setFont(following, value[0], value[1])
    }
  },
  setFillRGBColor: ({ state }, [colour]) => {
    state.colour = typeof colour === 'string' && /^#[\da-f]{6}$/i.test(colour) ? colour : undefined
  },
  setFillColorN: ({ state }) => {
    state.colour = undefined
  },
  setFillTransparent: ({ state }) => {
    state.colour = undefined
  },
  clip: following => {
    following.cutting = 'nonzero'
  },
  eoClip: following => {
    following.cutting = 'even_odd'
  },
  constructPath: (following, [paint, path]) => {
    const { state, edges, paints, cutting } = following
    const data: unknown = Array.isArray(path) ? path[0] : undefined
    const { draws, fills } = paints.get(Number(paint)) ?? { draws: true }
    if (draws && edges.length < MOST_EDGES) edges.push(...edgesInPath(data, state.matrix))
    if (fills) cover(following, data, fills)
    if (cutting) state.cuts = cutTo(state.cuts, areaOfPath(data, state.matrix, cutting === 'even_odd'))
    following.cutting = undefined
  },
  endText: ({ state }) => {
    // All that follows is cut to these letters, whose shapes are not known here: none of it counts as seen.
    if (state.mode >= CUTTING_MODE) state.cuts = cutTo(state.cuts, areaOfPath(undefined, SAME, false))
  },
  showText: (following, [items]) => {
    if (!following.masks.includes(true)) following.shown.push(show(following, Array.isArray(items) ? items : []))
  },
}

/** A form is cut to its box. */
function cutToBox(state: State, box: unknown, matrix: Matrix): void {
  if (!(box instanceof Float32Array)) return
  const [left = 0, bottom = 0, right = 0, top = 0] = box
  const path = new Float32Array([0, left, bottom, 1, right, bottom, 1, right, top, 1, left, top, 4])
  state.cuts = cutTo(state.cuts, areaOfPath(path, matrix, false))
}

/** Takes a shape that is filled, where it hides what is below it. */
function cover({ state, marks, masks, covers, shown }: Following, data: unknown, fills: Paint['fills']): void {
  const { colour, alpha, is_mixed, is_masked, matrix, cuts } = state
  if (colour === undefined || alpha < 1 || is_mixed || is_masked || masks.includes(true) || marks.includes(LAYER))
    return
  if (shown.length === 0 || covers.length >= MOST_COVERS) return
  const area = areaOfPath(data, matrix, fills === 'even_odd')
  const { left, right, top, bottom } = area.bounds
  if (Math.min(right - left, bottom - top) >= SMALLEST_COVER) covers.push({ area, cuts, after: shown.length })
}

function setFont(following: Following, name: unknown, size: unknown): void {
  const { fonts, page } = following
  const key = String(name)
  const font = fonts.get(key) ?? factsOf(page.commonObjs.has(key) ? page.commonObjs.get(key) : undefined)
  fonts.set(key, font)
  Object.assign(following.state, { font, size: Number(size) })
}

function factsOf(font: unknown): FontFacts {
  const look = lookOfFont(String(valueIn(font, 'name') ?? ''), String(valueIn(font, 'fallbackName') ?? ''))
  const unit = matrixOfNumbers(valueIn(font, 'fontMatrix') ?? [0.001])[0]
  const isDrawn = valueIn(font, 'isType3Font') === true
  const reason = isDrawn ? 'drawn_letters' : valueIn(font, 'vertical') === true ? 'vertical' : undefined
  return { look: { ...look, bold: look.bold || valueIn(font, 'bold') === true }, unit, reason }
}

/** The tag of a marked content that can be hidden. */
const LAYER = 'OC'

/** Modes of showing text beside filling it: with an outline alone, not at all, and as an edge for what comes. */
const MODES: Readonly<Record<number, PageReason>> = {
  1: 'outlined',
  3: 'invisible',
  4: 'clipping',
  5: 'clipping',
  6: 'clipping',
  7: 'clipping',
}
/** From this on, modes make letters an edge for what comes. */
const CUTTING_MODE = 4

function show({ state, marks, whole }: Following, items: readonly unknown[]): TextShown {
  const { font, size, colour, alpha } = state
  const placed = items.map(item => (typeof item === 'number' ? skipped(state, item) : place(state, item)))
  const glyphs = placed.flatMap(item => (typeof item === 'number' ? [] : [item]))
  const reason =
    MODES[state.mode] ??
    font.reason ??
    (marks.includes(LAYER) ? 'layer' : undefined) ??
    (colour === undefined ? 'pattern' : undefined) ??
    (isAskew(state) || size === 0 || glyphs.some(({ x, y }) => !Number.isFinite(x + y)) ? 'askew' : undefined) ??
    hiddenBy(state, glyphs, whole)
  return { items: placed, look: { ...font.look, colour: colour ?? '#000000', alpha }, marks: [...marks], reason }
}

/** Why some of these letters are not seen. */
function hiddenBy({ alpha, cuts, is_masked }: State, glyphs: readonly Glyph[], whole: Cuts): PageReason | undefined {
  if (alpha === 0) return 'invisible'
  const middles = glyphs.filter(({ text }) => canBeRead(text)).map(glyph => middlesOf(glyph)[0])
  if (middles.some(middle => !isSeen(whole, middle))) return 'outside'
  return is_masked || middles.some(middle => !isSeen(cuts, middle)) ? 'cut_off' : undefined
}

function skipped(state: State, gap: number): number {
  state.x -= (gap / 1000) * state.size * state.scale
  return gap
}

function place(state: State, item: unknown): Glyph {
  const { size, scale, font, char_spacing, word_spacing } = state
  const width = Number(valueIn(item, 'width') ?? 0) * font.unit
  const is_blank = valueIn(item, 'isSpace') === true
  const spacing = char_spacing + (is_blank ? word_spacing : 0)
  const whole = placeMatrix(state)
  const { turned } = turnOf(whole)
  const back = multiplied(inverse(turning(turned)) ?? SAME, whole)
  const stretch = Math.hypot(whole[0], whole[1])
  state.x += (width * size + spacing) * scale
  return {
    text: String(valueIn(item, 'unicode') ?? ''),
    x: back[4],
    y: back[5],
    width: width * stretch,
    size: Math.hypot(whole[2], whole[3]),
    turned,
    advance: size === 0 ? 0 : -1000 * (width + spacing / size),
    is_blank,
  }
}

/** From a letter of size 1 to the page. */
function placeMatrix({ matrix, text, x, line, size, scale, rise }: State): Matrix {
  return multiplied(multiplied(matrix, text), [size * scale, 0, 0, size, x, line[1] + rise])
}

/** Whether text is turned by other than right angles, leans or is seen in a mirror. */
function isAskew(state: State): boolean {
  const [a, b, c, d, ...rest] = placeMatrix(state)
  const { off } = turnOf([a, b, c, d, ...rest])
  const size = Math.hypot(a, b) * Math.hypot(c, d)
  // y grows downwards: what is not in a mirror has a determinant below 0.
  return off > 1 || a * d - b * c > -0.85 * size
}

function valueIn(object: unknown, name: string): unknown {
  return typeof object === 'object' && object !== null ? Reflect.get(object, name) : undefined
}
