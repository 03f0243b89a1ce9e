/** Writing a translation: in the looks of its source, in its own language and direction. */
import { encodeLater } from '../bytes/charset.ts'
import { editsOfDrawn } from '../bytes/drawing/index.ts'
import { editsOfRuns } from '../bytes/runs/index.ts'
import { localName, reword, writeText, type XmlNode } from '../bytes/xml/index.ts'
import type { Charset, Edit, Target } from '../format.ts'
import { HYPHEN } from './items.ts'
import { openedIn, placeOfBidi, type Script, scriptOf } from './language.ts'
import type { WordLayout } from './layout.ts'
import type { WordLine, WordUnit } from './story.ts'

/** None where nothing is translated, or where one of the places cannot be written: they say the same. */
export function editsOfWord(unit: WordUnit, translation: string | undefined, target: Target): readonly Edit[] {
  const { places, member, charset, text, start, end } = unit
  if (translation === undefined || translation === text || places.in === 'nothing') return NONE
  if (places.in === 'drawing') return editsOfDrawn(places.unit, translation, target)
  if (places.in === 'attributes') {
    const edits = places.attributes.map(({ tag, name }) => reword(tag, name, translation, charset))
    return edits.flatMap(edit => (edit ? { ...edit, member } : []))
  }
  if (places.in === 'text') {
    const written = writeText(translation, { like: places.like, charset, where: 'text' })
    return written === undefined ? NONE : [{ member, start, end, bytes: encodeLater(written, charset) }]
  }
  const script = scriptOf(target)
  const all = places.lines.map(line => editsOfLine(line, translation, charset, script, member))
  return all.some(edits => edits.length === 0) ? NONE : [...tablesTurned(unit, places.lines, script), ...all.flat()]
}

/** The tables around a text run as it does. */
function tablesTurned({ path, member, charset }: WordUnit, lines: readonly WordLine[], { rtl }: Script): Edit[] {
  const turnings = lines.flatMap(({ layout }) => layout.tables.map(table => table.turning(path, rtl)))
  return turnings.flatMap(each =>
    each ? [{ member, start: each.start, end: each.end, bytes: encodeLater(each.text, charset) }] : [],
  )
}

const NONE: readonly Edit[] = []

function editsOfLine(
  { runs, layout }: WordLine,
  translation: string,
  charset: Charset,
  script: Script,
  member: string | undefined,
): Edit[] {
  const hyphen = hyphenIn(runs.base?.open)
  const escaped = (said: string): string | undefined => {
    const written = writeText(said, { like: '', charset, where: 'text' })
    return written?.includes(HYPHEN) ? written.replaceAll(HYPHEN, hyphen) : written
  }
  const edits = editsOfRuns(runs, translation, escaped, open => openedIn(open, script, layout.complex))
  if (edits.length === 0) return []
  const turned = turning(layout, script.rtl, charset)
  const written = edits.map(({ start, end, text }) => ({ member, start, end, bytes: encodeLater(text, charset) }))
  return turned ? [{ ...turned, member }, ...written] : written
}

/** A hyphen that does not break, between two texts of a run. */
function hyphenIn(open: string | undefined): string {
  const prefix = /<([\w.-]+:)?t xml:space="preserve">$/.exec(open ?? '')?.[1] ?? ''
  return `</${prefix}t><${prefix}noBreakHyphen/><${prefix}t xml:space="preserve">`
}

/** The edit that makes the lines of a paragraph run as its translation does. */
function turning({ bidi, tag, properties }: WordLayout, rtl: boolean, charset: Charset): Edit | undefined {
  if ((bidi.own ?? bidi.style) === rtl || tag?.kind !== 'open') return undefined
  const prefix = tag.name.slice(0, tag.name.length - localName(tag.name).length)
  const mark = rtl ? `<${prefix}bidi/>` : bidi.style ? `<${prefix}bidi ${prefix}val="0"/>` : ''
  const [first] = properties
  const edit = (start: number, end: number, text: string): Edit => ({ start, end, bytes: encodeLater(text, charset) })
  if (first?.kind !== 'open') return edit(tag.end, tag.end, `<${prefix}pPr>${mark}</${prefix}pPr>`)
  if (first.empty) return edit(first.start, first.end, `<${prefix}pPr>${mark}</${prefix}pPr>`)
  const children = topLevel(properties)
  const own = children.find(({ name }) => name === 'bidi')
  if (own) return edit(own.start, own.end, mark)
  const next = children[placeOfBidi(children.map(({ name }) => name))]
  const at = next?.start ?? properties.at(-1)?.start ?? first.end
  return edit(at, at, mark)
}

/** The elements that are right in one, by name and byte range. */
function topLevel(nodes: readonly XmlNode[]): { name: string; start: number; end: number }[] {
  const found: { name: string; start: number; end: number }[] = []
  let depth = 0
  for (const node of nodes) {
    if (node.kind === 'close') depth -= 1
    const last = found.at(-1)
    if (node.kind === 'open' && depth === 1)
      found.push({ name: localName(node.name), start: node.start, end: node.end })
    else if (node.kind === 'close' && depth === 1 && last) last.end = node.end
    if (node.kind === 'open' && !node.empty) depth += 1
  }
  return found
}
