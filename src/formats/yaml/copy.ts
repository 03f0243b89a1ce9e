/**
 * Copies of what a source language has, for a language that lacks it: the text of the file between two offsets, with a unit for each of its
 * values and for the plural forms that the new language needs.
 */
import { between } from '../content/between.ts'
import { likeOthers } from '../content/language-tag.ts'
import { addedForm, aroundForm } from './forms.ts'
import { writeTag } from './languages.ts'
import { lineEnd } from './manner.ts'
import type { ValuePlace } from './place.ts'
import { formsLackedBy } from './plurals.ts'
import type { YamlScalar } from './scalar.ts'
import { valueUnit, type YamlDraft } from './value-unit.ts'
import type { YamlFile } from './yaml-file.ts'

export interface Copying {
  /** The range of the file that is copied. */
  readonly from: number
  readonly to: number
  /** The range that the copy takes the place of, and what is written around it. */
  readonly start: number
  readonly end: number
  readonly before: string
  readonly after: string
  /** How many columns further to the right its lines begin. */
  readonly shift: number
  /** What refers to the anchors of the copy stands in it alone; others would be about another text. */
  readonly keepsAnchors: boolean
  /** The value that says the language of what is copied. */
  readonly says?: YamlScalar | undefined
  /** The values that say which text it is. */
  readonly names?: ReadonlySet<YamlScalar>
  /** The address of the copy of a value. */
  readonly pathOf: (path: readonly string[]) => string
}

/** The units of a copy; none where it has no value. What is not translated is copied as it is. */
export function copied(file: YamlFile, copying: Copying): YamlDraft[] {
  const { from, to, start, end } = copying
  const writer = new Copy(file, copying)
  for (const scalar of valuesIn(file, from, to)) writer.take(scalar)
  return writer.units().map((unit, at) => ({ ...unit, start: at === 0 ? start : end, end }))
}

/** The values between two offsets. */
export function valuesIn({ scalars }: YamlFile, from: number, to: number): readonly YamlScalar[] {
  return between(scalars, from, to)
}

class Copy {
  readonly #file: YamlFile
  readonly #copying: Copying
  readonly #units: YamlDraft[] = []
  /** Up to where the text is written. */
  #from: number
  #before: string

  constructor(file: YamlFile, copying: Copying) {
    this.#file = file
    this.#copying = copying
    this.#from = copying.from
    this.#before = copying.before
  }

  take(scalar: YamlScalar): void {
    const { file, message } = { file: this.#file, message: this.#file.messages.get(scalar.holder) }
    const lacking = message && file.target !== undefined ? formsLackedBy(message, file.target) : []
    const beside = lacking.filter(form => form.beside === scalar)
    for (const form of beside.filter(({ behind }) => !behind)) this.#form(form, scalar.entry?.start ?? scalar.start)
    const unit = valueUnit(file, scalar)
    this.#upTo(scalar.start)
    const path = this.#copying.pathOf(scalar.path)
    const says = scalar === this.#copying.says || file.languages.fields.some(each => each.scalar === scalar)
    if (says && file.target !== undefined) {
      const tag = likeOthers(scalar.value, file.target)
      const written = writeTag(this.#asWritten(scalar), tag)
      this.#put({ ...unit, path, target: tag, left_out: 'identifier' }, written, undefined)
    } else {
      const left_out = this.#copying.names?.has(scalar) ? 'identifier' : unit.left_out
      this.#put({ ...unit, path, left_out }, this.#asWritten(scalar), placeIn(unit))
    }
    this.#from = scalar.end
    const behind = scalar.flow ? scalar.end : Math.min(lineEnd(file.text, scalar.end), this.#copying.to)
    for (const form of beside.filter(each => each.behind)) this.#form(form, behind)
  }

  /** A form that the message lacks, written where the copy is at an offset of the source. */
  #form(form: ReturnType<typeof formsLackedBy>[number], at: number): void {
    const other = this.#file.messages.get(form.beside.holder)?.other
    const unit = other && addedForm(this.#file, form, other, valueUnit(this.#file, other))
    if (other === undefined || unit?.place?.is !== 'added') return
    this.#upTo(at)
    const { before, after } = aroundForm(this.#file, form, other)
    this.#before += moved(before, this.#copying.shift)
    const path = this.#copying.pathOf([...other.path.slice(0, -1), form.category])
    this.#put({ ...unit, path }, unit.place.raw, unit.place.value)
    this.#before = moved(after, this.#copying.shift)
  }

  #upTo(at: number): void {
    const { shift, keepsAnchors } = this.#copying
    const between = this.#file.text.slice(this.#from, at)
    this.#before += moved(keepsAnchors ? between : between.replace(ANCHOR, ''), shift)
    this.#from = Math.max(this.#from, at)
  }

  #put(unit: YamlDraft, raw: string, value: ValuePlace | undefined): void {
    const { shift } = this.#copying
    const before = this.#before
    const manner = value && {
      ...value.manner,
      indent: value.manner.indent === undefined ? undefined : moved(`\n${value.manner.indent}`, shift).slice(1),
    }
    this.#units.push({
      ...unit,
      group: undefined,
      target: unit.target ?? unit.text,
      place: { is: 'added', before, after: '', raw: moved(raw, shift), value: value && manner && { ...value, manner } },
    })
    this.#before = ''
  }

  /** All units; what follows the last value is written with it. */
  units(): readonly YamlDraft[] {
    const last = this.#units.pop()
    if (last?.place?.is !== 'added') return []
    this.#upTo(this.#copying.to)
    const after = this.#before + this.#copying.after
    return [...this.#units, { ...last, place: { ...last.place, after } }]
  }

  #asWritten({ start, end }: YamlScalar): string {
    return this.#file.text.slice(start, end)
  }
}

const ANCHOR = /(?<=[\s:[{,-])&[^\s,[\]{}]+[ \t]*/g

function placeIn({ place }: YamlDraft): ValuePlace | undefined {
  return place?.is === 'value' ? place : undefined
}

const LINE = /(\r\n?|\n)( *)(?=\S|$)/g

/** The text with the indents of its lines so many columns longer. */
export function moved(text: string, shift: number): string {
  if (shift === 0) return text
  return text.replace(LINE, (_, eol: string, blanks: string) => eol + ' '.repeat(Math.max(0, blanks.length + shift)))
}
