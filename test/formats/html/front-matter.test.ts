import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/format.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('html')

async function written(content: string, translate: TranslateUnit, target = { language: 'de' }): Promise<string> {
  const result = await bytesOf(rewrite(format, opened(content), translate, target))
  expect(await verify(format, opened(content), opened(result), translate, target)).toEqual([])
  return result.toString()
}

const loud = ({ text, left_out }: Unit) => (left_out ? undefined : text.toUpperCase())

describe('the front matter of a page', () => {
  const page = '---\r\nlayout: home\r\ntitle: "My page"\r\nlang: en\r\n---\r\n<h1>{{ page.title }} is</h1>\r\n'

  it('has what readers see as text, and says the language [FMT-1, FMT-2]', async () => {
    expect((await unitsOf(format, opened(page))).map(({ part, text, left_out }) => [part, text, left_out])).toEqual([
      ['front matter > layout', 'home', 'identifier'],
      ['front matter > title', 'My page', undefined],
      ['front matter > lang', 'en', 'identifier'],
      ['{{ page.title }} is', '{{ page.title }} is', undefined],
    ])
    expect(await format.languages?.(opened(page)())).toEqual({ source: 'en' })
    expect(await written(page, loud)).toBe(
      page
        .replace('My page', 'MY PAGE')
        .replace('lang: en', 'lang: de')
        .replace('{{ page.title }} is', '{{ PAGE.TITLE }} IS'),
    )
    expect(await written(page, () => undefined)).toBe(page)
  })

  it('may be TOML, end with dots, and be none; what the page itself says of its language comes first', async () => {
    const toml = '+++\ntitle = "My page"\nlang = "fr"\n+++\n<html lang="en"><p>Text</p></html>\n'
    expect(await format.languages?.(opened(toml)())).toEqual({ source: 'en' })
    expect(await written(toml, loud)).toBe(
      toml.replace('My page', 'MY PAGE').replace('lang="en"', 'lang="de"').replace('Text', 'TEXT'),
    )
    const ended = '---\ntitle: My page\n...\n<p>Text</p>\n<p>---\nMore</p>\n'
    expect((await unitsOf(format, opened(ended))).map(({ text }) => text)).toEqual(['My page', 'Text', '--- More'])
    const none = '---\nA line\n---\n<p>Text</p>\n'
    expect((await unitsOf(format, opened(none))).map(({ text }) => text)).toEqual(['Text'])
  })

  it.each([
    ['brackets', `a: ${'['.repeat(40_000)}x`],
    ['braces', `a: ${'{a: '.repeat(10_000)}x`],
    ['lists', `a:\n  ${'- '.repeat(40_000)}x`],
    ['keys', `a:\n${Array.from({ length: 400 }, (_, at) => `${' '.repeat(at + 1)}b:`).join('\n')} x`],
  ])('is one piece where its %s are nested deeper than anybody writes', async (_, inside) => {
    const units = await unitsOf(format, opened(`---\n${inside}\n---\n<p>Text</p>\n`))
    expect(units.map(({ left_out }) => left_out)).toEqual(['code', undefined])
  })
})
