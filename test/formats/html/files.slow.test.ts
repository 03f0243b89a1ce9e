import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/formats/format.ts'
import { corpus, isPlainClone } from '../../support/corpus.ts'
import { growsSlowly } from '../../support/growth.ts'
import { ROOT } from '../../support/tree.ts'
import { built, bytesOf, marked, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('html')
const GERMAN = { language: 'de' }
/** With characters that Windows-1252 has. */
const every: TranslateUnit = unit => (unit.left_out ? undefined : marked(unit.text).replace(/[^\0-\xff]/g, '§'))

describe.each(corpus('html'))('the real page $name', ({ bytes }) => {
  it('stays byte for byte when nothing is translated, and has each translation in its place [RES-2, FMT-1]', async () => {
    expect((await bytesOf(rewrite(format, opened(bytes), () => undefined, GERMAN))).equals(bytes)).toBe(true)
    const result = opened(await bytesOf(rewrite(format, opened(bytes), every, GERMAN)))
    expect(await verify(format, opened(bytes), result, every, GERMAN)).toEqual([])
  })
})

/** Values of fields that nobody sees, and the second of two `alt`: browsers show none of them. */
const UNSEEN = new Set(['identifiant@mail.com', 'subscribe', 'unsubscribe', 'b'])
const BESIDE = join(ROOT, '..', 'shared', 'corpus')

/** The letters of a text, without codes and blanks. */
function bare(text: string): string {
  return text.replace(/<[^<>]*>/g, '').replace(/\s+/g, '')
}

function golden(name: string): string[] {
  const file = readFileSync(join(BESIDE, 'golden-okapi-xliff', `${name}.html.xliff`), 'utf8')
  const sources = [...file.matchAll(/<source[^>]*>([\s\S]*?)<\/source>/g)].map(([, source = '']) => source)
  return sources
    .map(source => source.replace(/<(bpt|ept|ph|it)\b[^>]*>[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ''))
    .map(source => source.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"'))
    .map(source => bare(source.replaceAll('&amp;', '&')))
    .filter(source => /\p{L}/u.test(source) && !UNSEEN.has(source))
}

function shared(some: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1)
  return some.filter(text => {
    const left = counts.get(text) ?? 0
    counts.set(text, left - 1)
    return left > 0
  }).length
}

describe.skipIf(isPlainClone || !existsSync(join(BESIDE, 'golden-okapi-xliff')))('beside Okapi', () => {
  it.each(['France_Culture_fr', 'burlington_ufo_center', 'simple_subscript'])(
    'the texts of %s are the same [FMT-1]',
    async name => {
      const theirs = golden(name)
      const units = await unitsOf(format, opened(readFileSync(join(BESIDE, 'html', `${name}.html`))))
      const ours = units
        .filter(({ left_out }) => left_out === undefined || left_out === 'url')
        .map(({ text }) => bare(text))
        .filter(text => /\p{L}/u.test(text))
      expect(shared(ours, theirs) / ours.length).toBeGreaterThanOrEqual(0.98)
      expect(shared(theirs, ours) / theirs.length).toBeGreaterThanOrEqual(0.98)
    },
  )
})

const SIZE = 25_000
const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  'elements in each other': n => `${'<div>'.repeat(n)}Some text`,
  'landmarks in each other': n => `${'<nav>'.repeat(n)}Some text`,
  'a long attribute': n => `<p title="${'a b '.repeat(10 * n)}">Some text</p>`,
  'tags without end': n => `<p>${'<b>x y '.repeat(n)}`,
  'other ends': n => `<p>${'<b>'.repeat(n)}x y${'</i>'.repeat(n)}`,
  'inline elements': n => `<p>${'<i>x</i> <br>'.repeat(2 * n)}</p>`,
  'pictures in a text': n => `<p>Some ${'<img alt="a b"> and '.repeat(n)}</p>`,
  drawings: n => `${'<svg>'.repeat(n)}x y${'</svg>'.repeat(n)}`,
  'templates without end': n => '{{ <% {% <? {{/* '.repeat(n),
  'attributes in a tag': n => `<p ${Array.from({ length: n }, (_, at) => `a${at}`).join(' ')}>Some text`,
}

describe.each(Object.entries(HOSTILE))('a page with many: %s', (_, text) => {
  it('is read and written, or refused, in time that follows its length [LIM-5]', async () => {
    const work = async (size: number): Promise<void> => {
      const page = opened(text(size))
      try {
        await bytesOf(rewrite(format, page, ({ text: said }) => `${said} x`, GERMAN))
      } catch (error) {
        if (!(error instanceof FormatError)) throw error
      }
    }
    expect(await growsSlowly(work, SIZE / 4)).toBe(true)
  })
})
