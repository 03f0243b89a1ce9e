/** A text of a workbook, as shared strings, cells and comments have it: one `<t>`, or runs with their looks. */
import { type CodedRuns, codedRuns, editsOfRuns, type RunItem, type Shell } from '../bytes/runs/index.ts'
import { closeOf, localName, textOfNode, writeText, type XmlNode } from '../bytes/xml/index.ts'
import type { Charset } from '../format.ts'

/** A character that is written by its number, since XML or the program has no other way: `_x000D_`. */
const ESCAPED = /(_x[\da-fA-F]{4}_)/
const LITERAL = /_(?=x[\da-fA-F]{4}_)/g
const PLACE = { start: 0, end: 0 }

/** The elements of a plain text; `prefix` is that of the file. */
function plainShell(prefix: string): Shell {
  return { key: '', open: `<${prefix}t xml:space="preserve">`, close: `</${prefix}t>` }
}

/** The items of what stands between two tags. How a text is read (`rPh`) is none of it. */
export function itemsOfText(nodes: readonly XmlNode[], prefix: string): RunItem[] {
  const items: RunItem[] = []
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    if (node?.kind !== 'open') continue
    const end = node.empty ? at : closeOf(nodes, at)
    const local = localName(node.name)
    const inside = nodes.slice(at + 1, end)
    if (local === 't') items.push(...itemsIn(textInside(inside), plainShell(prefix)))
    else if (local === 'r') items.push(...itemsOfRun(inside, prefix))
    at = end
  }
  return items
}

export function textInside(nodes: readonly XmlNode[]): string {
  let text = ''
  for (const node of nodes) text += textOfNode(node)
  return text
}

function itemsOfRun(nodes: readonly XmlNode[], prefix: string): RunItem[] {
  let key = ''
  let text = ''
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    if (node?.kind !== 'open') continue
    const end = node.empty ? at : closeOf(nodes, at)
    const local = localName(node.name)
    if (local === 'rPr') key = rawOf(nodes.slice(at, end + 1))
    else if (local === 't') text += textInside(nodes.slice(at + 1, end))
    at = end
  }
  const { open, close } = plainShell(prefix)
  return itemsIn(text, { key, open: `<${prefix}r>${key}${open}`, close: `${close}</${prefix}r>` })
}

function rawOf(nodes: readonly XmlNode[]): string {
  return nodes.map(({ raw }) => raw).join('')
}

function itemsIn(text: string, shell: Shell): RunItem[] {
  if (!text.includes('_x')) return [{ kind: 'text', text, shell, ...PLACE }]
  return text.split(ESCAPED).map((piece, nth): RunItem => {
    if (nth % 2 === 0) return { kind: 'text', text: piece, shell, ...PLACE }
    return { kind: 'alone', raw: shell.open + piece + shell.close, meaning: 'sign', ...PLACE }
  })
}

/** The runs of a plain text. */
export function plainRuns(text: string, prefix: string, original?: CodedRuns): CodedRuns | undefined {
  return codedRuns(itemsIn(text, plainShell(prefix)), original)
}

/** What stands between two tags for a translation; undefined where it cannot be written. */
export function contentFor(runs: CodedRuns, translation: string, prefix: string, charset: Charset): string | undefined {
  const escaped = (text: string): string | undefined =>
    writeText(text.replace(LITERAL, '_x005F_'), { like: '', charset, where: 'text' })
  // All items have one place, so signs at the edges of the text come with it.
  const edits = editsOfRuns(runs, translation, escaped)
  if (edits.length === 0) return undefined
  const { open, close } = plainShell(prefix)
  const content = edits
    .map(({ text }) => text)
    .join('')
    .replaceAll(close + open, '')
  // Beside runs, a text without looks is a run, too.
  if (!content.includes(`<${prefix}r>`)) return content
  return content.replace(bareText(prefix), `<${prefix}r>$&</${prefix}r>`)
}

function bareText(prefix: string): RegExp {
  return new RegExp(`(?<!</${prefix}rPr>|<${prefix}r>)<${prefix}t xml:space="preserve">[^<]*</${prefix}t>`, 'g')
}
