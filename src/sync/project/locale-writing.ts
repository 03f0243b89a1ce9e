import { gettextName } from '../../contract/language-tags.ts'
import { folderSign, inGettext, inStyleOf } from '../../formats/index.ts'
import { tagOfName } from './locale-names.ts'
import { type PathFrame, pathOfFrame } from './pattern.ts'

/** Where in a path the name of a language stands. */
interface Spot {
  readonly folders: readonly string[]
  readonly file: string
  /** The number of the folder that it stands in; that of all folders where it is the name of the file. */
  readonly at: number
  readonly before: string
  readonly after: string
}

/**
 * How a path names a language that is not there yet: in the manner of the others that are there, and as its layout wants it (Android,
 * browsers, gettext, Xcode, Flutter, VS Code …), else by its tag.
 *
 * @param place the number of the place in the frame
 * @param others names of other languages that stand at this place in other paths, the most frequent first
 */
export function localeWriting(tag: string, frame: PathFrame, place: number, others: readonly string[]): string {
  const sample = sampleOf(others)
  const spot = spotOf(frame, place, sample)
  const wanted = others.some(name => CHINESE_BY_REGION.test(name)) ? chineseByRegion(tag) : tag
  const written = spot.at < spot.folders.length ? inFolder(spot, sample, wanted) : inFile(spot, sample, wanted)
  return inCapitals(others) ? written.toUpperCase() : written
}

/** A name that shows the manner of all: one with a mark between its parts, and with a part that tags have in capitals. */
function sampleOf(others: readonly string[]): string {
  const marked = others.filter(name => /[-_]/.test(name))
  const telling = marked.find(name => /[A-Z]/.test(tagOfName(name) ?? ''))
  const [first] = marked
  return telling ?? (first === undefined ? (others[0] ?? 'en') : `en${/[-_]/.exec(first)?.[0] ?? '-'}US`)
}

const CHINESE_BY_REGION = /^zh[-_](?:cn|tw|hk|mo|sg)$/i
const SMALL = /[a-z]/

const inCapitals = (others: readonly string[]): boolean =>
  others.length > 0 && others.every(name => /^[A-Z]{2,3}\b/.test(name) && !SMALL.test(name))

function chineseByRegion(tag: string): string {
  return /^zh-/i.test(tag) ? gettextName(tag).replaceAll('_', '-') : tag
}

function spotOf(frame: PathFrame, place: number, sample: string): Spot {
  const fill = (pieces: PathFrame) =>
    pathOfFrame(
      pieces.map(piece => (typeof piece === 'number' ? sample : piece)),
      [],
    )
  const start = fill(frame.slice(0, frame.indexOf(place))).length
  const path = fill(frame)
  const begin = path.lastIndexOf('/', start - 1) + 1
  const slash = path.indexOf('/', start)
  const folders = path.split('/')
  const file = folders.pop() ?? ''
  return {
    folders,
    file,
    at: path.slice(0, start).split('/').length - 1,
    before: start === 0 ? '' : path.slice(begin, start),
    after: path.slice(start + sample.length, slash < 0 ? path.length : slash),
  }
}

function inFolder({ folders, file, at, before, after }: Spot, sample: string, tag: string): string {
  const made = folderSign(folders, at, file)?.as(tag)
  const fits = made?.startsWith(before) && made.endsWith(after) && made.length > before.length + after.length
  if (made !== undefined && fits) return made.slice(before.length, made.length - after.length)
  return inStyleOf(sample, tag, before.endsWith('_') ? '_' : '-')
}

interface NameLayout {
  readonly holds: (spot: Spot) => boolean
  readonly write: (sample: string, tag: string) => string
}

const underscored = (sample: string, tag: string): string => inStyleOf(sample, tag, '_')

/** How the names of files write languages, the surest first. */
const NAME_LAYOUTS: readonly NameLayout[] = [
  {
    // VS Code: package.nls.pt-br.json, bundle.l10n.zh-cn.json.
    holds: ({ before }) => /^(?:package\.nls|bundle\.l10n)\.$/.test(before),
    write: (_, tag) => chineseByRegion(tag).toLowerCase(),
  },
  { holds: ({ after }) => /^\.pot?$/i.test(after), write: inGettext },
  // Flutter: app_pt_BR.arb; Java: messages_pt_BR.properties.
  { holds: ({ after }) => /^\.(?:arb|properties)$/i.test(after), write: underscored },
  {
    // Symfony: translations/messages.pt_BR.yaml.
    holds: ({ folders, before, after }) =>
      folders.at(-1) === 'translations' && before.endsWith('.') && /^\.(?:ya?ml|xlf|xliff)$/i.test(after),
    write: underscored,
  },
  { holds: ({ before }) => before.endsWith('_'), write: underscored },
]

function inFile(spot: Spot, sample: string, tag: string): string {
  const layout = NAME_LAYOUTS.find(({ holds }) => holds(spot))
  return layout === undefined ? inStyleOf(sample, tag, '-') : layout.write(sample, tag)
}
