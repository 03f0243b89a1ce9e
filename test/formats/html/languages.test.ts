import { describe, expect, it } from 'vitest'
import { FormatError, type Target } from '../../../src/formats/format.ts'
import { openingFor } from '../../../src/formats/result/recode.ts'
import { corpus } from '../../support/corpus.ts'
import { built, bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const format = built('htm')
const mark: TranslateUnit = ({ text, left_out }) => (left_out ? undefined : `${text}!`)

async function into(content: string, target: Target): Promise<string> {
  const result = await bytesOf(rewrite(format, opened(content), mark, target))
  expect(await verify(format, opened(content), opened(result), mark, target)).toEqual([])
  return result.toString()
}

describe('the language of a page', () => {
  it.each([
    ['lang', '<html lang="en-GB"><p>Some text</p>', 'en-GB'],
    ['xml:lang', '<html xml:lang=fr><p>Some text</p>', 'fr'],
    ['the first tag of a fragment', '<div lang="pt_BR"><p>Some text</p></div>', 'pt-BR'],
    ['a header', '<meta http-equiv="Content-Language" content="es"><p>Some text</p>', 'es'],
    ['nothing', '<p>Some text</p><p lang="fr">Un texte</p>', undefined],
  ])('is said by %s', async (_, content, source) => {
    expect(await format.languages?.(opened(content)())).toEqual({ source })
  })

  it.each([
    ['<HTML LANG=en xml:lang="en"><p>Hi you</p>', 'de', '<HTML LANG="de" xml:lang="de"><p>Hi you!</p>'],
    ['<html lang="en"><p>Hi you</p>', 'ar', '<html dir="rtl" lang="ar"><p>Hi you!</p>'],
    ['<html dir="rtl" lang="he"><p>Hi you</p>', 'en', '<html dir="ltr" lang="en"><p>Hi you!</p>'],
    ['<html dir="ltr" lang="en"><p>Hi you</p>', 'fa', '<html dir="rtl" lang="fa"><p>Hi you!</p>'],
    [
      '<meta property="og:locale" content="en_US"><meta name="language" content="en"><p>Hi you</p>',
      'pt-BR',
      '<meta property="og:locale" content="pt_BR"><meta name="language" content="pt-BR"><p>Hi you!</p>',
    ],
    [
      '<html lang="en"><p lang="en-US">Hi <i lang="en">you</i> and <i lang="la">et al</i></p><p lang="fr">Un mot</p>',
      'de',
      '<html lang="de"><p lang="de">Hi <i lang="en">you</i> and <i lang="la">et al</i>!</p><p lang="fr">Un mot</p>',
    ],
    ['<html lang="{{ site.lang }}"><p>Hi you</p>', 'de', '<html lang="{{ site.lang }}"><p>Hi you!</p>'],
    ['<p>Hi you</p>', 'de', '<p>Hi you!</p>'],
  ])('of %s becomes %s [FMT-2]', async (content, language, expected) => {
    expect(await into(content, { language })).toBe(expected)
  })
})

describe('the charset of a page', () => {
  const [letter] = corpus('html').filter(({ name }) => name === 'letter-latin1-dos.htm')
  const latin = letter?.bytes ?? Buffer.alloc(0)

  it('is the one that it declares, as browsers understand it [FMT-5]', async () => {
    const units = await unitsOf(format, opened(latin))
    expect(units.map(({ text }) => text).filter(Boolean)).toEqual([
      'Café news',
      'Dear <x1/>, the café is <g2>closed on <x3/>Monday</g2><x4/> and Tuesday.',
      'See you soon!<x1/>Your team',
      'You have {{ count }} letters.',
      'Unsubscribe',
      'Leave',
    ])
    const result = await bytesOf(rewrite(format, opened(latin), mark, { language: 'de' }))
    expect(result.toString('latin1')).toContain('the caf\xe9 is <FONT COLOR=red>closed\r\n   on <B>Monday</FONT></B>')
    expect(await verify(format, opened(latin), opened(result), mark, { language: 'de' })).toEqual([])
  })

  it('becomes UTF-8 where it lacks letters of the target, and the page says so [FMT-5]', async () => {
    const { open, instead_of } = await openingFor(format, opened(latin), { languages: ['ja'] })
    expect(instead_of).toBe('WINDOWS-1252')
    const result = await bytesOf(rewrite(format, open, ({ text }) => `${text}日本`, { language: 'ja' }))
    expect(result.toString()).toContain('charset=utf-8">\r\n<TITLE>Café news日本</TITLE>')
  })

  it('gets a byte order mark where the page says none', async () => {
    const undeclared = Buffer.from('<p>Caf\xe9 noir</p>', 'latin1')
    expect((await unitsOf(format, opened(undeclared)))[0]?.text).toBe('Café noir')
    const { open } = await openingFor(format, opened(undeclared), { languages: ['ja'] })
    expect((await bytesOf(open())).toString()).toBe('\ufeff<p>Café noir</p>')
  })

  it.each([
    ['UTF-16', Buffer.from('\ufeff<p title="Ein é">Some é text</p>', 'utf16le')],
    ['UTF-8 with a mark', Buffer.from('\ufeff<p title="Ein é">Some é text</p>')],
    ['UTF-8 that says UTF-16', Buffer.from('<meta charset="utf-16"><p title="Ein é">Some é text</p>')],
    ['Windows-1251', Buffer.from('<meta charset=windows-1251><p title="Ein \xe9">Some \xe9 text</p>', 'latin1')],
  ])('may be %s', async (_, bytes) => {
    const result = await bytesOf(rewrite(format, opened(bytes), mark, { language: 'de' }))
    expect(result.length).toBeGreaterThan(bytes.length)
    expect(await verify(format, opened(bytes), opened(result), mark, { language: 'de' })).toEqual([])
  })

  it.each([
    ['bytes that are no UTF-8', Buffer.from('<meta charset="utf-8"><p>Caf\xe9 noir</p>', 'latin1')],
    ['an unknown charset', Buffer.from('<meta charset="x-klingon"><p>Caf\xe9 noir</p>', 'latin1')],
    ['NUL', Buffer.from('<meta charset=iso-8859-1><p>a\0\xe9</p>', 'latin1')],
  ])('is refused with %s [FMT-5]', async (_, bytes) => {
    await expect(unitsOf(format, opened(bytes))).rejects.toThrow(FormatError)
  })
})
