/** What the suites of prose share. */
import { expect } from 'vitest'
import type { Format, Unit } from '../../../src/formats/format.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

const GERMAN = { language: 'de' }

export interface Prose {
  texts(content: string): Promise<string[]>
  kinds(content: string): Promise<string[]>
  written(content: string, translations: Readonly<Record<string, string>>): Promise<string>
  /** The file where these translations are given, whether they can be written or not. */
  given(content: string, translations: Readonly<Record<string, string>>): Promise<string>
  /** Whether a file keeps every byte where nothing changes, and only its texts differ where all of them do. How many keep their source. */
  prove(content: string, change: (words: string) => string): Promise<number>
}

export function proseOf(format: Format): Prose {
  const said = ({ text, left_out }: Unit): string => (left_out ? `${text} (${left_out})` : text)
  return {
    texts: async content => (await unitsOf(format, opened(content))).map(said),
    kinds: async content => (await unitsOf(format, opened(content))).map(unit => `${unit.path} ${unit.context?.kind}`),
    async written(content, translations) {
      const translate = ({ text }: Unit) => translations[text]
      const result = (await bytesOf(rewrite(format, opened(content), translate, GERMAN))).toString()
      expect(await verify(format, opened(content), opened(result), translate, GERMAN)).toEqual([])
      return result
    },
    async given(content, translations) {
      return (await bytesOf(rewrite(format, opened(content), ({ text }) => translations[text], GERMAN))).toString()
    },
    async prove(content, change) {
      const same = await bytesOf(rewrite(format, opened(content), ({ text }) => text, GERMAN))
      expect(same.toString()).toBe(content)
      const translate = ({ text, left_out }: Unit) =>
        left_out
          ? undefined
          : text
              .split(/(<[^>]*>)/)
              .map((part, at) => (at % 2 === 0 ? change(part) : part))
              .join('')
      const result = await bytesOf(rewrite(format, opened(content), translate, GERMAN))
      const findings = await verify(format, opened(content), opened(result), translate, GERMAN)
      expect(findings.filter(({ kind }) => kind !== 'text')).toEqual([])
      return findings.length
    },
  }
}

export const accented = (words: string): string =>
  words.replace(/[aeiou]/g, vowel => 'àéîöü'['aeiou'.indexOf(vowel)] ?? vowel)
/** Words of a language that puts no blanks between them. */
export const japanese = (words: string): string => words.replace(/[A-Za-z]+/g, '日本語').replaceAll(' ', '')
