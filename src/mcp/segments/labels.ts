/** What a line is, in brackets behind its number: `12[menu.file:save] Save`. A group that stays the same from line to line is said once. */
import type { OpenSegment } from '../../contract/segments.ts'
import { visible } from '../render/data.ts'
import { lineOf } from './lines.ts'

/** What a label says: a group that many lines share, and a name in it; either may be empty. */
interface Place {
  readonly group: string
  readonly name: string
  /** The group is not said: the line itself begins it, as a heading does. */
  readonly begins?: boolean
  /** The name is left out where it is that of the line above, as the only column of a table. */
  readonly steady?: boolean
}

const NOWHERE: Place = { group: '', name: '' }

/** The ways to say a place, by what is known of a segment; the first that applies counts. */
const WAYS: readonly ((segment: OpenSegment) => Place | undefined)[] = [
  ({ key }) => (key === null ? undefined : placeOfKey(key)),
  ({ kind, part, row, column }) =>
    kind === 'cell' ? { group: part, name: `r${row ?? '?'}c${column ?? '?'}` } : undefined,
  ({ kind, part }) =>
    kind === null ? undefined : { group: part, name: shortKind(kind), begins: kind.startsWith('heading') },
  ({ row, column }) => (column === null ? undefined : { group: row ?? '', name: column, steady: true }),
  ({ context, references }) =>
    context === null && references === null ? undefined : { group: fileOf(references ?? ''), name: context ?? '' },
]

function placeOf(segment: OpenSegment): Place {
  for (const way of WAYS) {
    const place = way(segment)
    if (place !== undefined) return place
  }
  return NOWHERE
}

function placeOfKey(key: string): Place {
  const dot = key.lastIndexOf('.')
  return { group: key.slice(0, Math.max(0, dot)), name: key.slice(dot + 1) }
}

const SHORT_KINDS: Readonly<Record<string, string>> = {
  paragraph: '',
  'list item': 'li',
  'link title': 'title',
  'alt text': 'alt',
}

function shortKind(kind: string): string {
  return SHORT_KINDS[kind] ?? kind.replace(/^heading (?=\d$)/, 'h')
}

/** The first file of references, with its folder: `src/ui/dialog.c:12 src/menu.c:3` → `ui/dialog.c`. */
function fileOf(references: string): string {
  const [first = ''] = references.trim().split(/\s+/)
  const [file = ''] = first.split(/:\d/)
  return file.split('/').slice(-2).join('/')
}

/** The lines of segments, in their order. The first line says all of its label. */
export function labelledLines(segments: readonly OpenSegment[]): string[] {
  let above = NOWHERE
  return segments.map(segment => {
    const place = placeOf(segment)
    const label = labelOf(place, above, segment.max_length)
    above = place
    return lineOf(segment.id, segment.text, label)
  })
}

const LONGEST = 80
/** Said where a group ends and the line has nothing else to say: a colon alone says nothing. */
const NO_GROUP = 'no group'

function labelOf({ group, name, begins, steady }: Place, above: Place, max_length: number | null): string {
  const moved = group !== above.group && begins !== true
  const said = steady && name === above.name ? '' : name
  const limit = max_length === null ? '' : `≤${max_length}`
  const heading = group === '' && said === '' ? NO_GROUP : group
  const words = [`${moved ? `${heading}:` : ''}${said}`, limit].filter(word => word !== '')
  // Without blanks, so that whoever cuts a line at its first blank has the number with its label, and the text.
  return visible(words.join(','), LONGEST).replaceAll('[', '(').replaceAll(']', ')').replaceAll(/\s/g, '_')
}

/** True where lines say more than a number and a text, which the rules then have to explain. */
export function areLabelled(lines: readonly string[]): boolean {
  return lines.some(line => /^[\d.]+\[/.test(line))
}
