import { describe, expect, it } from 'vitest'
import { asciidoc } from '../../../src/formats/prose/asciidoc/asciidoc.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { accented, japanese, proseOf } from './prose.ts'

const { texts, kinds, written, prove, given } = proseOf(asciidoc)

const GUIDE = `// A remark
= User guide
Ada Example <ada@a.example>
:toc:
:description: What it is about

Read *this* first, then link:a.html[the manual^] and <<setup,the setup>>.
See {name} and \`code\`.footnote:[A note here.]

[[setup]]
== Setup

.A title
* One item
  goes on
+
More of it
* [x] Done

. First

Term:: What it means.

NOTE: Mind this.

[source,sh]
----
run --fast
----

____
A quote.
____

image::a.png[A tree,100]

ifdef::x[]
|===
|A b |C d

a|* E f
|g \\| h
|===
endif::[]

 shown as it is

////
Hidden
////
`

describe('the texts of AsciiDoc', () => {
  it('are those that readers see, each in its block [FMT-1]', async () => {
    expect((await texts(GUIDE)).map(text => text.replace(/(<\/?[gx])\d+/g, '$1N'))).toEqual([
      '// A remark (comment)',
      'User guide',
      'Ada Example <ada@a.example> (metadata)',
      'What it is about',
      'Read <gN>this</gN> first, then <gN>the manual</gN> and <gN>the setup</gN>. See <xN/> and <xN/>.<gN>A note here.</gN>',
      'Setup',
      'A title',
      'One item goes on',
      'More of it',
      'Done',
      'First',
      'Term',
      'What it means.',
      'Mind this.',
      'run --fast (code)',
      'A quote.',
      'A tree',
      'A b',
      'C d',
      'E f',
      'g | h',
      'shown as it is (code)',
      'Hidden (comment)',
    ])
  })

  it('have the kind of their place [RES-2]', async () => {
    const content =
      '= Title\n\nText\n\n* Item\n\n== Part\n\n____\nQuoted\n____\n\nimage::a.png[A tree]\n\n|===\n|Cell\n|===\n'
    expect(await kinds(content)).toEqual([
      'adoc:/h[1] heading 1',
      'adoc:/h[1]/p[1] paragraph',
      'adoc:/h[1]/li[1] list item',
      'adoc:/h[1]/h[1] heading 2',
      'adoc:/h[1]/h[1]/quote[1] quote',
      'adoc:/h[1]/h[1]/alt[1] alt text',
      'adoc:/h[1]/h[1]/cell[1] cell',
    ])
  })

  it.each<[string, string, string[]]>([
    [
      'formatting is around text',
      '*a* _b_ #c# **d**e ^f^ [.r]#g h#',
      ['<gN>a</gN> <gN>b</gN> <gN>c</gN> <gN>d</gN>e <gN>f</gN> <gN>g h</gN>'],
    ],
    ['markup in markup', '*a _b_ c*', ['<gN>a <gN>b</gN> c</gN>']],
    ['what is no markup', 'a*b*c 2 * 3 * 4 a_b_c', ['a*b*c 2 * 3 * 4 a_b_c']],
    [
      'what programs read is whole',
      '`a` {b} kbd:[C] +d+ pass:[e] image:f.png[g] <<h>> (((i))) j',
      ['<xN/> <xN/> <xN/> <xN/> <xN/> <xN/> <xN/> <xN/> j'],
    ],
    [
      'addresses',
      'See https://a.example/b, https://c.example[the page] or {url}/d[here].',
      ['See <xN/>, <gN>the page</gN> or <gN>here</gN>.'],
    ],
    ['a break on purpose', 'One +\ntwo', ['One<xN/>two']],
    ['lines that all are broken on purpose', '[%hardbreaks]\nOne a\ntwo b', ['One a', 'two b']],
    [
      'comments and conditions within a paragraph',
      'One a\n// no\ntwo b\nifdef::c[]\nthree d\nendif::[]',
      ['One a', '// no (comment)', 'two b', 'three d'],
    ],
    ['underlined titles', 'A title\n-------\n\nText a', ['A title', 'Text a']],
    ['a block that closes under a short line', '====\nA b c\n====\n\nD', ['A b c', 'D']],
    ['a block that closes under code without lines of its own', '====\n[listing]\na b\n====\n\nC', ['a b (code)', 'C']],
    ['what begins with an indented sign', ' +\na b\n\nC', ['+\na b (code)', 'C']],
    [
      'descriptions by their names',
      'image::a.png[A b,100,title="C, d",link=e]\n\nimage::f.png[alt=G h]\n\nimage::i.png[width=100, alt="J"]',
      ['A b', 'C, d', 'G h', 'J'],
    ],
    ['items behind bullets', '• A b\n• C d', ['A b', 'C d']],
    ['code by its style', '[source]\na b\n\n[listing]\n--\nc d\n--\n\ne f', ['a b (code)', 'c d (code)', 'e f']],
    [
      'lines of a verse, each by itself',
      '[verse, Ada, A poem]\n____\nOne *a*,\n  * two b +\n\n== three\nifdef::x[]\n// four\nendif::[]\n____\n\nText',
      ['One <gN>a</gN>,', '* two b', '== three', '// four', 'Text'],
    ],
    [
      'a verse without lines around it',
      '[verse]\n[[a]]\nOne a\ntwo b\n\nThree\nfour',
      ['One a', 'two b', 'Three four'],
    ],
    ['a verse in an open block', '[verse]\n--\nOne a\n\ntwo b\n--\n\nThree\nfour', ['One a', 'two b', 'Three four']],
    ['a quote with its source', '[quote, Ada, A book]\nOne a\ntwo b', ['One a two b']],
    [
      'cells by what stands before their bars',
      '|===\n2+|A b .2+^.>s|C d\n3*|E f e|g|h\n|===',
      ['A b', 'C d', 'E f', 'g', 'h'],
    ],
    ['one letter between bars', '|===\n|a|b|m|c d\n|===', ['a', 'b', 'm', 'c d']],
    [
      'cells that hold blocks, code or verses',
      '|===\na|* A b and so on\n----\nc d\n----\nl|E f\n  g\nm|h i v|J k\nl m\n|===',
      ['A b and so on', 'c d (code)', 'E f\n  g (code)', 'h i (code)', 'J k', 'l m'],
    ],
    [
      'columns of code, but not their headings',
      '[cols="1a,2m"]\n|===\n|A b |C d\n\n|* E f |g h\n|I j d|k l\n|===',
      ['A b', 'C d', 'E f', 'g h (code)', 'I j', 'k l'],
    ],
    [
      'columns that cells go over',
      '[%noheader,cols="1,m,2*v"]\n|===\n2+|A b .2+|c d |E f\n\n|G h |i j |K l\nm n\n|N o 2*|p q |R s\n|===',
      ['A b', 'c d (code)', 'E f', 'G h', 'i j (code)', 'K l', 'm n', 'N o', 'p q (code)', 'R s'],
    ],
    [
      'columns by their number',
      '[cols=2*m]\n|===\n|A b |C d\n|===\n\n[cols=2]\n|===\n|E f\n|===',
      ['A b (code)', 'C d (code)', 'E f'],
    ],
    ['columns that are not understood', '[cols="1q9"]\n|===\n|A b\n|===', ['|A b (code)']],
    [
      'tables in cells, whose bars are others',
      '|===\n|A b\na|\nC d\n\n[cols="1,m"]\n!===\n!Ef!g\n2+!H i\n!===\n\nJ k\n|L m\n|===',
      ['A b', 'C d', 'Ef', 'g (code)', 'H i', 'J k', 'L m'],
    ],
    ['what is no table in a cell of text', '|===\n|A b\n!===\n!C d\n!===\n|===', ['A b', '!C d (code)']],
    ['comments among cells', '|===\n|A b\n// |c d\n|E f\n|===', ['A b', 'E f']],
    [
      'values between commas, some in quotation marks',
      '[%header,format=csv,cols="1,m"]\n|===\nA b,C d\n"E ""f"", g",h\n"I\nj\n\nK","l"\n|===',
      ['A b', 'C d', 'E "f", g', 'h (code)', 'I j', 'K', 'l (code)'],
    ],
    [
      'values by the lines around them',
      ',===\nA b,"C, d"\n,===\n\n:===\nE\\:f:G h\n:===',
      ['A b', 'C, d', 'E:f', 'G h'],
    ],
    ['values between tabs', '[format=tsv]\n|===\nA b\tC, d\n"E\tf"\tG\n|===', ['A b', 'C, d', 'E\tf', 'G']],
    [
      'separators of their own',
      '[separator=¦]\n|===\n¦A | b 2+¦C\\¦d\n|===\n\n[format=dsv,separator=";"]\n|===\nE: f;G\n|===',
      ['A | b', 'C¦d', 'E: f', 'G'],
    ],
    ['blocks among values', '[format=csv,cols=1a]\n|===\n"* A b\n* C ""d"""\n|===', ['A b', 'C "d"']],
    ['files among values', ',===\ninclude::a.csv[]\nA b,C\n,===', ['A b', 'C']],
    ['values that are not closed', ',===\nA b,"C\nd\n,===', ['A b,"C\nd (code)']],
    ['a format that is not known', '[format=xsv]\n|===\na,b\n|===\n', ['a,b (code)']],
    [
      'what only begins like a block in a cell',
      '|===\n|.net b |[c d] |== e |F:: g\n|===',
      ['.net b', '[c d]', '== e', 'F:: g'],
    ],
    ['terms alone', 'A b::\n  C d', ['A b', 'C d']],
    [
      'a title that the file refers to stays, by its words or by the id that is made of them',
      '== A b\n\nSee <<A b>>.\n\n== First steps\n\nSee <<_first_steps>>.\n\n== Q & A\n\nSee xref:q-a[].\n\n== Other',
      [
        'A b (referred_to)',
        'See <xN/>.',
        'First steps (referred_to)',
        'See <xN/>.',
        'Q & A (referred_to)',
        'See <xN/>.',
        'Other',
      ],
    ],
    [
      'a title with an id of its own is translated, unless its words are named',
      '[[first]]\n== First\n\nSee <<first>>.\n\n[#next]\n== Next steps\n\nSee <<next>> <<Next steps>>.',
      ['First', 'See <xN/>.', 'Next steps (referred_to)', 'See <xN/> <xN/>.'],
    ],
    ['values of attributes', ':name-caption: A b\n:other: c d', ['A b', 'c d (metadata)']],
  ])('%s', async (_, content, expected) => {
    expect((await texts(content)).map(text => text.replace(/(<\/?[gx])\d+/g, '$1N'))).toEqual(expected)
  })
})

describe('a translation in AsciiDoc', () => {
  it.each<[string, string, Record<string, string>, string]>([
    [
      'marks beside letters are doubled',
      'The *a* `b` c',
      { 'The <g1>a</g1> <x2/> c': '日<g1>本</g1>語<x2/>語' },
      '日**本**語``b``語',
    ],
    [
      'addresses beside letters get their macro',
      'A https://a.example[b]',
      { 'A <g1>b</g1>': '日<g1>本</g1>' },
      '日link:https://a.example[本]',
    ],
    [
      'cells of each kind stay what they are',
      '|===\n2+|A b\nv|C d\ne f\nm|g h\na|\n* I j\n!===\n!k l\n!===\n|===',
      { 'A b': 'm|n', 'C d': '* c', 'e f': 'x', 'I j': '日本' },
      '|===\n2+|m\\|n\nv|* c\nx\nm|g h\na|\n* 日本\n!===\n!k l\n!===\n|===',
    ],
    [
      'both bars are escaped in tables in cells',
      '|===\na|\n!===\n!Ab!C d\n!===\n|===',
      { Ab: 'a!|', 'C d': 'c\\' },
      '|===\na|\n!===\n!a\\!\\|!c\\\n!===\n|===',
    ],
    [
      'a letter or a backslash before a bar is no specifier and no escape',
      '|===\n|Ab|Cd|E f\n|===',
      { Ab: 'Vitamin e', Cd: 'c\\' },
      '|===\n|Vitamin e |c\\ |E f\n|===',
    ],
    [
      'values are put into quotation marks where they need them',
      ',===\nA b,"C d","E f"\nG h,I j,K l\n,===',
      { 'A b': 'a, b', 'C d': 'c "d"', 'E f': 'e, f', 'G h': 'g "h"', 'I j': '"i", j', 'K l': 'k' },
      ',===\n"a, b","c ""d""","e, f"\n"g ""h""","""i"", j",k\n,===',
    ],
    [
      'separators between values are escaped',
      ':===\nA b:C d\n:===',
      { 'A b': 'a:\\', 'C d': 'c, d' },
      ':===\na\\:\\ :c, d\n:===',
    ],
    [
      'separators of their own are escaped, and others are not',
      '[separator=¦]\n|===\n¦A b ¦C d\n|===',
      { 'A b': 'a ¦ b', 'C d': 'c | d' },
      '[separator=¦]\n|===\n¦a \\¦ b ¦c | d\n|===',
    ],
    [
      'descriptions stay in their cells',
      '|===\na|image::a.png[A tree]\n|===\n',
      { 'A tree': 'a | b' },
      '|===\na|image::a.png[a \\| b]\n|===\n',
    ],
    ['bars in cells are escaped', '|===\n|A b\n|===', { 'A b': 'a | b' }, '|===\n|a \\| b\n|==='],
    [
      'the line under a title is as long',
      'A title\n=======\n',
      { 'A title': 'Ein anderer Titel' },
      'Ein anderer Titel\n=================\n',
    ],
    [
      'commas in descriptions are quoted',
      'image::a.png[A tree]',
      { 'A tree': 'Ein Baum, groß' },
      'image::a.png["Ein Baum, groß"]',
    ],
    [
      'and so they are where they have names',
      'image::a.png[alt=A b,title="C d"]',
      { 'A b': 'a, b', 'C d': 'c, d' },
      'image::a.png[alt="a, b",title="c, d"]',
    ],
    [
      'lines of a verse are never joined',
      '[verse]\n____\nOne is here.\n  Two is there +\n\nThree\n____\n',
      { 'One is here.': '* eins', 'Two is there': '日本', Three: '== drei' },
      '[verse]\n____\n* eins\n  日本 +\n\n== drei\n____\n',
    ],
    [
      'sentences stay on their lines',
      'One is here.\nTwo is there.',
      { 'One is here. Two is there.': 'Eins ist hier. Zwei ist dort.' },
      'Eins ist hier.\nZwei ist dort.',
    ],
  ])('%s', async (_, content, translations, expected) => {
    expect(await written(content, translations)).toBe(expected)
  })

  it.each<[string, string, Record<string, string>]>([
    ['would be an item', 'A b', { 'A b': '* a b' }],
    ['would be a title', 'A b', { 'A b': '== a b' }],
    ['would be an attribute', 'A b', { 'A b': 'a {b}' }],
    ['would end its verse', '[verse]\nA b', { 'A b': '____' }],
    ['would be read by the preprocessor', '[verse]\nA b', { 'A b': 'ifdef::a[]' }],
    ['would be a comment among values', ',===\nA b,c\n,===', { 'A b': '// a' }],
    ['would end its quotation marks', ',===\nA b,c\n,===', { 'A b': '",b' }],
    ['would end its value', '[format=csv,cols=1a]\n|===\n* A b\n|===', { 'A b': 'a, b' }],
    ['would end its brackets', 'A link:b[c]', { 'A <g1>c</g1>': 'A <g1>c]</g1>' }],
  ])('that %s is not written', async (_, content, translations) => {
    expect(await given(content, translations)).toBe(content)
  })

  it.each([accented, japanese])('changes nothing but texts [RES-2]', async change => {
    expect(await prove(GUIDE, change)).toBe(0)
    expect(await prove(`\ufeff${GUIDE.replaceAll('\n', '\r\n')}`, change)).toBe(0)
  })

  it('keeps every byte of any text that it reads [RES-2]', async () => {
    const lines = fc.constantFrom(
      'a b',
      'a *b* c',
      ' d e',
      '',
      '* f g',
      '. h',
      '+',
      '----',
      '====',
      'NOTE: i',
      'j:: k',
      '|===',
      '|l |m',
      ',===',
      ':===',
      '!===',
      'r,"s ""t"", u":v',
      '"w',
      'x"',
      'a|!y',
      '[n]',
      '.O p',
      '== Q',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(lines, { maxLength: 12 }), async all => void (await prove(all.join('\n'), accented))),
      { numRuns: 200 },
    )
  })

  it('refuses a signature that has the same ending', async () => {
    await expect(unitsOf(asciidoc, opened('-----BEGIN PGP SIGNATURE-----\n'))).rejects.toThrow('signature of PGP')
  })
})
