/** The kinds of files that a file of an unknown kind is nearest to: by how it begins, and by its name. */
import { extensionOf } from './formats.ts'
import { insteadOf } from './instead.ts'

interface UnknownFile {
  readonly name: string
  /** Its first bytes, 64 kB at most. Absent where only its name is known. */
  readonly head?: Uint8Array | undefined
}

/** What is looked for in a text: its first lines, without blank ones, each cut off. */
interface Beginning {
  readonly text: string
  readonly lines: readonly string[]
}

interface Kind {
  /** What such a file is, as people say it. */
  readonly reads: string
  readonly endings: readonly string[]
  readonly is: (beginning: Beginning) => boolean
}

const LINES = 200
const LONGEST_LINE = 500
/** So many of the lines look alike in files of keys. */
const MOST = 0.6

const isPackage = (mark: string) => (beginning: Beginning) =>
  beginning.text.startsWith('PK\x03\x04') && beginning.text.includes(mark)
const hasRoot = (root: RegExp) => (beginning: Beginning) => root.test(rootOf(beginning.text) ?? '')
const mostly = (line: RegExp) => (beginning: Beginning) => shareOf(beginning.lines, line) >= MOST
const some = (line: RegExp) => (beginning: Beginning) => beginning.lines.some(each => line.test(each))
const inColumns = (separator: string) => (beginning: Beginning) => {
  const counts = beginning.lines.slice(0, 8).map(line => line.split(separator).length)
  return counts.length > 1 && (counts[0] ?? 0) > 1 && new Set(counts).size === 1
}

/** In the order in which they are asked; the first that fits is the one. */
const KINDS: readonly Kind[] = [
  { reads: 'a PDF', endings: ['pdf'], is: ({ text }) => text.startsWith('%PDF-') },
  { reads: 'a Word document', endings: ['docx'], is: isPackage('word/') },
  { reads: 'a workbook of Excel', endings: ['xlsx'], is: isPackage('xl/') },
  { reads: 'a presentation of PowerPoint', endings: ['pptx'], is: isPackage('ppt/') },
  { reads: 'a document of InDesign', endings: ['idml'], is: isPackage('application/vnd.adobe.indesign') },
  ...['odt text', 'ods spreadsheet', 'odp presentation', 'odg graphics'].map(row => {
    const [ending = '', kind = ''] = row.split(' ')
    return { reads: 'OpenDocument', endings: [ending], is: isPackage(`application/vnd.oasis.opendocument.${kind}`) }
  }),
  { reads: 'a zip', endings: ['zip'], is: isPackage('') },
  { reads: 'XLIFF', endings: ['xlf', 'xliff'], is: hasRoot(/^xliff$/) },
  { reads: 'a web page', endings: ['html', 'htm'], is: hasRoot(/^(?:!doctype )?html$/i) },
  {
    reads: 'a resource file of .NET',
    endings: ['resx', 'resw'],
    is: ({ text }) => rootOf(text) === 'root' && text.includes('<data '),
  },
  { reads: 'XML', endings: ['xml'], is: hasRoot(/./) },
  { reads: 'WebVTT', endings: ['vtt'], is: ({ text }) => text.startsWith('WEBVTT') },
  { reads: 'SubRip', endings: ['srt'], is: some(/^\d\d:\d\d:\d\d,\d{3} --> /) },
  { reads: 'a PO catalogue', endings: ['po', 'pot'], is: some(/^msgid "/) },
  {
    reads: 'JSON',
    endings: ['json', 'jsonc'],
    is: ({ text }) => /^(?:\{\s*(?:"|\}|\/[/*])|\[\s*[["{\]\d])/.test(text),
  },
  { reads: 'strings of Apple', endings: ['strings'], is: mostly(/^"[^"]{1,200}"\s{0,9}=\s{0,9}"/) },
  {
    reads: 'an INI file',
    endings: ['ini'],
    is: beginning => some(/^\[[^[\]]{1,100}\]$/)(beginning) && mostly(/^(?:\[|[\w.-]{1,100}\s{0,9}=)/)(beginning),
  },
  { reads: 'properties of Java', endings: ['properties', 'ini'], is: mostly(/^[\w.-]{1,200}\s{0,9}=/) },
  { reads: 'YAML', endings: ['yaml', 'yml'], is: mostly(/^(?:---$|- |[\w."'-]{1,100}:(?:\s|$))/) },
  { reads: 'Markdown', endings: ['md', 'markdown'], is: some(/^(?:#{1,6} |```|\[[^[\]]{1,200}\]\()/) },
  { reads: 'a table', endings: ['tsv', 'csv'], is: inColumns('\t') },
  { reads: 'a table', endings: ['csv'], is: beginning => inColumns(',')(beginning) || inColumns(';')(beginning) },
]

/** At most so many are named. */
const MOST_NAMED = 4

/**
 * What a refusal of a file says besides, as a sentence with a blank before it: what would do in its place, else which of the accepted endings
 * it is nearest to. Undefined where nothing is near: then all that is accepted may be named.
 */
export function adviceOnKind(file: UnknownFile, accepted: readonly string[]): string | undefined {
  return insteadOf(extensionOf(file.name), accepted) ?? nearestOf(file, accepted)
}

/**
 * Which of the accepted endings a file is nearest to, as a sentence with a blank before it: those of what it reads like, then those that its
 * name is like. Undefined where nothing is near.
 */
export function nearestOf({ name, head }: UnknownFile, accepted: readonly string[]): string | undefined {
  const isTaken = (ending: string) => accepted.includes(ending)
  const kind = head && KINDS.find(one => one.is(beginningOf(head)))
  const same = (kind?.endings ?? []).filter(isTaken)
  const alike = endingsLike(name, accepted).filter(ending => !same.includes(ending))
  const named = [
    same.length === 0 ? '' : `${same.slice(0, MOST_NAMED).join(', ')} (it reads like ${kind?.reads})`,
    alike.length === 0 ? '' : `${alike.slice(0, MOST_NAMED - same.length).join(', ')} (its name is like one)`,
  ].filter(each => each !== '')
  if (named.length === 0) return undefined
  return ` Nearest of what is accepted: ${named.join(', ')}. If it is such a file, give a copy whose name ends so.`
}

function beginningOf(head: Uint8Array): Beginning {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  const isPacked = bytes.subarray(0, 2).toString('latin1') === 'PK'
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = bytes.toString(isPacked ? 'latin1' : isWide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '')
  // What has a NUL is no text, whatever its lines look like.
  if (isPacked || text.includes('\0')) return { text, lines: [] }
  const lines = text.split(/\r\n|\n|\r/, LINES).map(line => line.slice(0, LONGEST_LINE).trim())
  return { text: text.trimStart(), lines: lines.filter(line => line !== '' && !/^(?:[#;!]|\/\/)(?!#* )/.test(line)) }
}

/** The name of the first element of a text that begins as XML does. */
function rootOf(text: string): string | undefined {
  if (!text.startsWith('<')) return undefined
  const found = /<(!doctype html|[a-z_][\w.-]{0,99})/i.exec(text)?.[1]
  return found?.toLowerCase().startsWith('!doctype') ? '!doctype html' : found
}

function shareOf(lines: readonly string[], line: RegExp): number {
  return lines.length < 2 ? 0 : lines.filter(each => line.test(each)).length / lines.length
}

/** Accepted endings that a name is like: `app.json.bak`, `app.json~`, `app.jsn`. */
function endingsLike(name: string, accepted: readonly string[]): readonly string[] {
  const pieces = name.toLowerCase().split('.').slice(1)
  const last = pieces.at(-1) ?? ''
  const inside = pieces.map(piece => /^[a-z\d]+/.exec(piece)?.[0] ?? '').filter(piece => accepted.includes(piece))
  const near = accepted.filter(ending => isNear(last, ending))
  return [...new Set([...inside.reverse(), ...near])]
}

/** One letter more or less, two that changed places, or, of longer ones, another letter. One that goes on is one, too: `xlif`, `yaml2`. */
function isNear(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 2 || one === other) return false
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (short.length !== long.length) return short.length > 2 && short.slice(at) === long.slice(at + 1)
  const isSwapped =
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  return isSwapped || (short.length > 3 && short.slice(at + 1) === long.slice(at + 1))
}
