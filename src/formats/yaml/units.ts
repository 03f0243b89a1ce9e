/** The units of a YAML file: its values, the plural forms that it lacks, and the places that name its language. */
import { isIcuMessage } from '../content/icu.ts'
import { leftOutOfData } from '../content/left-out.ts'
import { limitSaid } from '../content/limits.ts'
import { isNamedIdentifier } from '../content/named-identifiers.ts'
import type { PluralCategory } from '../content/plural-categories.ts'
import type { PlaceholderSyntax, Reason } from '../format.ts'
import { forPrograms } from './for-programs.ts'
import type { LanguagePlace } from './languages.ts'
import { indentBefore, lineEnd, scalarMannerOf } from './manner.ts'
import { noteAt } from './notes.ts'
import type { ValuePlace, YamlUnit } from './place.ts'
import { formsLackedBy, numbersNote } from './plurals.ts'
import type { YamlScalar } from './scalar.ts'
import type { YamlFile } from './yaml-file.ts'

/** A unit whose offsets count UTF-16 code units, and whose number is not known yet. */
type Found = Omit<YamlUnit, 'index'>

/** All units in the order of the file. */
export function* unitsIn(file: YamlFile): Generator<Found> {
  const roots = file.languages.roots.filter(root => isTranslated(file, root))
  const fields = new Map(file.settings !== undefined ? [] : file.languages.fields.map(field => [field.scalar, field]))
  let next = 0
  for (const scalar of file.scalars) {
    for (let root = roots[next]; root && root.start < scalar.start; root = roots[next]) {
      yield languageUnit(file, root)
      next += 1
    }
    const field = fields.get(scalar)
    if (field) yield languageUnit(file, field)
    else {
      yield valueUnit(file, scalar)
      yield* missingUnits(file, scalar)
    }
  }
  for (const root of roots.slice(next)) yield languageUnit(file, root)
}

function isTranslated({ roots }: YamlFile, { document, start }: LanguagePlace & { document: number }): boolean {
  const root = roots.get(document)
  return root?.start === start && !root.taken
}

/** The unit of a place that names the language. It has no text for a translator, but an edit. */
function languageUnit({ charset }: YamlFile, { start, end, tag, written }: LanguagePlace): Found {
  const facts = { path: 'yaml:', part: 'language', text: '', left_out: 'not_text' } as const
  return { ...facts, start, end, charset, place: { is: 'language', tag, written } }
}

function valueUnit(file: YamlFile, scalar: YamlScalar): Found {
  const { value, start, end, holder, typed } = scalar
  const said = value.trim()
  const syntax = said.includes('{') && isIcuMessage(said) ? 'icu' : undefined
  const category = file.messages.get(holder)?.forms.find(form => form.scalar === scalar)?.category
  const numbers = category && file.target !== undefined ? numbersNote(category, file.target) : undefined
  return {
    ...namesOf(file, scalar, scalar.path),
    ...{ start, end, text: said, charset: file.charset, syntax },
    left_out: leftOut(file, scalar, said, syntax),
    group: category && namesOf(file, scalar, scalar.path.slice(0, -1)).path,
    sense: numbers,
    ...notesOf(file, scalar, numbers),
    place: said === '' || typed ? undefined : placeOf(file, scalar, said),
  }
}

/** The root language is no part of a name; an item of Hugo's lists is called by its id. */
function namesOf(
  { roots, names, settings }: YamlFile,
  { document }: YamlScalar,
  path: readonly string[],
): Pick<Found, 'path' | 'part' | 'slot' | 'context'> {
  const own = path[0] === roots.get(document)?.name ? path.slice(1) : path
  const name = names.get(path[0] ?? '')
  const key = (name === undefined ? own : [name, ...own.slice(own[1] === 'translation' ? 2 : 1)]).join('.')
  return {
    path: `yaml:${document || ''}${own.map(step => `/${escaped(step)}`).join('')}`,
    part: key || '$',
    slot: slotOf(own),
    context: key === '' ? undefined : { key, kind: settings },
  }
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
): Pick<Found, 'note' | 'max_length'> {
  const { floor, key, start, end, holder } = scalar
  const comment = noteAt(text, floor, key?.start ?? start, end)
  const description = described.get(holder)
  const said = [comment, description === scalar ? undefined : description?.value.trim(), numbers]
  return {
    note: said.filter(Boolean).join('\n') || undefined,
    max_length: comment === undefined ? undefined : limitSaid(comment.split('\n')),
  }
}

/** The text of a block ends with line ends that stay in the file: only where it is written in quotes do these have them, too. */
function placeOf({ text, eol, ascii }: YamlFile, scalar: YamlScalar, said: string): ValuePlace {
  const { value, style } = scalar
  const lead = value.slice(0, value.indexOf(said))
  const trail = value.slice(lead.length + said.length)
  const manner = scalarMannerOf(text, scalar, eol, ascii)
  const isBlock = style === 'literal' || style === 'folded'
  const at = isBlock && trail.includes('\n') ? trail.indexOf('\n') : trail.length
  return { is: 'value', manner, lead, trail: trail.slice(0, at), kept: trail.slice(at) }
}

/** After the last form of a message: the forms that the target language needs besides. Their text is that of `other`. */
function* missingUnits(file: YamlFile, scalar: YamlScalar): Generator<Found> {
  const message = file.messages.get(scalar.holder)
  const { text, target } = file
  if (message?.forms.at(-1)?.scalar !== scalar || target === undefined) return
  const { place, ...other } = valueUnit(file, message.other)
  if (other.left_out !== undefined || place?.is !== 'value') return
  const at = scalar.flow ? scalar.end : lineEnd(text, scalar.end)
  const description = file.described.get(scalar.holder)?.value.trim()
  for (const category of formsLackedBy(message, target)) {
    const numbers = numbersNote(category, target)
    const { manner, lead, trail, kept } = place
    yield {
      ...other,
      ...namesOf(file, scalar, [...scalar.path.slice(0, -1), category]),
      ...{ start: at, end: at, sense: numbers },
      note: [description, numbers].filter(Boolean).join('\n') || undefined,
      place: {
        is: 'form',
        manner: kept.length > 1 ? { ...manner, style: 'double' } : manner,
        ...{ before: beforeForm(file, message.other, scalar, category), lead, trail },
      },
    }
  }
}

/** Line end, indent, key and colon of a form, in the manner of the others; in brackets, a comma. */
function beforeForm({ text, eol }: YamlFile, other: YamlScalar, last: YamlScalar, category: PluralCategory): string {
  if (other.key === undefined || last.key === undefined) return ''
  const written = text.slice(other.key.start, other.key.end)
  const between = text.slice(other.key.end, other.start)
  const name = written.replace('other', category) + (/^[ \t]*:[ \t]+$/.test(between) ? between : ': ')
  return last.flow ? `, ${name}` : eol + indentBefore(text, last.key.start) + name
}
