import { describe, expect, it } from 'vitest'
import { FormatError, type Unit } from '../../../src/formats/format.ts'
import { growsSlowly } from '../../support/growth.ts'
import { built, bytesOf, opened, rewrite, verify } from '../files.ts'

/** How many pieces a file has; four times as many are tried, too. */
const SIZE = 600

const inXliff = (inside: string): string =>
  `<xliff version="1.2"><file source-language="en"><body><trans-unit id="1"><source>${inside}</source></trans-unit></body></file></xliff>`

/** Files that are well-formed and hostile, or nearly so, by what they have much of. */
const HOSTILE: Readonly<Record<string, readonly [extension: string, text: (size: number) => string]>> = {
  attributes: ['xml', n => `<r ${Array.from({ length: n }, (_, at) => `a${at}="b c"`).join(' ')}>Some text</r>`],
  'blanks in a tag': ['xml', n => `<r a="b"${' '.repeat(n * 10)}>Some text</r>`],
  'languages beside each other': [
    'xml',
    n => `<r>${'<t xml:lang="en">Some text</t><t xml:lang="fr">Du texte</t>'.repeat(n)}</r>`,
  ],
  'texts of one language': [
    'xml',
    n => `<r><t xml:lang="en">${'<i>Some text</i><i>More text</i>'.repeat(n)}</t><t xml:lang="de"/></r>`,
  ],
  'languages in blocks': [
    'xml',
    n => `<r>${'<t xml:lang="en">Some text</t>'.repeat(n)}${'<t xml:lang="de">Text</t>'.repeat(n)}</r>`,
  ],
  comments: ['xml', n => `<resources>${'<!-- a -->\n'.repeat(n)}<string name="a">Some text</string></resources>`],
  references: ['xml', n => `<r><a>Some ${'&#x41;'.repeat(n)}</a></r>`],
  'one long text': ['xml', n => `<r><a>${'Some text '.repeat(n * 10)}</a></r>`],
  'elements in a text': ['xml', n => `<r><a>Some ${'<b>x</b> <br/>'.repeat(n)}</a></r>`],
  'texts beside lists': ['xml', n => `<r>Some text ${'<l><i>a b</i><i>c d</i></l> more of it '.repeat(n)}</r>`],
  quantities: [
    'xml',
    n =>
      `<resources><plurals name="a">${'<item quantity="one">a b</item>'.repeat(n / 4)}<item quantity="other">a c</item></plurals></resources>`,
  ],
  'CDATA sections': [
    'xml',
    n => `<resources><string name="a">${'<![CDATA[Some "text"]]>'.repeat(n)}</string></resources>`,
  ],
  'quotes and backslashes': [
    'xml',
    n => `<resources><string name="a">"Some text${'\\\\'.repeat(n)}"</string></resources>`,
  ],
  'beginnings without end': [
    'xlf',
    n => inXliff(`Some text ${Array.from({ length: n }, (_, at) => `<bx id="${at}"/>`).join('')}`),
  ],
  'beginnings, then other ends': [
    'xlf',
    n =>
      inXliff(
        `Some ${Array.from({ length: n }, (_, at) => `<bx id="${at}"/>`).join('')} text ${'<ex id="0"/>'.repeat(n)}`,
      ),
  ],
  'elements in each other': ['xlf', n => inXliff(`Some ${'<g id="1">'.repeat(n)}text`)],
  'nested elements, 900 deep': [
    'xlf',
    n => inXliff(`Some ${`${'<g id="1">'.repeat(900)}text${'</g>'.repeat(900)}`.repeat(n / 600)} text`),
  ],
  units: [
    'xlf',
    n =>
      inXliff('x').replace(
        '</body>',
        `${'<trans-unit id="2"><source>Some text</source><target/></trans-unit>'.repeat(n)}</body>`,
      ),
  ],
  files: ['xlf', n => `<xliff version="1.2">${'<file target-language="fr" '.repeat(n)}`],
  alternatives: [
    'xlf',
    n =>
      inXliff('Some text').replace(
        '</trans-unit>',
        `${'<alt-trans><target>x</target></alt-trans>'.repeat(n)}</trans-unit>`,
      ),
  ],
}

describe('a hostile file', () => {
  it.each(Object.entries(HOSTILE))(
    'with many %s is read and written in time that follows its size [LIM-5]',
    async (_, [extension, text]) => {
      const format = built(extension)
      const target = { language: 'ru' }
      const translate = (unit: Unit): string | undefined => (unit.left_out === undefined ? `${unit.text}.` : undefined)
      const work = async (size: number): Promise<void> => {
        const original = opened(text(size))
        try {
          const result = opened(await bytesOf(rewrite(format, original, translate, target)))
          await verify(format, original, result, translate, target)
        } catch (error) {
          if (!(error instanceof FormatError)) throw error
        }
      }
      expect(await growsSlowly(work, SIZE)).toBe(true)
    },
  )
})
