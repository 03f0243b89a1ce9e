import { describe, expect, it } from 'vitest'
import {
  type CodedRuns,
  codedRuns,
  editsOfRuns,
  type RunItem,
  readAsRuns,
  type Shell,
} from '../../../../src/formats/bytes/runs/index.ts'
import { fc } from '../../files.ts'

const shell = (key: string): Shell => ({ key, open: `<r ${key}>`, close: '</r>' })
const PLAIN = shell('plain')
const BOLD = shell('bold')
const ITALIC = shell('italic')
const PLACE = { start: 10, end: 20 }

const text = (said: string, look = PLAIN): RunItem => ({ kind: 'text', text: said, shell: look, ...PLACE })
const alone = (raw: string): RunItem => ({ kind: 'alone', raw, ...PLACE })

function coded(...items: readonly RunItem[]): CodedRuns {
  const runs = codedRuns(items)
  if (!runs) throw new Error('no text')
  return runs
}

const escaped = (said: string): string | undefined =>
  said.includes('\0') ? undefined : said.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const written = (runs: CodedRuns, translation: string): string =>
  editsOfRuns(runs, translation, escaped)
    .map(edit => edit.text)
    .join('|')

describe('a translation of a line of runs', () => {
  const two = coded(text('Read this '), text('first', BOLD), text(' and '), text('then', ITALIC), text(' that one'))

  it('is written in the looks of its source, by its tags', () => {
    expect(two.text).toBe('Read this <g1>first</g1> and <g2>then</g2> that one')
    expect(written(two, 'Das <g1>zuerst</g1>, <g2>dann</g2> das')).toBe(
      '<r plain>Das </r><r bold>zuerst</r><r plain>, </r><r italic>dann</r><r plain> das</r>',
    )
  })

  it('may have its tags in another order', () => {
    expect(written(two, '<g2>Dann</g2> das, <g1>zuerst</g1> dies')).toBe(
      '<r italic>Dann</r><r plain> das, </r><r bold>zuerst</r><r plain> dies</r>',
    )
  })

  it.each([
    ['a tag less', 'Das <g1>zuerst</g1>, dann das'],
    ['a tag more', 'Das <g1>zuerst</g1>, <g2>dann</g2> <g2>das</g2>'],
    ['another tag', 'Das <g1>zuerst</g1>, <g3>dann</g3> das'],
    ['a tag that does not end', 'Das <g1>zuerst</g1>, <g2>dann<g2> das'],
    ['tags that cross', 'Das <g1>zuerst, <g2>dann</g1></g2> das'],
    ['a character that no file has', 'Das <g1>zuerst</g1>, <g2>dann\0</g2> das'],
  ])('with %s is not written', (_, translation) => {
    expect(written(two, translation)).toBe('')
  })

  it('has the white space of its source at both ends', () => {
    expect(written(coded(text('  Read this  ')), 'Lies das')).toBe('<r plain>  Lies das  </r>')
  })

  it('of what stands alone has it where its tag is', () => {
    const runs = coded(text('Read'), alone('<br/>'), text('this'))
    expect(runs.text).toBe('Read<x1/>this')
    expect(written(runs, 'Das<x1/>lies')).toBe('<r plain>Das</r><br/><r plain>lies</r>')
    expect(written(runs, 'Das lies')).toBe('')
  })

  it('that looks like a tag of ours, and is none, is text', () => {
    const runs = coded(text('Write <g1> here'))
    expect(runs.text).toBe('Write <x1/> here')
    expect(written(runs, 'Hier <x1/> schreiben')).toBe('<r plain>Hier </r><r plain>&lt;g1></r><r plain> schreiben</r>')
    expect(written(coded(text('Write it here')), 'Schreib a < b & c')).toBe('<r plain>Schreib a &lt; b &amp; c</r>')
    expect(written(coded(text('Write it here')), 'Schreib <g1>hier</g1>')).toBe('')
  })

  it('reads back as it was given, whatever it says', () => {
    const words = fc.constantFrom('a', 'b c', '<', '>', '&', '<b>', '日本', '<g7')
    fc.assert(
      fc.property(fc.array(words, { minLength: 1 }), said => {
        const plain = coded(text('Read this'))
        const translation = said.join(' ')
        expect(readAsRuns(plain, translation)).toBe(translation)
      }),
    )
  })
})
