/** Which strings of a catalogue are its source, and whether what it has for translations is in the target language. */

import { isRuleOf, type PluralForms } from '../content/gettext-plurals.ts'
import { areKeys, type SampleMessage } from '../content/message-keys.ts'
import { areVarieties, isIn } from './language.ts'

export interface CatalogueReading {
  /** The strings that are translated. They are `msgstr` where `msgid` are keys, or where the catalogue is that of the source language. */
  readonly source: 'msgid' | 'msgstr'
  /** `msgid` are keys, which nobody reads. */
  readonly keys: boolean
  /** `msgstr` is in another language than the target, so that none of it may stay. */
  readonly other: boolean
  /** `msgstr` is in the target language, or nobody says for what: what is filled is done. */
  readonly done: boolean
  /** It is a result that is read again: each string is taken as it stands. */
  readonly written: boolean
}

export interface ReadingFacts {
  /** The header says that `msgid` are keys. */
  readonly keyed: boolean
  /** The language that the header names. */
  readonly said: string | undefined
  /** The plural forms that the header names. */
  readonly own: PluralForms | undefined
  /** The language of the texts, where it is known. */
  readonly source: string | undefined
  /** The language that is translated into; undefined while the catalogue is surveyed. */
  readonly target: string | undefined
}

/** How a catalogue is read. */
export function catalogueReading(
  samples: readonly SampleMessage[],
  { keyed, said, own, source, target }: ReadingFacts,
): CatalogueReading {
  const other = target !== undefined && isOther(said, own, target)
  const written = false
  if (keyed || areKeys(samples)) {
    const done = target !== undefined && said !== undefined && !other
    return { source: 'msgstr', keys: true, other: target !== undefined && !done, done, written }
  }
  const isSource = said !== undefined && (source === undefined ? echoes(samples, said) : areVarieties(said, source))
  if (isSource && (other || target === undefined)) return { source: 'msgstr', keys: false, other, done: false, written }
  return { source: 'msgid', keys: false, other, done: !other, written }
}

/** How a result is read whose original was read like this. */
export function asWritten({ source, keys }: CatalogueReading): CatalogueReading {
  return { source, keys, other: false, done: true, written: true }
}

/** What no header says counts as the target. */
function isOther(said: string | undefined, own: PluralForms | undefined, target: string): boolean {
  if (said !== undefined) return !isIn(said, target)
  return own !== undefined && !isRuleOf(own, target)
}

/** Nearly all programs are written in English, so little is needed to know an English catalogue for that of the source language. */
const ENGLISH = { messages: 1, share: 0.5 } as const
const ANY = { messages: 5, share: 0.8 } as const

/** Whether most translations say in the same words what their source says, so that both are in one language. */
function echoes(samples: readonly SampleMessage[], said: string): boolean {
  const { messages, share } = areVarieties(said, 'en') ? ENGLISH : ANY
  const filled = samples.filter(({ target }) => target !== '')
  const alike = filled.filter(({ id, target }) => id === target || shareWords(id, target)).length
  return alike >= messages && alike >= filled.length * share
}

const WORDS = /[\p{L}\p{M}]{2,}/gu

/** Whether two texts share more than half of their words. */
function shareWords(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const shared = [...words].filter(word => others.has(word)).length
  return shared * 2 > Math.max(words.size, others.size)
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(WORDS))
}
