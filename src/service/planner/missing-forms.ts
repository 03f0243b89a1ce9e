/** Plural forms as keys of their own, `item_one`, `item_other`: a language with more forms needs keys that the file does not have. */

import { categoriesOf } from '../../checks/index.ts'
import type { Unit } from '../../formats/index.ts'
import { languageName } from '../domain/languages.ts'

/** The plural forms that the keys of a file have, and the first message that has them, as an example. */
export interface PluralKeys {
  readonly forms: readonly string[]
  /** The key of that message without the name of the form: `cart.item_`. */
  readonly stem: string
}

export interface PluralKeysSeen {
  add(unit: Unit): void
  /** Undefined where the file has none. */
  keys(): PluralKeys | undefined
}

/** Collects the forms of all messages together: within one language they all have the same. */
export function pluralKeysSeen(): PluralKeysSeen {
  const forms = new Set<string>()
  let stem: string | undefined
  return {
    add({ path, part, group }) {
      // Ordinals (`place_ordinal_two`) have other forms. A format that numbers its forms writes all that a language needs.
      if (group === undefined || group.endsWith('_ordinal')) return
      const form = path.slice(group.length + 1)
      if (!FORMS.has(form) || !part.endsWith(form)) return
      forms.add(form)
      stem ??= part.slice(0, -form.length)
    },
    keys: () => (stem === undefined ? undefined : { forms: [...forms], stem }),
  }
}

const FORMS: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** For the reader of a plan: the keys that target languages (BCP 47 tags) need besides those of the file. */
export function missingForms(keys: PluralKeys | undefined, targets: readonly string[]): string[] {
  if (keys === undefined) return []
  return targets.flatMap(target => {
    const missing = categoriesOf(target, false).filter(form => !keys.forms.includes(form))
    if (missing.length === 0) return []
    const names = missing.map(form => keys.stem + form).join(', ')
    return [
      `${languageName(target)} (${target}) has more plural forms than the keys of this file: ${names} and the like are not there, and no key is added. Add them to the translated file.`,
    ]
  })
}
