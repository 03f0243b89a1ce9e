import { hash } from 'node:crypto'
import { likeliestTag } from '../../contract/language-tags.ts'
import { countWords, type Unit } from '../../formats/index.ts'
import type { Engine, EngineJob } from '../engine/engine.ts'
import { toneOf } from './tone.ts'
import { touchingTerms } from './touching.ts'

/** What makes a text the one that it is: its wording, and what its translation may depend on in its own file. */
export type LineText = Pick<Unit, 'text' | 'syntax' | 'sense' | 'slot' | 'max_length'>

/** The languages of a translation, as BCP 47 tags. */
export interface FromTo {
  readonly source: string
  readonly target: string
}

const SHORT_WORDS = 3
const SHORT_CHARACTERS = 25
/** A text above this has more than three words. */
const LONG_CHARACTERS = 100

/**
 * True for the length of labels: buttons, menus, states, headings of columns. Equal labels mean different things in different places
 * (`Open`: do it, or it is); a longer text brings its own context.
 */
export function isLabel({ text, syntax }: LineText): boolean {
  if (text.length <= SHORT_CHARACTERS) return true
  return text.length <= LONG_CHARACTERS && countWords(text, syntax) <= SHORT_WORDS
}

/** Texts with the same place and wording are one line. Lengths stand before what may hold a line break. */
function placeOf(wording: LineText, kind: string): string {
  const { sense = '', slot = '' } = wording
  const named = slot !== '' && isLabel(wording) ? slot : ''
  return `${kind}\n${sense.length}\n${sense}\n${named.length}\n${named}\n`
}

/**
 * Makes the hash of a line: the same for equal texts under conditions that do not differ in what touches them. These are: engine and
 * model, languages, tier, tone, the terms that occur in the text, its syntax of placeholders and its limit; of a short text its slot.
 */
export function lineHasher(engine: Pick<Engine, 'id' | 'edition'>, job: EngineJob): (wording: LineText) => string {
  const { source, target, tier, guidance } = job
  const all = [engine.id, engine.edition?.(tier) ?? null, source, target, tier, toneOf(guidance)]
  const base = JSON.stringify(all)
  const touching = touchingTerms(job, source)
  return wording => {
    const { text, syntax = 'general', max_length } = wording
    const terms = touching(text)
    const kind = max_length === undefined ? syntax : `${syntax} ${max_length}`
    return hashOf(`${base}${placeOf(wording, kind)}${terms.length}\n${terms}\n${text}`)
  }
}

/** Makes the hash by which a person's correction is found: it holds whatever the engine, the tone and the glossary are. */
export function correctionHasher({ source, target }: FromTo): (wording: LineText) => string {
  const base = JSON.stringify(['correction', source, target])
  return wording => hashOf(`${base}${placeOf(wording, wording.syntax ?? 'general')}${wording.text}`)
}

/** Makes the hash of a text alone, by which translations of it in other places are found. */
export function textHasher({ source, target }: FromTo): (text: string) => string {
  const base = JSON.stringify(['text', source, target])
  return text => hashOf(base + text)
}

/**
 * Makes the hash of a text by which a translation that came in from elsewhere is found: it holds wherever the text stands, and for each
 * tag of the same languages (`de-DE` is `de`).
 */
export function importedHasher({ source, target }: FromTo): (text: string) => string {
  return textHasher({ source: likeliestTag(source), target: likeliestTag(target) })
}

/** In one call: a state that is copied for each text takes more than twice as long. */
function hashOf(text: string): string {
  return hash('sha256', text, 'base64url')
}
