/**
 * Texts with a form for each plural behind the other, `one apple|:count apples`: of Laravel, also with the numbers of each, `{0} none|[1,19]
 * some|[20,*] many`, and of vue-i18n, `no apples | one apple | {n} apples`.
 */
import { pluralFormsFor } from '../content/gettext-plurals.ts'

const NUMBERS = /^\s*(?:\{\d{1,9}\}|[[\]]\s?(?:\d{1,9}|-?Inf|\*)\s?,\s?(?:\d{1,9}|\*|\+?Inf)\s?[[\]])/
const COUNTED = /:count\b|\{\s?(?:n|count)\s?\}|%count%/
const MOST_FORMS = 6

function formsIn(text: string): readonly string[] {
  return text.includes('|') ? text.split('|') : [text]
}

/** Whether the parts of a text are surely forms of a plural. */
function arePlurals(forms: readonly string[]): boolean {
  if (forms.length < 2) return false
  if (forms.some(form => NUMBERS.test(form))) return true
  return forms.length <= MOST_FORMS && forms.some(form => COUNTED.test(form)) && forms.every(form => form.trim() !== '')
}

/** What a translator has to know of such a text. */
export function pluralNoteOf(text: string): string | undefined {
  const forms = formsIn(text)
  return arePlurals(forms) ? `Plural forms, with | between them: keep all ${forms.length}.` : undefined
}

/**
 * Whether a translation has the forms that the program finds: as many parts as the source, or, where they are counted as its language counts
 * and none says its numbers, as many as that language has plural forms.
 */
export function keepsForms(source: string, translation: string, language: string): boolean {
  const [wanted, given] = [formsIn(source), formsIn(translation)]
  if (wanted.length === given.length) return true
  const isByRule = arePlurals(wanted) && !wanted.some(form => NUMBERS.test(form)) && source.includes(':')
  return isByRule && given.length === pluralFormsFor(language).count
}
