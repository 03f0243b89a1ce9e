/** Characters that break a file, hide from its readers, or make a program run a text. */

import { asCode, deceivingIn } from '../contract/hidden.ts'
import { becomesFormula } from '../formats/index.ts'
import { RARE } from './characters-of.ts'
import type { Conditions, Flaw } from './issue.ts'
import type { Pair } from './pair.ts'

/** A spreadsheet must not run what its author never wrote (https://owasp.org/www-community/attacks/CSV_Injection). */
export function checkFormula({ text, translation }: Pair, { spreadsheet }: Conditions): readonly Flaw[] {
  if (spreadsheet !== true || !becomesFormula(text, translation)) return []
  const message = `The translation begins with ${JSON.stringify(translation[0])}, which a spreadsheet would run as a formula.`
  return [{ message }]
}

/** Control characters except tabs and line breaks, halves of surrogate pairs, and U+FFFD, which replaces a lost character. */
const BROKEN = /[\p{Cs}\ufffd]|(?![\t\n\r])\p{Cc}/gu

export function checkControlCharacters({ text, translation, kinds }: Pair): readonly Flaw[] {
  if ((kinds & RARE) === 0) return []
  const broken = [...new Set(translation.match(BROKEN))].filter(character => !text.includes(character))
  if (broken.length === 0) return []
  const names = broken.map(character => asCode(character).slice(1, -1))
  const message = `The translation has characters that the source does not have: ${names.join(', ')}.`
  return [{ message }]
}

const SOFT_HYPHEN = '\u00ad'

/** Characters that can hide a message. They never stop a file; a soft hyphen is only noted, since long German words may have one. */
export function checkHidden({ text, translation, kinds }: Pair): readonly Flaw[] {
  if ((kinds & RARE) === 0) return []
  const hidden = deceivingIn(translation).filter(character => !text.includes(character))
  if (hidden.length === 0) return []
  const severity = hidden.every(character => character === SOFT_HYPHEN) ? 'note' : 'doubt'
  const message = `The translation has characters that do not show and that the source does not have: ${hidden.slice(0, SHOWN).map(asCode).join(' ')}.`
  return [{ severity, message }]
}

/** The most hidden characters that one message names. */
const SHOWN = 10

/** Zero-width characters with no letter beside them that needs such a one: those of Thai, Persian, Indian scripts, and emoji do. */
const ZERO_WIDTH =
  /(?<!(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200b-\u200d\u2060\ufeff](?!(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[\p{L}\p{M}\p{Extended_Pictographic}])/gu
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202c]/gu
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Characters without width, and marks of direction, where no letter needs them. */
export function checkZeroWidth({ text, translation, kinds }: Pair): readonly Flaw[] {
  if ((kinds & RARE) === 0) return []
  const found = [
    ...(translation.match(ZERO_WIDTH) ?? []),
    ...(RIGHT_TO_LEFT.test(translation) ? [] : (translation.match(DIRECTIONS) ?? [])),
  ]
  const added = [...new Set(found)].filter(character => !text.includes(character))
  if (added.length === 0) return []
  return [{ message: `The translation has characters without width: ${added.map(asCode).join(' ')}.` }]
}
