/** Writing a translation of a line of runs. */
import type { Edit } from '../../format.ts'
import { type CodedRuns, codedRuns, type RunCode } from './coded.ts'
import type { RunItem, Shell } from './items.ts'

const TAG = /<\/?[gx]\d+\/?>/g
/** Gives texts and tags in turn. */
const AROUND_TAGS = /(<\/?[gx]\d+\/?>)/

/** The translation that was asked for last: it is written, and then signed. */
let last:
  | { readonly source: CodedRuns; readonly translation: string; readonly items: RunItem[] | undefined }
  | undefined

/**
 * The translation as items. Undefined where its tags are not those of the source, or not nested.
 */
function itemsFor(source: CodedRuns, translation: string): readonly RunItem[] | undefined {
  if (last?.source === source && last.translation === translation) return last.items
  last = { source, translation, items: itemsMade(source, translation) }
  return last.items
}

function itemsMade(source: CodedRuns, translation: string): RunItem[] | undefined {
  const place = { start: source.start, end: source.end }
  // Most texts have no tags.
  if (source.codes.length === 0 && source.base && !translation.includes('<') && !source.text.includes('<')) {
    const text = source.lead + translation + source.trail
    return text === '' ? [] : [{ kind: 'text', text, shell: source.base, start: place.start, end: place.end }]
  }
  const pieces = (source.lead + translation + source.trail).split(AROUND_TAGS)
  if (!hasSameTags(source.text.match(TAG) ?? [], pieces)) return undefined
  const byTag = new Map(source.codes.map(code => [code.tag, code]))
  const items: RunItem[] = []
  const opened: RunCode[] = []
  const add = (text: string): void => {
    const shell = shellIn(opened, source.base)
    if (text !== '' && shell) items.push({ kind: 'text', text, shell, ...place })
  }
  add(pieces[0] ?? '')
  for (let at = 1; at < pieces.length; at += 2) {
    const { ends, name, alone } = tagIn(pieces[at] ?? '')
    const code = byTag.get(name)
    const isPair = code?.kind === 'shell' || code?.kind === 'around'
    if (!code || isPair === alone) return undefined
    if (code.kind === 'literal') add(code.open)
    else if (code.kind === 'alone') items.push(code.item ?? { kind: 'alone', raw: code.open, ...place })
    else if (!ends) {
      opened.push(code)
      if (code.kind === 'around') items.push({ kind: 'open', raw: code.open, of: 'element', ...place })
    } else {
      if (opened.pop() !== code) return undefined
      if (code.kind === 'around') items.push({ kind: 'close', raw: code.close, of: 'element', ...place })
    }
    add(pieces[at + 1] ?? '')
  }
  return opened.length > 0 ? undefined : items
}

function shellIn(opened: readonly RunCode[], base: Shell | undefined): Shell | undefined {
  return opened.findLast(({ shell }) => shell !== undefined)?.shell ?? base
}

/** In whatever order; most translations keep it. `pieces`: texts and tags in turn. */
function hasSameTags(tags: readonly string[], pieces: readonly string[]): boolean {
  if (2 * tags.length + 1 !== pieces.length) return false
  if (tags.every((tag, at) => tag === pieces[2 * at + 1])) return true
  const others = pieces.filter((_, at) => at % 2 === 1)
  return tags.toSorted().join('') === others.sort().join('')
}

/** `</g1>` ends one, `<x1/>` stands alone. */
function tagIn(tag: string): { readonly name: string; readonly ends: boolean; readonly alone: boolean } {
  const [ends, alone] = [tag.startsWith('</'), tag.endsWith('/>')]
  return { name: tag.slice(ends ? 2 : 1, alone ? -2 : -1), ends, alone }
}

/** What a translation reads back as: what looks the same side by side is one. */
export function readAsRuns(source: CodedRuns, translation: string): string {
  const items = itemsFor(source, translation)
  return (items && codedRuns(items, { ...source, edges: { lead: 0, trail: 0 } })?.text) ?? translation
}

/**
 * What a line says and looks like: of one that was read without an original, or of what a translation of it is when it is read so. Undefined where a
 * translation cannot be written, or has something at an end that is taken for no part of it then.
 */
export function signOfRuns(source: CodedRuns, translation = source.text): string | undefined {
  if (translation === source.text) return signed(source)
  const items = itemsFor(source, translation)
  const read = items && codedRuns([...source.before, ...items, ...source.after])
  return read && read.codes.length === source.codes.length ? signed(read) : undefined
}

function signed({ text, base, codes }: CodedRuns): string {
  const plain = `${text}\n${base?.key}`
  return codes.length === 0 ? plain : `${plain}\n${codes.map(({ tag, key }) => `${tag} ${key}`).join('\n')}`
}

/**
 * The edits that write a translation; none where it cannot be written: its tags are not those of the source, a character cannot be
 * written, or boxes that are left in their places would change them. `escaped`: a text as the file has it between tags; undefined where it
 * cannot have it. `opened`: what a run begins with for the translation, where that is not as its source has it.
 */
export function editsOfRuns(
  source: CodedRuns,
  translation: string,
  escaped: (text: string) => string | undefined,
  opened: (open: string) => string = open => open,
): readonly (Pick<Edit, 'start' | 'end'> & { readonly text: string })[] {
  const items = itemsFor(source, translation)
  if (!items) return []
  const edits: { start: number; end: number; text: string }[] = []
  let text = ''
  let from = source.start
  for (const item of [...source.before, ...items, ...source.after]) {
    const written = item.kind === 'text' ? escaped(item.text) : item.raw
    if (written === undefined) return []
    const holds = item.kind === 'alone' ? item.holds : undefined
    if (item.kind === 'text') text += opened(item.shell.open) + written + item.shell.close
    else if (!holds) text += written
    else {
      if (holds.start < from) return []
      edits.push({ start: from, end: holds.start, text: text + written.slice(0, holds.lead) })
      text = written.slice(written.length - holds.trail)
      from = holds.end
    }
  }
  return [...edits, { start: from, end: source.end, text }]
}
