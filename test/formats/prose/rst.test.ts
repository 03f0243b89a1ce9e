import { describe, expect, it } from 'vitest'
import { rst } from '../../../src/formats/prose/rst/rst.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { accented, japanese, proseOf } from './prose.ts'

const { texts, kinds, written, prove, given } = proseOf(rst)

const GUIDE = `.. This file is part of the manual.

:Author: Ada Example
:orphan:

==========
User guide
==========

Read *this* first, then \`the manual <https://a.example/>\`_ and
:ref:\`the setup <setup>\`. See [1]_ and |name|::

    run --fast

.. _setup:

Setup
-----

- One item
  goes on

  with more
- \`\`code\`\`

1. First
#. Second

Term : class
    What it means.

:param name: What it is called.

-v, --verbose  Says more.
--file=NAME
    Where it is.

    A quote.

| A line
| and another

>>> 1 + 1
2

.. note:: Mind this.

   And that.

.. code-block:: python
   :caption: An example

   print("x")

.. figure:: a.png
   :alt: A tree

   The caption.

.. [1] A footnote.
.. |name| replace:: the product
.. unknown:: Something
   in it
`

describe('the texts of reStructuredText', () => {
  it('are those that readers see, each in its block [FMT-1]', async () => {
    expect(await texts(GUIDE)).toEqual([
      'This file is part of the manual. (comment)',
      'Ada Example (metadata)',
      'User guide',
      'Read <g1>this</g1> first, then <g4>the manual</g4> and <g2>the setup</g2>. See <x3/> and <x5/>:',
      'run --fast (code)',
      'Setup',
      'One item goes on',
      'with more',
      '<x1/> (placeholder_only)',
      'First',
      'Second',
      'Term',
      'What it means.',
      'What it is called.',
      'Says more.',
      'Where it is.',
      'A quote.',
      'A line',
      'and another',
      '>>> 1 + 1\n2 (code)',
      'Mind this.',
      'And that.',
      'An example',
      'print("x") (code)',
      'A tree',
      'The caption.',
      'A footnote.',
      'the product',
      'in it (code)',
    ])
  })

  it('have the kind of their place [RES-2]', async () => {
    const content =
      'Title\n=====\n\nText\n\n* Item\n\nA\n\n   Quoted\n\n.. [1] Note\n.. image:: a.png\n   :alt: A tree\n'
    expect(await kinds(content)).toEqual([
      'rst:/h[1] heading 1',
      'rst:/h[1]/p[1] paragraph',
      'rst:/h[1]/li[1] list item',
      'rst:/h[1]/p[2] paragraph',
      'rst:/h[1]/quote[1] quote',
      'rst:/h[1]/note[1] footnote',
      'rst:/h[1]/alt[1] alt text',
    ])
  })

  it.each<[string, string, string[]]>([
    [
      'emphasis is around text, what names something is whole',
      '*a b* ``c`` |d| [#e]_ f_ `g h`_ :kbd:`i` j',
      ['<g1>a b</g1> <x6/> <x7/> <x4/> <x5/> <x8/> <x3/> j'.replace(/\d/g, 'N')],
    ],
    ['what is no markup', 'a*b*c "*" 2 * 3 * 4 x_y __init__ (*)', ['a*b*c "*" 2 * 3 * 4 x_y __init__ (*)']],
    ['escapes', '\\*a\\* \\\\ re\\ *b*', ['*a* \\ re<gN>b</gN>']],
    ['a link that is named elsewhere stays', '`A b <u>`_ and `A b`_', ['<xN/> and <xN/>']],
    ['a title that is named elsewhere stays', 'A b\n===\n\nSee `A b`_.', ['A b (referred_to)', 'See <xN/>.']],
    ['roles of code stay', ':class:`A b <x.Y>` :term:`A b <y>`', ['<xN/> <gN>A b</gN>']],
    ['lines of Japanese are joined without a blank', '日本\n語 a\nb', ['日本語 a b']],
    [
      'a glossary keeps its terms',
      '.. glossary::\n\n   Term\n      Its meaning.\n',
      ['Term (referred_to)', 'Its meaning.'],
    ],
    ['lists as tables', '.. list-table:: Title\n\n   * - A b\n     - C d\n', ['Title', 'A b', 'C d']],
    ['rows of values', '.. csv-table:: Title\n   :header: a\n\n   "b", "c"\n', ['Title', '"b", "c" (code)']],
    ['quoted literal blocks', 'See::\n\n> a\n> b\n\nText', ['See:', '> a\n> b (code)', 'Text']],
    ['an indent within a paragraph', 'One two\nthree\n   four\n', ['One two three four (unreadable)']],
  ])('%s', async (_, content, expected) => {
    const plain = (await texts(content)).map(text => text.replace(/(<\/?[gx])\d+/g, '$1N'))
    expect(plain).toEqual(expected.map(text => text.replace(/(<\/?[gx])\d+/g, '$1N')))
  })

  it('are no titles that a word leads to, but where code looks like that', async () => {
    expect(await texts('Clang\n=====\n\nUse clang_ here.\n')).toEqual(['Clang (referred_to)', 'Use <x1/> here.'])
    expect(await texts('Class\n=====\n\nUse ``class_`` here::\n\n    class_\n')).toEqual([
      ...['Class', 'Use <x1/> here:', 'class_ (code)'],
    ])
  })
})

describe('a translation in reStructuredText', () => {
  it.each<[string, string, Record<string, string>, string]>([
    [
      'lines around a title are as wide as it',
      'Setup\n=====\n',
      { Setup: '設定すること' },
      '設定すること\n============\n',
    ],
    ['over it, too', '=====\nSetup\n=====\n', { Setup: 'Einrichten' }, '==========\nEinrichten\n==========\n'],
    ['letters beside markup are kept apart', 'The *a* b', { 'The <g1>a</g1> b': '日<g1>本</g1>語' }, '日\\ *本*\\ 語'],
    ['what looks like markup is escaped', 'A b', { 'A b': 'a *b* `c` d_ |e|' }, 'a \\*b\\* \\`c\\` d\\_ \\|e\\|'],
    ['what looks like an item is escaped', 'A b', { 'A b': '1. Erst' }, '\\1. Erst'],
    ['two colons stay', 'See::\n\n  x\n', { 'See:': 'Siehe' }, 'Siehe ::\n\n  x\n'],
    ['two colons are one', 'See::\n\n  x\n', { 'See:': 'Siehe:' }, 'Siehe::\n\n  x\n'],
    [
      'lines are as wide',
      '- Some words that go on until here\n  and then on',
      { 'Some words that go on until here and then on': 'Manche Wörter gehen noch viel weiter als bis hier' },
      '- Manche Wörter gehen noch viel weiter\n  als bis hier',
    ],
    [
      'but those that a word leads to keep their names',
      '`a <u>`_ b, and a_',
      { '<x1/> b, and <x2/>': '<x1/> c, <x2/>' },
      '`a <u>`_ c, a_',
    ],
    ['links need no names', '`a b <u>`_ c', { '<g1>a b</g1> c': '<g1>d e</g1> f' }, '`d e <u>`__ f'],
    [
      'line ends are those of the file',
      'One\r\ntwo words that go on for more than forty\r\n',
      { 'One two words that go on for more than forty': 'Eins zwei Wörter, die länger als vierzig Zeichen sind' },
      'Eins zwei Wörter, die länger als vierzig\r\nZeichen sind\r\n',
    ],
  ])('%s', async (_, content, translations, expected) => {
    expect(await written(content, translations)).toBe(expected)
  })

  it.each<[string, string, Record<string, string>]>([
    ['lost a tag', 'A *b*', { 'A <g1>b</g1>': 'A b' }],
    ['is empty', 'A b', { 'A b': ' ' }],
    ['has a blank inside of markup', 'A *b*', { 'A <g1>b</g1>': 'A<g1> b</g1>' }],
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
      '  d e',
      '',
      '- f g',
      '1. h',
      '===',
      '.. note:: i',
      '   j::',
      '+--+',
      '| k',
      ':l: m',
      '``n``',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(lines, { maxLength: 12 }), async all => void (await prove(all.join('\n'), accented))),
      { numRuns: 200 },
    )
  })

  it('refuses what is nested too deep, with what to do', async () => {
    await expect(unitsOf(rst, opened(`${'- '.repeat(200)}a`))).rejects.toThrow('nested more than 60 deep')
  })
})
