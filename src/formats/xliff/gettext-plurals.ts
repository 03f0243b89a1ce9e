/**
 * Plural forms of gettext in XLIFF: a group with a unit for each, `2[0]`, `2[1]`. A translation gets as many as its language has, as a
 * catalogue does (po/units.ts): those that are not there are made after the last one. Forms that the language has not stay.
 */
import type { XmlElement, XmlNode } from '../bytes/xml/index.ts'
import { type FormUse, pluralFormsFor, usesOf } from '../content/gettext-plurals.ts'
import { placeholdersOf } from '../content/placeholders.ts'
import { pluralNote } from '../content/plural-note.ts'
import type { Unit } from '../format.ts'
import type { XliffPlace, XliffUnit } from './place.ts'

type NewUnit = Omit<XliffUnit, 'index'>

/** A form that the file has. */
interface Form {
  readonly element: XmlElement
  readonly unit: NewUnit
}

const NUMBERED = /^(.{1,200})\[(\d)\]$/s

/** The units of a group with those that its target needs; as they are where they are no forms of one message. */
export function withForms(forms: readonly Form[], language: string | undefined): readonly NewUnit[] {
  const units = forms.map(({ unit }) => unit)
  const [first, last] = [forms[0], forms.at(-1)]
  const [, address] = NUMBERED.exec(first?.unit.path ?? '') ?? []
  const areForms = forms.every(({ unit }, at) => unit.path === `${address}[${at}]` && unit.target !== undefined)
  if (language === undefined || !first || !last || !areForms || address === undefined) return units
  const uses = usesOf(pluralFormsFor(language))
  const isOpen = forms.length < uses.length || units.some(({ left_out }) => left_out === undefined)
  return Array.from({ length: Math.max(forms.length, uses.length) }, (_, at): NewUnit => {
    const own = forms[at]
    const said = sourceOf(uses[at], own?.unit ?? last.unit, last.unit)
    const numbers = uses[at] && uses.length > 1 ? pluralNote(uses[at].numbers) : undefined
    const unit = own?.unit ?? madeAfter(last, `${address}[${at}]`, at)
    return {
      ...unit,
      text: said.text,
      syntax: said.syntax,
      left_out: isOpen && unit.left_out === 'already_translated' ? undefined : unit.left_out,
      group: address,
      note: [unit.note, numbers].filter(line => line !== undefined).join('\n') || undefined,
      sense: [unit.sense, numbers].filter(line => line !== undefined).join('\n') || undefined,
      place: unit.place && said.place && { ...unit.place, source: said.place.source },
    }
  })
}

/** Whose source a form is translated from: that for one only where it is right for all of its numbers. */
function sourceOf(use: FormUse | undefined, own: NewUnit, last: NewUnit): NewUnit {
  return use?.one && (use.only_one || sameCodes(own, last)) ? own : last
}

function sameCodes(one: Unit | NewUnit, other: Unit | NewUnit): boolean {
  const [codes, others] = [one, other].map(({ text, syntax }) =>
    JSON.stringify([...placeholdersOf(text, syntax)].map(found => found.join()).sort()),
  )
  return codes === others
}

/** A form that the file has not: a copy of the last one, behind it. */
function madeAfter({ element, unit }: Form, path: string, at: number): NewUnit {
  const { place } = unit
  if (!place) return { ...unit, path, start: element.end, end: element.end, target: '' }
  const whole = (nodes: readonly XmlNode[]): string => nodes.map(({ raw }) => raw).join('')
  const upTo = element.inside.filter(({ end }) => end <= place.made.at)
  const open = element.tag.raw
    .replace(/(\sid\s*=\s*["'][^"']*\[)\d(?=\])/, `$1${at}`)
    .replace(/(\sresname\s*=\s*["'][^"']*\[)\d(?=\])/, `$1${at}`)
    .replace(/\sapproved\s*=\s*(?:"[^"]*"|'[^']*')/, '')
  const lastOf = element.inside.at(-1)
  const trail = lastOf?.kind === 'text' && lastOf.raw.trim() === '' ? lastOf.raw : ''
  const made: XliffPlace['made'] = {
    ...place.made,
    at: element.end,
    before: element.indent + open + whole(upTo),
    after: `${trail}</${element.tag.name}>`,
    indent: place.target ? place.target.indent : place.made.indent,
  }
  const { approved: _, ...rest } = place
  return {
    ...unit,
    ...{ path, start: element.end, end: element.end, target: '' },
    context: { ...unit.context, present: undefined },
    place: { ...rest, target: undefined, state: undefined, foreign: false, made },
  }
}
