/** What a plan says of texts that are in several languages each, or may be. */
import { languageTagOf } from './language-tag.ts'
import { type BesideTexts, doubtfulTexts, type TextsInLanguages } from './texts-in-languages.ts'
import type { Leaf, Tree } from './tree.ts'
import { type Variants, variantIn } from './variants.ts'

/** Whether there may be anything to say of a file, before it is read once more for that: most files have nothing. */
export function mayNeedRemarks(text: string): boolean {
  const tags = new Set<string>()
  for (const [, key = ''] of text.matchAll(SHORT_KEY)) {
    const tag = key.toLowerCase() === 'en' ? undefined : languageTagOf(key)
    if (tag !== undefined && tags.add(tag).size > 1) return true
  }
  return OWN_KEY.test(text) && LANGUAGE_KEY.test(text)
}

const SHORT_KEY = /(?<![a-z\d])([a-z]{2}(?:[-_][a-z]{2})?)["']?\s*:/gi
const OWN_KEY = /(?<![\w-])_?(?:id|uuid|guid)["']?\s*:/i
const LANGUAGE_KEY = /(?:lang|language|locale|code|tag|culture)["']?\s*:/i

/** `texts` are those of the file, which is read for `targets`. */
export function remarksOnTexts<L extends Leaf>(
  tree: Tree<L>,
  { texts }: TextsInLanguages<L>,
  beside: BesideTexts<L>,
  targets: readonly string[],
): readonly string[] {
  const { unclear, languages } = doubtfulTexts(tree, beside)
  const [first] = unclear
  const numbered = texts.find(text => text.row?.closed && targets.some(target => variantIn(text, target) === undefined))
  return [
    ...(first === undefined ? [] : [onKeys(first, languages.includes(first) ? 'languages' : 'words')]),
    ...(numbered === undefined ? [] : [onNumbers(numbered)]),
  ]
}

/** What keys are taken for that may be either. */
const TAKEN = {
  words:
    'They are taken for words: what is under each is translated where it is. If they are languages, say from which of them to translate: ' +
    'that one gets a translation beside it, and the others stay.',
  languages:
    'They are taken for languages, since the file is in one of them: that one gets a translation beside it, and the others stay.',
} as const

function onKeys<L extends Leaf>({ all }: Variants<L>, taken: keyof typeof TAKEN): string {
  const keys = all.slice(0, SHOWN).map(({ written }) => `“${written}”`)
  return `The keys ${keys.join(', ')} may be languages or words. ${TAKEN[taken]}`
}

const SHOWN = 5

function onNumbers<L extends Leaf>({ holder: { key } }: Variants<L>): string {
  const list = key === '' ? 'the list' : `the list “${key}”`
  return (
    `Each item of ${list} has an id of its own, and nobody knows that of a new one: no items are added. Add items of the new language ` +
    'with an empty text, and these are filled.'
  )
}
