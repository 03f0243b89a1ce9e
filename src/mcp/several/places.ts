import { homedir } from 'node:os'
import path from 'node:path'
import { playTagOf } from '../../contract/formats.ts'
import { resultName } from '../../contract/result-names.ts'
import { localizedPath } from '../../formats/index.ts'
import { isInside } from '../files/allowed.ts'
import { type Home, placeInTree } from './homes.ts'

/** Where the results of one file go, by language. */
export type Places = ReadonlyMap<string, string>

/** Where results go, as absolute paths. Which of both it is, the result decides. */
export interface PossiblePlaces {
  /** A file for each language. */
  readonly apart: Places
  /** One file that holds all languages: a table with a column for each, or the zip that was asked for. */
  readonly together: Places
  /** True where the source is such a file. */
  readonly holds_all: boolean
  /** True where a zip with a file for each language was asked for. */
  readonly zip: boolean
  /** True where that very path was given, which nothing was put into. */
  readonly exact?: boolean
}

/** The default of `--out`: beside the source, with the usual name of a translated file. */
export const BESIDE = '{dir}/'

const PLACEHOLDER = /\{(\w*)\}/g
const KNOWN = ['dir', 'name', 'ext', 'lang']

/** The first placeholder of a template that does not exist; undefined when all do. */
export function unknownPlaceholder(template: string): string | undefined {
  return [...template.matchAll(PLACEHOLDER)]
    .map(([written]) => written)
    .find(written => !KNOWN.includes(written.slice(1, -1)))
}

/** One source file (an absolute path) and the language it is in, where that is known. */
export interface SourceFile {
  readonly path: string
  readonly language: string | null
}

/** What the places of all files of a run follow from. */
export interface PlaceRule {
  readonly template: string
  /** The folder that relative paths of a template start at. */
  readonly working: string
  /**
   * The folder below which results keep the folders of their sources, in a folder that the template names: two sources have the same name.
   * Undefined where all names differ.
   */
  readonly base?: string | undefined
  /** True where the usual name of a result is that of another one too: it then keeps the name of its source. */
  readonly plain?: boolean
  /** The folder that was named, where the source is one of its files. */
  readonly home?: Home | undefined
}

/** The name of what holds all languages, in place of the tag of one. */
const ALL = 'translations'

/** The places of the results of one file. */
export function placesOf(
  rule: PlaceRule,
  source: SourceFile,
  languages: readonly string[],
  holds_all: boolean,
): PossiblePlaces {
  const { home, template } = rule
  const inTree =
    home !== undefined && template === BESIDE
      ? placeInTree(home, source.path, ALL, path.basename(source.path))
      : undefined
  const together = inTree ?? placeOf({ ...rule, plain: true }, source, ALL)
  return {
    apart: new Map(languages.map(language => [language, placeOf(rule, source, language)])),
    together: new Map(languages.map(language => [language, together])),
    holds_all,
    exact: !rule.template.includes('{') && !/[\\/]$/.test(rule.template),
    zip: !holds_all && languages.length > 1 && isZipName(rule.template) && !rule.template.includes('{lang}'),
  }
}

/** Where the results go by what is known before they are there. */
export function expectedIn({ apart, together, holds_all, zip }: PossiblePlaces): Places {
  return zip || (holds_all && apart.size > 1) ? together : apart
}

/** True for a place whose name asks for a zip. */
export function isZipName(place: string): boolean {
  return /\.zip$/i.test(place)
}

/**
 * The absolute path of the result for one source file and language. If the source has no extension, `.{ext}` is left out with its
 * dot. A template that ends in a separator is a folder; the result gets its usual name there.
 */
export function placeOf(
  { template, working, base, plain = false, home }: PlaceRule,
  source: SourceFile,
  lang: string,
): string {
  const { dir, name, ext, base: file } = path.parse(resultName(source.path))
  if (template === BESIDE)
    return home === undefined || plain ? besideOf(source, lang, plain) : ofHome(home, source, lang)
  const values: Record<string, string> = { dir, name, ext: ext.slice(1), lang }
  const folder = /[\\/]$/.test(template)
  const dotted = ext === '' ? template.replaceAll('.{ext}', '') : template
  const filled = dotted.replaceAll(PLACEHOLDER, (written, key: string) => values[key] ?? written)
  if (!folder) return path.resolve(working, filled)
  // In a tree for each language, the names need no tag.
  const isTree = home !== undefined && template.includes('{lang}')
  const usual = plain ? plainName(file, lang) : isTree ? nameInTree(source, lang) : localizedName(source, lang)
  // A file beside the folders of a run does not lead its result out of the folder that was asked for.
  const keepsFolders = base !== undefined && !template.includes('{dir}') && isInside(dir, base)
  const below = keepsFolders ? path.relative(base, dir) : ''
  return path.resolve(working, path.join(filled, below, usual))
}

function localizedName({ path: source, language }: SourceFile, lang: string): string {
  return localizedPath(path.basename(source), lang, language ?? undefined)
}

/** The name of a translation in a folder that says its language: that of the source, unless it says one itself. */
function nameInTree(source: SourceFile, lang: string): string {
  const [name, localized] = [resultName(path.basename(source.path)), localizedName(source, lang)]
  return localized === plainName(name, lang) ? name : localized
}

/** Where the name or the folders of the source say a language, in the place of that; else in the tree of its folder. */
function ofHome(home: Home, source: SourceFile, lang: string): string {
  const said = besideOf(source, lang, false, home.folder)
  const isSaid = said !== besideOf(source, lang, true)
  return (isSaid ? undefined : placeInTree(home, source.path, lang, nameInTree(source, lang))) ?? said
}

/** So many folders above a file may say its language: what is further away is seldom about the file. */
const FOLDERS = 6

/** Beside the source, or in the folder for the language where the folders of the source say theirs. */
function besideOf(
  { path: source, language }: SourceFile,
  lang: string,
  plain: boolean,
  from = path.dirname(source),
): string {
  const dir = path.dirname(source)
  if (plain) return path.join(dir, plainName(path.basename(source), lang))
  const home = homedir()
  let root = from
  for (let up = 0; up < FOLDERS && root !== home; up += 1) root = path.dirname(root)
  const within = path.relative(root, source).split(path.sep)
  return path.join(root, ...localizedPath(within.join('/'), lang, language ?? undefined).split('/'))
}

/**
 * The name of the source with the tag before its extension, whatever tag it has already. Of a source whose translation is a file of another
 * kind it is the whole name, since the source of that kind may lie beside it.
 */
function plainName(file: string, lang: string): string {
  const result = resultName(file)
  if (playTagOf(result)) return `${result}.${lang}.messages`
  const { name, ext } = path.parse(result)
  // What is made from a template is a catalogue.
  return `${result === file ? name : file}.${lang}${/^\.pot$/i.test(ext) ? ext.slice(0, -1) : ext}`
}

/** The folder below which the results of these files keep their folders; undefined where no two have the same name. */
export function baseOf(files: readonly string[]): string | undefined {
  const names = files.map(file => path.basename(file).toLowerCase())
  if (new Set(names).size === names.length) return undefined
  const [first = [], ...others] = files.map(file => path.dirname(file).split(path.sep))
  const ends = others.map(folders => folders.findIndex((name, at) => name !== first[at]))
  const shared = Math.min(
    first.length,
    ...others.map((folders, at) => (ends[at] === -1 ? folders.length : (ends[at] ?? 0))),
  )
  return first.slice(0, shared).join(path.sep) || path.sep
}

/** The folder below which results in a folder that was asked for keep the folders of their sources. @param files absolute paths */
export function baseOfRun(files: readonly string[], homes: readonly Home[]): string | undefined {
  if (homes.length === 0) return baseOf(files)
  const [only, ...others] = new Set(homes)
  return others.length === 0 ? only?.folder : baseOf([...new Set(homes)].map(({ folder }) => path.join(folder, 'x')))
}

/** The paths that occur more than once. Upper and lower case are the same to some systems. */
export function collisions(all: readonly (readonly string[])[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const places of all) {
    for (const place of places.map(folded)) {
      if (seen.has(place)) twice.add(place)
      seen.add(place)
    }
  }
  return twice
}

/** One file of a run, and what its results are. */
export interface FileToPlace extends SourceFile {
  readonly languages: readonly string[]
  readonly holds_all: boolean
  /** The folder that was named, where it is one of its files. */
  readonly home?: Home | undefined
}

/** The places of one file among those of others. */
export interface PlacedInRun {
  readonly places: PossiblePlaces
  /** The place that another result has too, whatever was tried; undefined where none is shared. */
  readonly shared: string | undefined
}

/** Gives each result its place. Where two have the same, both get the name of their source with the tag. */
export function placesOfAll(all: readonly FileToPlace[], rule: PlaceRule): PlacedInRun[] {
  const place = (one: FileToPlace, plain: boolean) =>
    placesOf({ ...rule, plain, home: one.home }, one, one.languages, one.holds_all)
  const listOf = (places: PossiblePlaces) => {
    const list = [...expectedIn(places).values()]
    return expectedIn(places) === places.together ? list.slice(0, 1) : list
  }
  const sharedIn = (places: PossiblePlaces, twice: ReadonlySet<string>) =>
    listOf(places).find(each => twice.has(folded(each)))
  const usual = all.map(one => ({ one, places: place(one, false) }))
  const first = collisions(usual.map(({ places }) => listOf(places)))
  const placed = usual.map(({ one, places }) => (sharedIn(places, first) === undefined ? places : place(one, true)))
  const still = collisions(placed.map(listOf))
  return placed.map(places => ({ places, shared: sharedIn(places, still) }))
}

/** A path as `collisions` compares it. */
function folded(place: string): string {
  return place.toLowerCase()
}
