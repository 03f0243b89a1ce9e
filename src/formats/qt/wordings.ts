/**
 * The file of the source language, `app_en.ts`: it has plural forms for messages whose source is `%n file(s)`, and at times better wordings
 * for others. Translations into other languages are made from these.
 */
import { codedOf, elementsIn, type XmlElement } from '../bytes/xml/index.ts'
import { areOneLanguage } from './languages.ts'
import { isGone, type QtMessage } from './message.ts'
import type { QtFile } from './reader.ts'
import { CODES, isDone } from './units.ts'

/** Nearly all programs are written in English. */
const USUAL = 'en'
/** So many of the translations of such a file say what their source says. */
const SHARE = 0.5

/** `said` is the language of the translations, `source` that of the sources, where it is known. */
export function isOfSource({ messages }: QtFile, said: string | undefined, source: string | undefined): boolean {
  if (!areOneLanguage(said, source ?? USUAL)) return false
  if (source !== undefined) return true
  const filled = messages.filter(message => !message.numerus && !isKnownByIdAlone(message) && isDone(message, NO_FORMS))
  return filled.filter(isSame).length >= filled.length * SHARE
}

/** A message that has an id and no text of the source language: its wording is in the file of that language, and in no other. */
export function isKnownByIdAlone({ id, source }: QtMessage): boolean {
  return id !== undefined && textOf(source).trim() === ''
}

const NO_FORMS = { forms: undefined }

function isSame({ source, translation }: QtMessage): boolean {
  return textOf(source) === textOf(translation)
}

/** The finished wordings that are others than the source, by path; of plural forms all. What has no other text is taken unfinished, too. */
export function wordingsIn({ messages }: QtFile): ReadonlyMap<string, readonly string[]> {
  const wordings = new Map<string, readonly string[]>()
  for (const message of messages) {
    const { path, numerus, translation } = message
    if (translation === undefined || !(isDone(message, NO_FORMS) || isDraft(message))) continue
    const inner = elementsIn(translation.inside)
    const said = numerus ? inner : inner.length === 0 && !isSame(message) ? [translation] : []
    const isPlain = said.every(({ inside }) => codedOf(inside, CODES).codes.length === 0)
    if (said.length > 0 && isPlain) wordings.set(path, said.map(textOf))
  }
  return wordings
}

function isDraft(message: QtMessage): boolean {
  return isKnownByIdAlone(message) && !isGone(message) && isDone({ ...message, type: undefined }, NO_FORMS)
}

function textOf(element: XmlElement | undefined): string {
  return codedOf(element?.inside ?? [], CODES).text
}
