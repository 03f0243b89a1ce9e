import { endingOf, isMeant, type NameGlob, namesOfGlob, readName } from './glob.ts'
import type { LocaleNames } from './locale-names.ts'

/** A glob with `[locale]` at some places, ready to be compared with paths. */
export interface PathPattern {
  readonly glob: string
  readonly names: readonly NameGlob[]
  /** How every path ends that it meets: told before anything is compared. */
  readonly ending: string
}

/**
 * A path with its places for a language open: text, and for each place its number. What the wildcards matched is part of the text, so
 * that it is carried over into every language.
 */
export type PathFrame = readonly (string | number)[]

/** How a path matches a pattern. */
export interface PathMatch {
  /** The name of the language as the path writes it, for each `[locale]` from left to right. */
  readonly written: readonly string[]
  readonly frame: PathFrame
  /** What the stars stood for, those of `**` with their slashes: `guides/`. Of use only where the pattern has no `[locale]`. */
  readonly stars: readonly string[]
}

/** Reads a glob that `globFlaw` finds good. */
export function patternOf(glob: string, locales: LocaleNames): PathPattern {
  let place = 0
  const names = namesOfGlob(glob).map(text => {
    const name = readName(text, locales.expression, place)
    place += text.split('[locale]').length - 1
    return name
  })
  return { glob, names, ending: endingOf(names.at(-1)) }
}

/** How a path matches; undefined where it does not. `path` has `/` between its names and begins where the glob does. */
export function matchPath(pattern: PathPattern, path: string): PathMatch | undefined {
  if (!path.endsWith(pattern.ending)) return undefined
  const parts = partsOf(pattern.names, path.split('/'))
  if (parts === undefined) return undefined
  const written: string[] = []
  const frame: (string | number)[] = []
  const stars: string[] = []
  for (const [at, { text, found, ends }] of parts.entries()) {
    const slash = at === parts.length - 1 ? '' : '/'
    if (ends) stars.push(text === '' ? '' : text + slash)
    if (found === undefined) {
      if (!(ends && text === '')) frame.push(text + slash)
      continue
    }
    const places = placesIn(found)
    let from = 0
    for (const [start, end] of places) {
      frame.push(text.slice(from, start), written.length)
      written.push(text.slice(start, end))
      from = end
    }
    frame.push(text.slice(from) + slash)
    stars.push(...found.slice(1))
  }
  return { written, frame, stars }
}

/** Whether files below a folder may match. `folder` is a path like those that are matched; `''` is where the glob begins. */
export function mayMatchBelow({ names }: PathPattern, folder: string): boolean {
  const parts = folder === '' ? [] : folder.split('/')
  let reached = new Set([0])
  for (const part of parts) {
    const next = new Set<number>()
    for (const glob of withGlobstarsOpen(reached, names)) {
      const name = names[glob]
      if (name === '**' && isMeant(part, name)) next.add(glob)
      if (name !== undefined && name !== '**' && matchName(name, part) !== undefined) next.add(glob + 1)
    }
    reached = next
  }
  return [...withGlobstarsOpen(reached, names)].some(glob => glob < names.length)
}

/** A `**` may also stand for no folder at all. */
function withGlobstarsOpen(reached: ReadonlySet<number>, names: readonly NameGlob[]): ReadonlySet<number> {
  const all = new Set(reached)
  for (const glob of all) if (names[glob] === '**') all.add(glob + 1)
  return all
}

/**
 * The frame of a pattern whose stars stand for what those of another pattern matched.
 *
 * @param stars as many as the pattern has, in their order
 */
export function frameOf({ names }: PathPattern, stars: readonly string[]): PathFrame {
  let star = 0
  let place = 0
  const frame: (string | number)[] = []
  const next = () => stars[star++] ?? ''
  for (const [at, name] of names.entries()) {
    const slash = at === names.length - 1 ? '' : '/'
    if (name === '**') {
      frame.push(slash === '' ? next().replace(/\/$/, '') : withSlash(next()))
      continue
    }
    for (const piece of name.text.split(/(\[locale\]|\*+)/)) {
      if (piece === '[locale]') frame.push(place++)
      else frame.push(piece.startsWith('*') ? next() : piece)
    }
    frame.push(slash)
  }
  return frame
}

/** The path that a frame becomes with these names of a language, one for each place. */
export function pathOfFrame(frame: PathFrame, written: readonly string[]): string {
  return frame.map(piece => (typeof piece === 'string' ? piece : (written[piece] ?? ''))).join('')
}

const withSlash = (folders: string): string => (folders === '' || folders.endsWith('/') ? folders : `${folders}/`)

type NameMatch = RegExpExecArray | 'same'

function matchName(glob: NameGlob, name: string): NameMatch | undefined {
  if (glob === '**' || !isMeant(name, glob)) return undefined
  if (glob.match === undefined) return glob.text === name ? 'same' : undefined
  return glob.match(name)
}

/** A name of a path, or all folders that a `**` stands for, beside what they matched. */
interface Part {
  readonly text: string
  readonly found: RegExpExecArray | undefined
  /** True for a `**`. */
  readonly ends: boolean
}

/** `**` takes as few folders as it can. At the end of a glob it takes at least the file. */
function partsOf(globs: readonly NameGlob[], names: readonly string[]): readonly Part[] | undefined {
  const from = (glob: number, at: number): readonly Part[] | undefined => {
    const wanted = globs[glob]
    if (wanted === undefined) return at === names.length ? [] : undefined
    if (wanted === '**') return glob === globs.length - 1 ? rest(wanted, at) : around(wanted, glob, at)
    const name = names[at]
    const found = name === undefined ? undefined : matchName(wanted, name)
    if (name === undefined || found === undefined) return undefined
    const after = from(glob + 1, at + 1)
    return after && [{ text: name, found: found === 'same' ? undefined : found, ends: false }, ...after]
  }
  /** Where a `**` was tried, and nothing came of it: with several of them the same is asked again and again. */
  const tried = new Set<number>()
  const around = (wanted: NameGlob, glob: number, at: number): readonly Part[] | undefined => {
    const place = glob * (names.length + 1) + at
    if (tried.has(place)) return undefined
    tried.add(place)
    for (let end = at; end < names.length; end += 1) {
      const after = from(glob + 1, end)
      if (after) return [{ text: names.slice(at, end).join('/'), found: undefined, ends: true }, ...after]
      if (!isMeant(names[end] ?? '', wanted)) return undefined
    }
    return undefined
  }
  const rest = (wanted: NameGlob, at: number): readonly Part[] | undefined => {
    const left = names.slice(at)
    const isGood = left.length > 0 && left.every(name => isMeant(name, wanted))
    return isGood ? [{ text: left.join('/'), found: undefined, ends: true }] : undefined
  }
  return from(0, 0)
}

/** Where in a name the language stands, from left to right. */
function placesIn({ indices }: RegExpExecArray): readonly (readonly [number, number])[] {
  return Object.values(indices?.groups ?? {}).sort(([one], [other]) => one - other)
}
