import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/index.ts'
import { built, bytesOf, opened, rewrite, verify } from '../files.ts'

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  en: ['Open the file', 'Close it'],
  fr: ['Ouvrir le fichier', 'Le fermer'],
  de: ['Datei öffnen', 'Fenster schließen'],
  es: ['Abrir el archivo', ''],
}
const LANGUAGES = fc.subarray(Object.keys(TEXTS), { minLength: 2 }).map(some => [...new Set(['en', ...some])])
const textIn = (language: string, at: number): string => TEXTS[language]?.[at % 2] ?? ''

/** A text in several languages, in each of the forms that files have. */
const TEXT = fc.tuple(LANGUAGES, fc.nat(1), fc.nat(4)).map(([languages, at, form]): object => {
  const under = (made: (language: string) => unknown) => Object.fromEntries(languages.map(tag => [tag, made(tag)]))
  if (form === 0) return under(tag => textIn(tag, at))
  if (form === 1) return under(tag => ({ a: textIn(tag, at), b: [textIn(tag, at + 1)] }))
  if (form === 2) return Object.fromEntries(languages.map(tag => [`title_${tag}`, textIn(tag, at)]))
  if (form === 3) return languages.map(lang => ({ lang, text: textIn(lang, at) }))
  return ['k', 'l', 'm'].flatMap((key, number) =>
    languages.slice(0, number + 1).map(locale => ({ key, locale, value: textIn(locale, at + number) })),
  )
})

const FILE = fc.tuple(fc.dictionary(fc.constantFrom('x', 'y', 'z'), TEXT, { minKeys: 1 }), fc.boolean())

/** All texts of a translation, each with the language that it stands under. */
function* made(value: unknown, under: string): Generator<string> {
  if (typeof value === 'string') {
    if (value.startsWith('»')) yield under
  } else if (Array.isArray(value)) for (const item of value) yield* made(item, item?.lang ?? item?.locale ?? under)
  else if (typeof value === 'object' && value !== null)
    for (const [key, below] of Object.entries(value)) yield* made(below, /(?:^|_)([a-z]{2})$/.exec(key)?.[1] ?? under)
}

it.each(['json', 'yaml'])(
  'a text stands under its own language, whatever the form of the file, and reads back: %s',
  async name => {
    const format = built(name)
    const { parse, stringify } = await import('yaml')
    await fc.assert(
      fc.asyncProperty(
        FILE,
        fc.constantFrom('de', 'pl'),
        fc.constantFrom(1, 2),
        async ([texts, isRoot], language, every) => {
          const file = isRoot ? { en: texts } : texts
          const content = name === 'json' ? JSON.stringify(file) : stringify(file)
          const translate = ({ left_out, text, path }: Unit) =>
            left_out === undefined && path.length % every === 0 ? `»${text}` : undefined
          const result = await bytesOf(rewrite(format, opened(content), translate, { language }))
          expect(await verify(format, opened(content), opened(result), translate, { language })).toEqual([])
          expect([...new Set(made(parse(result.toString()), ''))].filter(under => under !== language)).toEqual([])
        },
      ),
      { numRuns: 25, seed: 7 },
    )
  },
)
