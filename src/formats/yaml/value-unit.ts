/** The unit of a value of a YAML file: its names, its text, why it is left out, and how it is written. */
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfData } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { PlaceholderSyntax, Reason } from '../format.ts'
import { forPrograms } from './for-programs.ts'
import { scalarMannerOf } from './manner.ts'
import { noteAt } from './notes.ts'
import type { ValuePlace, YamlUnit } from './place.ts'
import { numbersNote } from './plurals.ts'
import type { YamlScalar } from './scalar.ts'
import type { YamlFile } from './yaml-file.ts'

/** A unit whose offsets still count UTF-16 code units, and whose number is not known yet. */
export interface YamlDraft extends YamlUnit {
  index: number
  start: number
  end: number
}

/** The unit of a value of the file. */
export function valueUnit(file: YamlFile, scalar: YamlScalar): YamlDraft {
  const { value, start, end, holder, typed } = scalar
  const said = value.trim()
  const syntax = said.includes('{') && isIcuMessage(said) ? 'icu' : file.shown
  const category = file.messages.get(holder)?.categories.get(scalar)
  const numbers = category && file.target !== undefined ? numbersNote(category, file.target) : undefined
  const { path, part, slot, context } = namesOf(file, scalar, scalar.path)
  const { note, max_length } = notesOf(file, scalar, numbers)
  // Files have many values: a literal without spreads is made several times as fast.
  return {
    index: 0,
    path,
    part,
    slot,
    start,
    end,
    text: said,
    charset: file.charset,
    left_out: leftOut(file, scalar, said, syntax),
    syntax,
    group: category && namesOf(file, scalar, scalar.path.slice(0, -1)).path,
    note,
    max_length,
    context,
    sense: numbers,
    place: said === '' || typed ? undefined : valuePlaceOf(file, scalar, said),
  }
}

/** The root language is no part of a name; an item of Hugo's lists is called by its id. */
export function namesOf(
  { roots, names, settings }: YamlFile,
  { document }: Pick<YamlScalar, 'document'>,
  path: readonly string[],
): Pick<YamlDraft, 'path' | 'part' | 'slot' | 'context'> {
  const own = path[0] === roots.get(document)?.name ? path.slice(1) : path
  const name = names.get(path[0] ?? '')
  const key = (name === undefined ? own : [name, ...own.slice(own[1] === 'translation' ? 2 : 1)]).join('.')
  return {
    path: yamlPath(document, own),
    part: key || '$',
    slot: slotOf(own),
    context: key === '' ? undefined : { key, kind: settings },
  }
}

/** The address of a value. */
export function yamlPath(document: number, path: readonly string[]): string {
  return `yaml:${document || ''}${path.map(step => `/${escaped(step)}`).join('')}`
}

function escaped(step: string): string {
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

const ITEM = /^\d+$/

function slotOf(path: readonly string[]): string {
  return path.map(step => (ITEM.test(step) ? '*' : step)).join('.')
}

function leftOut(
  { roots, described, settings }: YamlFile,
  scalar: YamlScalar,
  said: string,
  syntax: PlaceholderSyntax | undefined,
): Reason | undefined {
  const { typed, document, path, holder } = scalar
  if (said === '') return 'empty'
  if (typed) return typed
  const root = roots.get(document)
  if (root && (root.taken || path[0] !== root.name)) return 'other_language'
  const reason = leftOutOfData(said, syntax)
  if (reason) return reason
  if (described.get(holder) === scalar) return 'comment'
  if (root) return forPrograms(slotOf(path.slice(1)), said)
  if (isNamedIdentifier(path.findLast(name => !ITEM.test(name)) ?? '', said)) return 'identifier'
  return settings === undefined ? undefined : 'settings'
}

function notesOf(
  { text, described }: YamlFile,
  scalar: YamlScalar,
  numbers: string | undefined,
): Pick<YamlDraft, 'note' | 'max_length'> {
  const { floor, entry, start, end, holder } = scalar
  const comment = noteAt(text, floor, entry?.start ?? start, end)
  const description = described.get(holder)
  const said = [comment, description === scalar ? undefined : description?.value.trim(), numbers]
  return {
    note: said.filter(Boolean).join('\n') || undefined,
    max_length: comment === undefined ? undefined : limitSaid(comment.split('\n')),
  }
}

/** The text of a block ends with line ends that stay in the file: only where it is written in quotes do these have them, too. */
export function valuePlaceOf({ text, eol, ascii }: YamlFile, scalar: YamlScalar, said: string): ValuePlace {
  const { value, style } = scalar
  const lead = value.slice(0, value.indexOf(said))
  const trail = value.slice(lead.length + said.length)
  const manner = scalarMannerOf(text, scalar, eol, ascii)
  const isBlock = style === 'literal' || style === 'folded'
  const at = isBlock && trail.includes('\n') ? trail.indexOf('\n') : trail.length
  return { is: 'value', manner, lead, trail: trail.slice(0, at), kept: trail.slice(at) }
}
