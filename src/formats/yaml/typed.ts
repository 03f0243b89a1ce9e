/** Values that are no strings for the programs that read the file: what a tag says, and what YAML 1.1 and 1.2 read from plain scalars. */

import { isNumber, isWordOfYaml } from '../content/yaml-scalar.ts'
import type { Reason } from '../format.ts'

/** Tags that change nothing: maps, lists and strings are that without a tag, too. */
const NATURAL = /^(?:!|tag:yaml\.org,2002:(?:str|map|seq|omap|set|pairs)|!(?:ruby\/)?(?:hash|array|str|string)\b.*)$/

/** Why a value with this tag is not for translation: programs make something else than a text of it. */
export function reasonOfTag(tag: string | undefined): Reason | undefined {
  return tag === undefined || NATURAL.test(tag) ? undefined : 'code'
}

/** Why a plain scalar is not for translation: it reads as a number, a date, true, false or nothing. */
export function reasonOfPlain(value: string): Reason | undefined {
  if (isNumber(value)) return 'number'
  return isWordOfYaml(value) ? 'code' : undefined
}
