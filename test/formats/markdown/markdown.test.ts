import { describe, expect, it } from 'vitest'
import type { FormatError } from '../../../src/formats/index.ts'
import { markdown } from '../../../src/formats/markdown/markdown.ts'
import { bytesOf, opened, rewrite, unitsOf, verify } from '../files.ts'

const GERMAN = { language: 'de' }
const texts = async (content: string): Promise<string[]> =>
  (await unitsOf(markdown, opened(content))).map(unit =>
    unit.left_out ? `${unit.text} (${unit.left_out})` : unit.text,
  )
const written = async (content: string, translations: Record<string, string>): Promise<string> =>
  (await bytesOf(rewrite(markdown, opened(content), unit => translations[unit.text], GERMAN))).toString()
const sections = async (content: string): Promise<string[]> =>
  (await unitsOf(markdown, opened(content))).map(unit => `${unit.path} ${unit.part}`)

describe('units of Markdown', () => {
  it.each<[string, string, string[]]>([
    [
      'a sentence is one unit, its markup tags',
      'Read **the [manual](u)** now.',
      ['Read <g1>the <g2>manual</g2></g1> now.'],
    ],
    [
      'code, addresses and footnotes hold no text',
      'Run `x`, see https://a.b [^1]\n\n[^1]: A note',
      ['Run <x2/>, see <x3/> <x1/>', 'A note'],
    ],
    ['wrapped lines are one', 'One\ntwo\n> three\n> four\nfive', ['One two', 'three four five']],
    ['a hard break stays', 'One  \ntwo\\\nthree', ['One<x1/>two<x2/>three']],
    ['escapes and references are read', '1\\. A \\*star\\* &amp; B&#33;', ['1. A *star* & B!']],
    ['what is all in markup is its inside', '- [Install](#i)\n- **Bold**\n- ![Alt](i.png)', ['Install', 'Bold', 'Alt']],
    ['a title goes with its link', '[a](u "t") b', ['<g1>a<g2>t</g2></g1> b']],
    ['headings without their anchors', '# One {#one}\n\nTwo\n===\n\n## Three ##', ['One', 'Two', 'Three']],
    [
      'cells',
      '| a | `b` | 1 | |\n|-|-|-|-|\n| c \\| d | | | |',
      ['a', '<x1/> (placeholder_only)', '1 (number)', 'c | d'],
    ],
    ['tasks', '- [ ] To do\n- [x] Done', ['To do', 'Done']],
    ['inline HTML', 'Press <kbd>Q</kbd><br>or <code>x</code>', ['Press <g3>Q</g3><x1/>or <x2/>']],
    ['text that looks like a tag', 'A \\<g1> and \\<b>', ['A <x1/> and <b>']],
    [
      'code and HTML are seen',
      '```js\nlet a\n\nb\n```\n\n    c\n\n<script>\nd\n</script>',
      ['let a\n\nb (code)', 'c (code)', '<script>\nd\n</script> (code)'],
    ],
    ['front matter is seen', '---\ntitle: A\nby: Ada B\n---\nText', ['A', 'Ada B (metadata)', 'Text']],
    ['front matter may end as YAML does', '---\ntitle: A\n...\n\nText\n\n---\n\nMore', ['A', 'Text', 'More']],
    ['two rules are no front matter', '---\n\nText\n\n---\n', ['Text']],
    ['titles of definitions', '[a]: u "Title"\n[b]: u', ['Title']],
    [
      'alerts and directives are marks',
      '> [!NOTE]\n> Mind this\n\n:::tip Now\nDo that\n:::',
      ['Mind this', 'Now', 'Do that'],
    ],
    ['nothing', '\n***\n\n<!-- -->', ['<!-- --> (code)']],
  ])('%s', async (_, content, expected) => {
    expect(await texts(content)).toEqual(expected)
  })

  it('names sections as people do and counts where they stand [RES-2]', async () => {
    const content = 'Before\n# Guide\nA\n## Install\n- B\n### Linux\n> C\n\n```\nd\n```\n## Use\n| E |\n|-|\n# More\nF'
    expect(await sections(content)).toEqual([
      'md:/p[1] introduction',
      'md:/h[1] Guide',
      'md:/h[1]/p[1] Guide',
      'md:/h[1]/h[1] Install',
      'md:/h[1]/h[1]/li[1] Install',
      'md:/h[1]/h[1]/h[1] Install > Linux',
      'md:/h[1]/h[1]/h[1]/quote[1] Install > Linux',
      'md:/h[1]/h[1]/h[1]/code[1] Install > Linux',
      'md:/h[1]/h[2] Use',
      'md:/h[1]/h[2]/cell[1] Use',
      'md:/h[2] More',
      'md:/h[2]/p[1] More',
    ])
  })

  it('gives byte ranges of the file, byte order mark and CRLF counted [RES-2]', async () => {
    const [, second] = await unitsOf(markdown, opened('\ufeff# Ä\r\n\r\n- **é** x\r\n  y\r\n'))
    expect(second).toMatchObject({ start: 13, end: 26, raw: '**é** x\r\n  y' })
  })
})

describe('a translation in Markdown', () => {
  it.each<[string, string, Record<string, string>, string]>([
    [
      'tags may change places',
      'A **b** [c](u)',
      { 'A <g1>b</g1> <g2>c</g2>': '<g2>C</g2> <g1>B</g1> A' },
      '[C](u) **B** A',
    ],
    [
      'references become full ones',
      'See [a] and [b][]\n\n[a]: u\n[b]: u',
      { 'See <g1>a</g1> and <g2>b</g2>': '<g2>B</g2>, <g1>A</g1>' },
      '[B][b], [A][a]\n\n[a]: u\n[b]: u',
    ],
    [
      'addresses without a scheme stay bare, or become links where the text goes on beside them',
      'See www.a.bc/d.',
      { 'See <x1/>.': '<x1/>を見て！' },
      '[www.a.bc/d](http://www.a.bc/d)を見て！',
    ],
    [
      'notes in the text stay notes',
      'One^[a note] two',
      { 'One^[a note] two': 'Eins^[eine Note] zwei' },
      'Eins^[eine Note] zwei',
    ],
    ['addresses stay bare', 'See https://a.b/c_d.', { 'See <x1/>.': 'Siehe <x1/>!' }, 'Siehe https://a.b/c_d!'],
    [
      'addresses never run into words',
      'See https://a.b now',
      { 'See <x1/> now': '<x1/>を見る' },
      '<https://a.b>を見る',
    ],
    ['one line in a quote', '> One\n> two', { 'One two': 'Eins zwei' }, '> Eins zwei'],
    [
      'breaks keep the marks of their line',
      '> One  \n> two',
      { 'One<x1/>two': 'Eins<x1/>- zwei' },
      '> Eins  \n> \\- zwei',
    ],
    [
      'no block begins',
      'A\n\nB\n\nC\n\nD',
      { A: '# a', B: '1. b', C: '- c', D: '> d' },
      '\\# a\n\n1\\. b\n\n\\- c\n\n\\> d',
    ],
    [
      'no markup begins',
      'A',
      { A: '*a* _b_ [c](d) `e` <f> &lt; ~~g~~' },
      '\\*a\\* \\_b\\_ \\[c](d) \\`e\\` \\<f> \\&lt; \\~\\~g\\~\\~',
    ],
    [
      'as little as can be is escaped',
      'Use [opt] B',
      { 'Use [opt] B': 'snake_case 2 * 3 [opt] ~5 a\\b #1 & Co' },
      'snake_case 2 * 3 [opt] ~5 a\\b #1 & Co',
    ],
    ['cells keep their walls', '| a |\n|-|', { a: 'x | y' }, '| x \\| y |\n|-|'],
    ['marks stay marks beside letters', 'A **b** c', { 'A <g1>b</g1> c': '<g1>「B」</g1>です' }, '**「B」**&#12391;す'],
    [
      'marks stay marks around spaces',
      'A **b** c',
      { 'A <g1>b</g1> c': 'A<g1> B </g1>C' },
      '&#65;**&#32;B&#32;**&#67;',
    ],
    [
      'titles',
      '[a](u "t")\n\n[d]: u \'x\'',
      { '<g1>a<g2>t</g2></g1>': '<g1>A<g2>"T"</g2></g1>', x: "it's" },
      '[A](u "\\"T\\"")\n\n[d]: u \'it\\\'s\'',
    ],
    ['headings end where they did', '# A #', { A: 'C #' }, '# C \\# #'],
  ])('%s [RES-2]', async (_, content, translations, expected) => {
    expect(await written(content, translations)).toBe(expected)
    const translate = (unit: { text: string }) => translations[unit.text]
    expect(await verify(markdown, opened(content), opened(expected), translate, GERMAN)).toEqual([])
  })

  it.each<[string, string]>([
    ['lost', 'a b'],
    ['twice', '<g1>a</g1> <g1>b</g1>'],
    ['unknown', '<g1>a</g1> <x2/>'],
    ['turned round', '</g1>a<g1> b'],
    ['empty', '<g1></g1> b'],
  ])('keeps its source where a tag is %s [ENG-2]', async (_, translation) => {
    expect(await written('**x** y', { '<g1>x</g1> y': translation })).toBe('**x** y')
  })

  it.each<[string, string, string, string]>([
    ['nothing but tags', '**x** [y](u)', '<g1>x</g1> <g2>y</g2>', '<g1></g1> <g2> </g2>'],
    ['a tag alone on its line', '<br>a  \nb', '<x2/>a<x1/>b', '<x2/><x1/>a b'],
    ['two breaks beside each other', 'a  \nb  \nc', 'a<x1/>b<x1/>c', 'a<x1/> <x1/>b c'],
  ])('keeps its source where a translation is %s: it would be no paragraph [ENG-2]', async (_, file, text, told) => {
    expect(await written(file, { [text]: told })).toBe(file)
  })
})

describe('hostile Markdown', () => {
  const refused = async (content: string): Promise<unknown> =>
    unitsOf(markdown, opened(content)).then(
      () => 'read',
      (error: FormatError) => error.code,
    )

  it.each<[string, string, string]>([
    ['500 nested quotes', `${'>'.repeat(500)} a`, 'too_deep'],
    ['500 lists on a line', `${'- '.repeat(500)}a`, 'too_deep'],
    ['500 lists by indent', Array.from({ length: 500 }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n'), 'too_deep'],
    ['endless brackets', '['.repeat(200_000), 'too_long_record'],
    ['endless emphasis', '*a_ '.repeat(100_000), 'too_long_record'],
    ['a quote that never ends', `> a\n${'b\n'.repeat(100_000)}`, 'too_long_record'],
    ['instructions that never end', 'a <?'.repeat(25_000), 'too_long_record'],
    ['comments that never end', 'a <!--\n'.repeat(25_000), 'too_long_record'],
    ['sections that never end', 'a <![CDATA['.repeat(25_000), 'too_long_record'],
    ['declarations that never end', 'a <!A'.repeat(25_000), 'too_long_record'],
    [
      'code that never ends',
      Array.from({ length: 2000 }, (_, at) => `${'`'.repeat(at + 1)} x`).join(' '),
      'too_long_record',
    ],
    ['a paragraph that never ends', 'some words of a line\n'.repeat(40_000), 'too_long_record'],
  ])(
    'refuses %s',
    async (_, content, code) => {
      expect(await refused(content)).toBe(code)
    },
    20_000,
  )

  it('reads the rest: fences that never end, odd line ends, deep but honest lists', async () => {
    for (const content of [
      '```\na',
      '~~~',
      '<div',
      '<!-- a',
      '\ra\r\rb\r',
      'a\u2028b',
      '\ufeff\ufeff# a',
      '[a]:',
      '|',
      '$$',
    ]) {
      const same = await bytesOf(rewrite(markdown, opened(content), unit => unit.text, GERMAN))
      expect(same.toString()).toBe(content)
      expect(await refused(content)).toBe('read')
    }
    expect(await refused(Array.from({ length: 40 }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n'))).toBe('read')
  })

  it('reads a file again as it read it first, also after others and in another charset', async () => {
    const files = ['# One\n', '# Two\n', '\ufeff# One\n', '# Three\n'].map(text => Buffer.from(text))
    const all = [...files, Buffer.from('\ufeff# One\n', 'utf16le')]
    const first = await Promise.all(all.map(bytes => unitsOf(markdown, opened(bytes))))
    for (const [at, bytes] of [...all.entries(), ...[...all.entries()].reverse()])
      expect(await unitsOf(markdown, opened(bytes))).toEqual(first[at])
    expect(first.map(([unit]) => unit?.start)).toEqual([2, 2, 5, 2, 6])
  })

  it('reads large files in slices as it reads small ones', async () => {
    const block =
      '# H\n\nSee [one], [two][] and [^n].\n\n- a *b*\n  c\n\n| t | u |\n|-|-|\n| v | w |\n\n```\n# x\n```\n\n'
    const rows = `| a | b |\n|---|---|\n${'| left cell | right cell |\n'.repeat(1000)}\n`
    const content = `${block.repeat(200)}${rows}[one]: u\n[two]: u\n[^n]: note\n`
    const found = await unitsOf(markdown, opened(content))
    expect(found.filter(unit => unit.text === 'See <g1>one</g1>, <g2>two</g2> and <x3/>.')).toHaveLength(200)
    expect(found).toHaveLength(200 * 8 + 2002 + 1)
    expect(found.filter(({ start, end, raw }) => content.slice(start, end) !== raw)).toEqual([])
  }, 20_000)
})
