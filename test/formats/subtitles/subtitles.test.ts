import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { loadFormat, openingFor, verify } from '../../../src/formats/index.ts'
import { columns, joined, rewrapped } from '../../../src/formats/subtitles/lines.ts'
import { anyText } from '../../support/any-text.ts'
import { built, bytesOf, opened, rewrite, unitsOf } from '../files.ts'

const units = (extension: string, content: string) => unitsOf(built(extension), opened(content))
const translated = async (extension: string, content: string, translations: Record<string, string>) =>
  (
    await bytesOf(rewrite(built(extension), opened(content), unit => translations[unit.text], { language: 'de' }))
  ).toString()

const FILM = [
  '1\r\n00:00:01,000 --> 00:00:03,500 X1:40\r\nDid you sleep well\r\nin your <i>new</i> house?\r\n',
  '2\r\n00:00:04,000 --> 00:00:05,000\r\n- Yes.\r\n- No!\r\n',
  '3\r\n00:00:06,000 --> 00:00:07,000\r\n♪\r\n',
].join('\r\n')

describe('SubRip cues', () => {
  it('are units: their lines joined, but for those of another speaker [FMT-1]', async () => {
    expect(await units('srt', FILM)).toMatchObject([
      { path: 'srt:/cue[1]', part: 'cue', ordinal: 1, text: 'Did you sleep well in your <i>new</i> house?' },
      { path: 'srt:/cue[2]', ordinal: 2, text: '- Yes.\n- No!' },
      { path: 'srt:/cue[3]', ordinal: 3, left_out: 'not_text' },
    ])
  })

  it('begin a line for each speaker, however the file marks them [FMT-1]', async () => {
    const file = (cue: string) => `WEBVTT\n\n00:01.000 --> 00:04.000\n${cue}\n`
    for (const cue of [
      '>> Hello there\n>> JO: Hey',
      '&gt;&gt; Hello there\n&gt;&gt; Hey',
      '<v Bob>Hello\n<v.loud Ann>Hey',
    ]) {
      const [unit] = (await units('vtt', file(cue))).filter(({ part }) => part === 'cue')
      expect(unit?.text).toBe(cue)
      const said = unit?.text.replaceAll('He', 'Ne') ?? ''
      expect(await translated('vtt', file(cue), { [unit?.text ?? '']: said })).toBe(file(cue.replaceAll('He', 'Ne')))
    }
  })

  it('are written on as many lines, and nothing else of the file changes [RES-2, FMT-1]', async () => {
    const long = 'Hast du in deinem <i>neuen</i> Haus denn auch wirklich gut geschlafen?'
    const result = await translated('srt', FILM, {
      'Did you sleep well in your <i>new</i> house?': long,
      '- Yes.\n- No!': '- Ja.\n- Nein!',
    })
    expect(result).toBe(
      FILM.replace(
        'Did you sleep well\r\nin your <i>new</i> house?',
        'Hast du in deinem <i>neuen</i> Haus denn\r\nauch wirklich gut geschlafen?',
      )
        .replace('Yes.', 'Ja.')
        .replace('No!', 'Nein!'),
    )
  })

  it('may lack numbers, a last line end and text, and their text may be cut by a blank line [FMT-1]', async () => {
    const file =
      '\ufeff00:01,5 --> 00:02,5\nOne\n\n7\n00:03,0 --> 00:04,0\n\n\n8\n00:05,0 --> 00:06,0\nTwo\n\nand a half\n9\n0:7,0 --> 0:8,0\nThree'
    expect((await units('srt', file)).map(({ text, ordinal }) => [text, ordinal])).toEqual([
      ['One', 1],
      ['Two', 3],
      ['and a half', 4],
      ['Three', 5],
    ])
    expect(await translated('srt', file, { Three: 'Drei', 'and a half': 'einhalb' })).toBe(
      file.replace('Three', 'Drei').replace('and a half', 'einhalb'),
    )
  })

  it('say how long they are shown, and are limited where a reader could not follow [FMT-4]', async () => {
    const [first, second] = await units('srt', FILM)
    expect(first).toMatchObject({ note: 'Shown for 2.5 s: time to read about 43 characters.', max_length: 62 })
    expect(second).toMatchObject({ note: 'Shown for 1.0 s: time to read about 17 characters.', max_length: 25 })
  })

  it('keep their source where a translation would end the cue [RES-2]', async () => {
    expect(await translated('srt', FILM, { '- Yes.\n- No!': 'a --> b' })).toBe(FILM)
  })

  it('read back the same wherever the translator broke lines, and not where a word is lost [FMT-1]', async () => {
    const text = 'Did you sleep well in your <i>new</i> house?'
    const writes = async (wanted: string, written: string) => {
      const result = await bytesOf(
        rewrite(built('srt'), opened(FILM), unit => (unit.text === text ? written : undefined), { language: 'de' }),
      )
      const asked = async (window: readonly { text: string }[]) =>
        window.map(unit => (unit.text === text ? wanted : undefined))
      return await verify(built('srt'), opened(FILM), opened(result), asked, { language: 'de' })
    }
    expect(await writes('Gut\ngeschlafen?', 'Gut\ngeschlafen?')).toEqual([])
    expect(await writes('Gut geschlafen?', 'Gut')).toMatchObject([{ kind: 'text', index: 0 }, { kind: 'bytes' }])
  })
})

describe('SubRip files of other programs', () => {
  it.each([
    ['no fraction', '1\n0:00:05 --> 0:00:10\nText\n'],
    ['the number beside them', '1 00:01:39 --> 00:01:41,04\nText\n'],
    ['a broken arrow', '1\n00:07:02,636 - > 00:07:04,792\nText\n'],
    ['many hours', '1\n1234567:00:00.000 --> 1234568:00:00.000\nText\n'],
  ])('are read where their times have %s', async (_, content) => {
    expect((await units('srt', content)).map(({ text }) => text)).toEqual(['Text'])
  })

  it.each([
    ['windows-1252', 'Où est passé le garçon\u00a0? — À l’école…'],
    ['windows-1252', 'What a façade, she said for £5.'],
    ['windows-1251', 'Доброе утро, Бри! Ты всё ещё здесь?'],
    ['windows-1251', 'Привет, как дела? Хорошо, спасибо.'],
    ['windows-1251', 'Я люблю кофе по утрам.'],
    ['windows-1251', 'Доброго ранку, як справи?'],
    ['windows-1250', 'Źdźbło trawy, gęś i żaba. Proszę, wejdź!'],
    ['windows-1250', 'Příliš žluťoučký kůň úpěl ďábelské ódy.'],
    ['windows-1253', 'Καλημέρα, τι κάνεις σήμερα;'],
    ['windows-1253', 'Πού πας;'],
    ['windows-1255', 'איפה אתה עכשיו?'],
    ['windows-1255', 'שלום, מה שלומך היום?'],
    ['windows-1256', 'كيف كانت الرحلة أمس؟'],
    ['windows-1254', 'Güneş doğdu, ışık çok güzel.'],
  ])('in %s are read by the letters of their language: %s [FMT-5]', async (charset, text) => {
    const format = built('srt')
    const bytes = iconv.encode(`1\r\n00:00:01,000 --> 00:00:09,000\r\n${text}\r\n`, charset)
    const open = opened(bytes)
    expect(await format.encoding?.of(open())).toBe(`legacy:${charset}`)
    expect((await unitsOf(format, open)).map(unit => unit.text)).toEqual([text])
    const translate = () => 'Plain words'
    const result = await bytesOf(rewrite(format, open, translate, { language: 'en' }))
    expect(result.toString('latin1')).toContain('\r\nPlain words\r\n')
    expect(await verify(format, open, opened(result), async all => all.map(translate), { language: 'en' })).toEqual([])
  })

  it('in a charset that their letters do not show are refused; a result that it cannot hold is UTF-8 [FMT-5]', async () => {
    const cue = (text: string) => `1\n00:00:01,000 --> 00:00:09,000\n${text}\n`
    const chinese = opened(iconv.encode(cue('你好，你今天怎么样？'), 'gb18030'))
    await expect(unitsOf(built('srt'), chinese)).rejects.toMatchObject({ code: 'not_decodable' })
    const french = opened(iconv.encode(cue('C’est l’été.'), 'windows-1252'))
    const { open, instead_of } = await openingFor(built('srt'), french, { languages: ['pl'] })
    expect(instead_of).toBe('WINDOWS-1252')
    expect((await bytesOf(open())).toString()).toBe(`\ufeff${cue('C’est l’été.')}`)
  })
})

describe('WebVTT', () => {
  const FILE =
    'WEBVTT - A film\nKind: captions\nLanguage: en\n\nSTYLE\n::cue { color: red }\n\nNOTE Ann is angry\n\nintro\n00:01.000 --> 00:04.000 line:0\n<v Ann>Get out &amp; stay out\n\nNOTE\nend\n'

  it('has units of its cues, with the comment before as a note; its other blocks are kept [FMT-4]', async () => {
    expect(await units('vtt', FILE)).toMatchObject(
      [
        { path: 'vtt:/header/language', left_out: 'not_text' },
        { path: 'vtt:/cue[1]', text: '<v Ann>Get out &amp; stay out', note: /^Ann is angry\nShown for 3\.0 s/ },
      ].map(unit => ('note' in unit ? { ...unit, note: expect.stringMatching(unit.note) } : unit)),
    )
  })

  it('says its language, which changes with the text, and only then [FMT-2]', async () => {
    expect(await (await loadFormat('a.vtt'))?.languages?.(opened(FILE)())).toEqual({ source: 'en' })
    expect(await translated('vtt', FILE, {})).toBe(FILE)
    expect(await translated('vtt', FILE, { '<v Ann>Get out &amp; stay out': '<v Ann>Raus' })).toBe(
      FILE.replace('Language: en', 'Language: de').replace('Get out &amp; stay out', 'Raus'),
    )
  })

  it('is read where no blank line follows its header', async () => {
    expect(await units('vtt', 'WEBVTT\n00:11.000 --> 00:13.000\nTest')).toMatchObject([{ text: 'Test' }])
  })
})

describe('lines of a cue', () => {
  it('are read as the text that they were broken from, whatever it is [FMT-1]', () => {
    const one = (text: string) => joined(text.split('\n'))
    fc.assert(
      fc.property(anyText(80), anyText(60), (text, original) => {
        const translation = one(text)
        const lines = rewrapped(translation, original.split('\n'))
        expect(joined(lines)).toBe(one(translation))
      }),
    )
  })

  it('are as narrow as their number allows, and are not cut in tags or before a sign of another speaker', () => {
    expect(rewrapped('これはとても長い文章ですから、二行に分けて書かなければなりません。', ['a'])).toEqual([
      'これはとても長い文章ですから、二行',
      'に分けて書かなければなりません。',
    ])
    expect(rewrapped('one two three four', ['a b', 'c d'])).toEqual(['one two', 'three four'])
    expect(rewrapped('<font color="#ff00ff">red and a good deal of text - and more here</font>', ['a'])).toEqual([
      '<font color="#ff00ff">red and a good deal of',
      'text - and more here</font>',
    ])
    expect(columns('<i>日本</i>a')).toBe(5)
  })
})
