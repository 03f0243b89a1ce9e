/** The units of plural forms that a message lacks in the target language. Their text is that of `other`. */
import type { PluralCategory } from '../content/plural-categories.ts'
import { indentBefore, lineEnd } from './manner.ts'
import { scalarAt } from './place.ts'
import { formsLackedBy, numbersNote, type YamlLackingForm } from './plurals.ts'
import type { YamlScalar } from './scalar.ts'
import { namesOf, valueUnit, type YamlDraft } from './value-unit.ts'
import type { YamlFile } from './yaml-file.ts'

interface Beside {
  readonly before: readonly YamlDraft[]
  readonly after: readonly YamlDraft[]
}

const NONE: Beside = { before: [], after: [] }

/** The forms that stand beside a scalar. A form without a translation is a copy of `other`, since programs fail for a missing one. */
export function formsBeside(file: YamlFile, scalar: YamlScalar): Beside {
  const message = file.messages.get(scalar.holder)
  if (message === undefined || file.target === undefined) return NONE
  const lacking = formsLackedBy(message, file.target).filter(({ beside }) => beside === scalar)
  if (lacking.length === 0) return NONE
  const other = valueUnit(file, message.other)
  const unitOf = (form: YamlLackingForm): YamlDraft[] => {
    const added = addedForm(file, form, message.other, other)
    const at = placeBeside(file, form)
    return added === undefined ? [] : [{ ...added, start: at, end: at }]
  }
  return {
    before: lacking.filter(({ behind }) => !behind).flatMap(unitOf),
    after: lacking.filter(({ behind }) => behind).flatMap(unitOf),
  }
}

/** Where a form that the file lacks is written. */
export function placeBeside({ text }: YamlFile, { beside, behind }: YamlLackingForm): number {
  if (!behind) return beside.entry?.start ?? beside.start
  return beside.flow ? beside.end : lineEnd(text, beside.end)
}

/** The unit of a form that is translated from `other`, at the place of that; undefined where that is not translated. */
export function addedForm(
  file: YamlFile,
  form: YamlLackingForm,
  other: YamlScalar,
  like: YamlDraft,
): YamlDraft | undefined {
  const { place } = like
  if (like.left_out !== undefined || place?.is !== 'value' || file.target === undefined) return undefined
  const { category } = form
  const numbers = numbersNote(category, file.target)
  const description = file.described.get(other.holder)?.value.trim()
  const style = place.kept.length > 1 ? 'double' : place.manner.style
  const value = { ...place, kept: '', manner: { ...place.manner, style } }
  return {
    ...like,
    ...namesOf(file, other, [...other.path.slice(0, -1), category]),
    sense: numbers,
    note: [description, numbers].filter(Boolean).join('\n') || undefined,
    place: { is: 'added', ...aroundForm(file, form, other), value, raw: scalarAt(value, like.text) },
  }
}

/** Line end, indent, key and colon of a form, in the manner of the others; in brackets, a comma. */
export function aroundForm(
  { text, eol }: YamlFile,
  { category, beside, behind }: YamlLackingForm,
  other: YamlScalar,
): { readonly before: string; readonly after: string } {
  if (other.entry === undefined || beside.entry === undefined) return { before: '', after: '' }
  const name = nameOfForm(text, other, other.entry, category)
  const between = beside.flow ? ', ' : eol + indentBefore(text, beside.entry.start)
  return behind ? { before: between + name, after: '' } : { before: name, after: between }
}

function nameOfForm(
  text: string,
  other: YamlScalar,
  { start, key_end }: NonNullable<YamlScalar['entry']>,
  category: PluralCategory,
): string {
  const between = text.slice(key_end, other.start)
  return text.slice(start, key_end).replace('other', category) + (COLON.test(between) ? between : ': ')
}

const COLON = /^[ \t]*:[ \t]+$/
