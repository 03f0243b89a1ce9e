import { describe, expect, it } from 'vitest'
import {
  comparePlaceholders,
  joinRuns,
  PLACEHOLDER_SYNTAXES,
  type PlaceholderSyntax,
  placeholdersOf,
  protect,
  samePlaceholders,
} from '../../../src/formats/index.ts'
import { fc } from '../files.ts'

/** Codes in guillemets: what a translator would see. */
const shown = (text: string, syntax?: PlaceholderSyntax): string =>
  protect(text, syntax)
    .map(run => (run.kind === 'code' ? `«${run.text}»` : run.text))
    .join('')

describe('protect', () => {
  it.each<string>([
    'Hello «{name}»!',
    '«{0}» of «{1}»',
    'Item «{}»',
    '«{user.first_name}» left',
    '«{price:.2f}» total',
    '«{0:yyyy-MM-dd}»',
    '«{count, number}» hits',
    'Hi «{{name}}» and «{{{raw}}}»',
    '«{% if x %}»yes«{% endif %}»',
    'Total «$\u007btotal}» now',
    '«#{count}» rows',
    '«%{name}» is in',
    '«$t(common.ok)» then',
    '«%s» is «%d»',
    '«%1$s» and «%2$d»',
    '«%-10s»|«%05.2f»|«%lld»',
    '«%@» sent «%1$@»',
    '«%(name)s» has «%(n)d»',
    'Took «%<PRIu64>» bytes',
    '«%d»«%%» done',
    'Page «%1» of «%2»',
    '«%L1» files',
    '«%n» file(s)',
    '«%name%» is in',
    '«%Y»-«%m»-«%d»',
    '«%dx%d»'.replace('x', '»x«'),
    '«%d»px',
    '«%s»foo',
    '«%.*f» km',
    '«%Id» of «%1$I.1f» kB',
    '«<b>»Bold«</b>»',
    '«<a href="x.html" title=\'t\'>»link«</a>»',
    'one«<br/>»two',
    '«<0>»link«</0>»',
    '«<!-- note -->»text',
    'Tom«&nbsp;»«&amp;»«&#8230;» Jerry',
    'See «https://example.com/a?b={c}».',
    '(«http://a.b/c»)',
    'at «www.example.org/x», now',
    'write «a.b+c@example.co.uk».',
    '<«http://fsf.org/»>',
    '«$USER$» came',
    '«@:menu.file» opens',
    '«{\\an8}»Top',
    '«%#@files@» left',
    '«https://example.com»をご覧ください',
  ])('keeps %s', marked => {
    const text = marked.replace(/[«»]/g, '')
    expect(shown(text)).toBe(marked)
  })

  it.each<string>([
    '100% sure',
    '100 % sure',
    '50 %discount',
    '5% de réduction',
    '20 % d’escompte',
    "10% d'intérêt",
    '100%',
    '% of all',
    'in % i Sverige',
    '3%a',
    'save 15%, now',
    '%age points',
    'the %Identity',
    'a < b and b > c',
    'R&D and Q&A',
    'US$5 or A$6',
    '$5.00',
    '{see the note}',
    '{ not this one }',
    'C:\\new',
    '@home now',
    '5 & 6;',
    'fish&chips',
    'user@home',
    '#1 in {',
    '}{',
    'x <- y',
    '1 <2> 3'.replace('<2>', '< 2 >'),
  ])('takes %s for text', text => {
    expect(shown(text)).toBe(text)
  })

  it('believes a file that says it is a format', () => {
    expect(shown('100% sure', 'printf')).toBe('100«% s»ure')
    expect(shown('«% d» hits'.replace(/[«»]/g, ''))).toBe('«% d» hits')
  })

  it.each<[PlaceholderSyntax, string]>([
    ['shell', 'Usage: «$program» [-f] «$\u007bfile}»'],
    ['shell', 'No «$(basename x)», «$1» and «%s»'],
    ['tilde', 'Bad «~a» in «~5,2f», «~s»«~%»'],
    ['boost', 'Page «%1%» of «%2%», «%|3$d|»'],
  ])('keeps what a file says are codes (%s): %s', (syntax, marked) => {
    expect(shown(marked.replace(/[«»]/g, ''), syntax)).toBe(marked)
  })

  it('takes the same for text where the file says nothing', () => {
    for (const text of ['It costs $5', 'a ~b', 'Usage: $program now']) expect(shown(text)).toBe(text)
  })

  it.each<string>([
    '«{n, plural, one {#» file«} other {#» files«}}» found',
    'Dear «{g, select, female {»Ms«} other {»Mr«}}» «{name}», «{d, date, ::yMMMd}»',
    '«{n, plural, =0 {»none«} other {{»b«}}}»'.replace('{»b«}', '#» of «{b}'),
    "«{n, plural, offset:1 one {»It''s «#} other {»They are «#}}»",
    "«{n, plural, other {»a «'{b}'»  c«}}»",
    '«{n, plural, other {<b>#</b>»  items«}}»',
  ])('translates only the literals of an ICU message: %s', marked => {
    const text = marked.replace(/[«»]/g, '')
    expect(shown(text, 'icu').replaceAll('»«', '')).toBe(marked)
  })

  it('falls back to patterns where ICU is not valid', () => {
    expect(shown('{n, plural, one {file} of {name}', 'icu')).toBe('{n, plural, one «{file}» of «{name}»')
    const deep = '{n, plural, other {'.repeat(20_000)
    expect(joinRuns(protect(deep, 'icu'))).toBe(deep)
  })

  it('cuts without losing a character', () => {
    const parts = fc.constantFrom(
      '%',
      '~',
      's',
      '{',
      '}',
      '<',
      '>',
      'a',
      ' ',
      '1',
      '$',
      '&',
      ';',
      '@',
      '.',
      '\\',
      '[',
      ']',
      ':',
      '://',
      'http',
      "'",
      '#',
      'n, plural, other',
      '😀',
    )
    fc.assert(
      fc.property(
        fc.array(parts).map(p => p.join('')),
        fc.constantFrom(...PLACEHOLDER_SYNTAXES),
        (text, syntax) => {
          expect(
            protect(text, syntax)
              .map(run => run.text)
              .join(''),
          ).toBe(text)
          expect(joinRuns(protect(text), 'general')).toBe(text)
          expect(samePlaceholders(text, text, syntax)).toBe(true)
        },
      ),
    )
  })
})

describe('samePlaceholders', () => {
  it('holds for any order and any words between [ENG-2]', () => {
    const codes = fc.shuffledSubarray(['%s', '{name}', '<b>', '</b>', '{{x}}', '%5.1f', 'https://a.bc/d', '%(k)s'])
    fc.assert(
      fc.property(codes, fc.array(fc.constantFrom('eins', 'zwei ', 'é')), (chosen, words) => {
        const source = chosen.join(' and ')
        const target = [...chosen]
          .reverse()
          .map((code, i) => `${words[i] ?? ''} ${code}`)
          .join(' ')
        expect(placeholdersOf(target)).toEqual(new Map([...placeholdersOf(source)].reverse()))
        expect(samePlaceholders(source, target)).toBe(true)
        const first = chosen[0]
        if (first === undefined) return
        expect(comparePlaceholders(source, target.replace(first, ''))).toEqual({ missing: [first], extra: [] })
        expect(comparePlaceholders(source, `${target} ${first}`)).toEqual({ missing: [], extra: [first] })
      }),
    )
  })

  it.each<[string, string, boolean, PlaceholderSyntax?]>([
    ['%s has %d', '%2$d von %1$s', true],
    ['%s has %d', '%1$d von %2$s', false],
    ['%1$s of %2$s', '%s von %s', true],
    ['%.*s in %<PRIdMAX> of %#x', '%3$<PRIdMAX> von %4$#x in %2$.*1$s', true],
    ['%m: %s at %d', '%m: %2$d bei %1$s', true],
    ['%d files of %.1f kB', '%Id Dateien von %I.1f kB', true],
    ['%d files, %s', '%2$s, %1$Id Dateien', true],
    ['%d files', '%Is Dateien', false],
    ['Wrote %i records', '레코드 %i개를 썼습니다', true],
    ['%i records of %i', '%i개의 레코드', false],
    ['The width of %c', "%c'nin genişliği", true],
    ['The width of %c', 'Die Breite von %%c', false],
    ['Hello {name}', 'Hallo {{name}}', false],
    ['%d%% done', '%d %% fertig', true],
    ['%d%% done', '%d% fertig', false],
    ['&quot;Hi&quot;', '„Hallo“', true],
    ['<b>Hi</b>', '<b>Hallo<b>', false],
    ['[b]Hi[/b]', '[b]Hallo[/b]', true],
    ['[b]Hi[/b]', '[b]Hallo[b]', false],
    ['Say \\"Hi\\"', 'Sag „Hallo“', true],
    ['One\\nTwo', 'Eins\\nZwei', true],
    ['One\\nTwo', 'Eins\\nzwei', true],
    ['One\\nTwo', 'Eins Zwei', false],
    ['{} of {}', '{1} von {0}', true],
    ['{} of {}', '{0} von {0}', false],
    ['%s has %d', '%[2]d von %[1]s', true],
    ['%v of %v', '%v', false],
    ['%v is %T', '%s ist %T', false],
    ['$1 of $2', 'von $2', false],
    [':name is in', ':Name ist da', true, 'laravel'],
    [':name is in', 'Er ist da', false, 'laravel'],
    ['Hi {name}', 'Hallo {Name}', false],
    [
      '{n, plural, one {# file} other {# files}}',
      '{n, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}',
      true,
      'icu',
    ],
    ['{n, plural, one {# file} other {# files}}', '{n, plural, other {# ファイル}}', true, 'icu'],
    ['{n, plural, one {a file} other {# files}}', '{n, plural, one {eine} other {viele}}', false, 'icu'],
    ['{n, plural, one {# of {b}} other {#}}', '{m, plural, one {# of {b}} other {#}}', false, 'icu'],
    ['{g, select, f {she} other {they}}', '{g, select, w {sie} other {sie}}', false, 'icu'],
    ['{n, plural, other {# of {name}}}', "{n, plural, other {# d'{name}}}", false, 'icu'],
    ['{n, plural, other {# of {name}}}', '{n, plural, other {# von {name}', false, 'icu'],
  ])('%s → %s: %s [ENG-2]', (source, target, same, syntax) => {
    expect(samePlaceholders(source, target, syntax)).toBe(same)
  })

  it('joins ICU runs so that no apostrophe swallows a code', () => {
    const source = '{n, plural, other {# of {name}}}'
    const runs = protect(source, 'icu').map(run => (run.kind === 'text' ? { ...run, text: " d'" } : run))
    expect(joinRuns(runs, 'icu')).toBe("{n, plural, other {# d''{name}}}")
    expect(samePlaceholders(source, joinRuns(runs, 'icu'), 'icu')).toBe(true)
  })
})
