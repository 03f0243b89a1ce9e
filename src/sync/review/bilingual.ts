/** Rows for a reviewer as XLIFF 1.2, which every translator's program opens; 2.x is read, too, since some save that. */
import {
  attributesOf,
  FormatError,
  localName,
  readXml,
  textOfNode,
  type XmlNode,
  type XmlTag,
} from '../../formats/index.ts'
import { type ReturnedRow, ReviewFileFault, type ReviewRow, type ReviewSheet } from './row.ts'

/** Characters that no XML has, not even as references. */
const FORBIDDEN = /(?![\t\n\r\x7f-\x9f])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u

export function xmlHolds(text: string): boolean {
  return !FORBIDDEN.test(text)
}

/** The rows as XLIFF 1.2, a `file` for each translation. */
export function xliffOf({ source_language, language, rows }: ReviewSheet): string {
  const files = new Map<string, ReviewRow[]>()
  for (const row of rows) {
    const some = files.get(row.file)
    if (some === undefined) files.set(row.file, [row])
    else some.push(row)
  }
  const languages = `source-language="${attributeOf(source_language)}" target-language="${attributeOf(language)}"`
  const bodies = [...files].map(
    ([file, some]) =>
      `  <file original="${attributeOf(file)}" ${languages} datatype="plaintext">\n    <body>\n${some.map(unitOf).join('')}    </body>\n  </file>\n`,
  )
  const root = '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${bodies.join('')}</xliff>\n`
}

function unitOf({ id, key, context, max_length, source, translation, state, doubts }: ReviewRow): string {
  const longest = max_length === undefined ? '' : ` maxwidth="${max_length}" size-unit="char"`
  const target =
    translation === ''
      ? '<target state="needs-translation"/>'
      : `<target state="needs-review-translation">${escaped(translation)}</target>`
  const notes = [
    [context, 'developer'],
    [`State: ${state}`, 'translation-mcp'],
    [doubts, 'translation-mcp'],
  ] as const
  return [
    `      <trans-unit id="${id}" resname="${attributeOf(key)}" approved="no" xml:space="preserve"${longest}>`,
    `        <source>${escaped(source)}</source>`,
    `        ${target}`,
    ...notes.flatMap(([words, from]) =>
      words === '' ? [] : [`        <note from="${from}">${escaped(words)}</note>`],
    ),
    '      </trans-unit>\n',
  ].join('\n')
}

const REFERENCES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function attributeOf(text: string): string {
  return escaped(text).replaceAll('\n', '&#10;')
}

/** Between tags. What XML would read as other white space is a reference, and so is what editors do not show. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, mark => REFERENCES[mark] ?? mark)
    .replace(/[\r\t\x7f-\x9f]/g, mark => `&#${mark.charCodeAt(0)};`)
}

/** @throws {ReviewFileFault} the bytes are no XLIFF, or define entities of their own */
export async function readXliffRows(bytes: Uint8Array): Promise<readonly ReturnedRow[]> {
  const reader = new RowReader()
  try {
    for await (const { nodes } of readXml(piecesOf(bytes))) for (const node of nodes) reader.take(node)
  } catch (error) {
    if (error instanceof FormatError) throw new ReviewFileFault(error.message)
    throw error
  }
  return reader.rows
}

const PIECE_BYTES = 65_536

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
}

const UNITS: ReadonlySet<string> = new Set(['trans-unit', 'unit'])
/** What a text may stand in: alternatives and what a program cut for itself are none of ours. */
const HOLDERS: ReadonlySet<string> = new Set(['trans-unit', 'segment', 'ignorable'])
/** A program marks the sentences of a text so. */
const TRANSPARENT: ReadonlySet<string> = new Set(['mrk'])
/** States of a target that a reviewer gives: XLIFF 1.2 and 2.x. */
const REVIEWED: ReadonlySet<string> = new Set(['final', 'signed-off', 'reviewed'])

interface OpenRow {
  readonly line: number
  readonly id: string
  readonly key: string
  readonly approved: string | undefined
  readonly texts: { source: string | undefined; target: string }
  /** Those of its target, or of its segments. */
  readonly states: (string | undefined)[]
  has_tags: boolean
}

class RowReader {
  readonly rows: ReturnedRow[] = []
  /** Names of the elements that are open. */
  readonly #open: string[] = []
  #line = 1
  #row: OpenRow | undefined
  #reading: { readonly of: 'source' | 'target'; readonly depth: number } | undefined

  take(node: XmlNode): void {
    if (node.kind === 'open') {
      this.#begin(node, localName(node.name))
      if (node.empty) this.#end()
    } else if (node.kind === 'close') this.#end()
    else if (this.#reading && this.#row) {
      const { of } = this.#reading
      this.#row.texts[of] = (this.#row.texts[of] ?? '') + textOfNode(node)
    }
    this.#line += node.raw.split('\n').length - 1
  }

  #begin(tag: XmlTag, name: string): void {
    const above = this.#open.at(-1)
    this.#open.push(name)
    if (above === undefined && name !== 'xliff')
      throw new ReviewFileFault(`The file is XML, but no XLIFF: its root is <${name.slice(0, 40)}>.`)
    if (this.#reading) {
      if (this.#row && this.#reading.of === 'target' && !TRANSPARENT.has(name)) this.#row.has_tags = true
    } else if (UNITS.has(name)) this.#beginRow(attributes(tag))
    else if (this.#row && (name === 'source' || name === 'target') && HOLDERS.has(above ?? '')) {
      this.#reading = { of: name, depth: this.#open.length }
      this.#row.texts[name] ??= ''
      if (name === 'target' && above === 'trans-unit') this.#row.states.push(attributes(tag)('state'))
    } else if (this.#row && name === 'segment') this.#row.states.push(attributes(tag)('state'))
  }

  #beginRow(attribute: (name: string) => string | undefined): void {
    this.#row = {
      ...{ line: this.#line, id: attribute('id') ?? '', key: attribute('resname') ?? attribute('name') ?? '' },
      ...{ approved: attribute('approved'), texts: { source: undefined, target: '' }, states: [], has_tags: false },
    }
  }

  #end(): void {
    const row = this.#row
    if (this.#reading?.depth === this.#open.length) this.#reading = undefined
    else if (row && UNITS.has(this.#open.at(-1) ?? '')) {
      this.#row = undefined
      this.rows.push(returnedRow(row))
    }
    this.#open.pop()
  }
}

function returnedRow({ line, id, key, approved, texts, states, has_tags }: OpenRow): ReturnedRow {
  const isReviewed = approved === 'yes' || (states.length > 0 && states.every(state => REVIEWED.has(state ?? '')))
  const { source, target } = texts
  return { line, id: id.trim(), key, source, textFor: () => target, mark: isReviewed ? 'yes' : 'none', has_tags }
}

function attributes(tag: XmlTag): (name: string) => string | undefined {
  const found = attributesOf(tag)
  return name => found.get(name)?.value
}
