import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildTermSearch } from '../../../src/checks/index.ts'
import { encodeCodes } from '../../../src/formats/content/inline-codes.ts'
import { loadFormat, type Unit } from '../../../src/formats/index.ts'
import { type Dress, encodeForMachine } from '../../../src/service/engine/codes-machine.ts'
import { corpus } from '../../support/corpus.ts'

const DRESSES: readonly Dress[] = ['xml', 'words', 'blanks']
const MARKS = /[*@#]/g

async function unitsOf(folder: string): Promise<Unit[]> {
  const units: Unit[] = []
  for (const { name, bytes } of corpus(folder)) {
    if (bytes.length > 80_000 || name.startsWith('n_')) continue
    const open = async function* () {
      yield bytes
    }
    for await (const unit of (await loadFormat(name))?.scan(open(), { target: { language: 'es' } }) ?? [])
      units.push(unit)
  }
  return units
}

/** Pieces of texts that go wrong in one dress or another. */
const PIECES = [
  '{name}',
  '%s',
  '<b>',
  '</b>',
  '<br/>',
  '<g1>',
  '</g1>',
  '&amp;',
  '<',
  '>',
  '&',
  'Xqbz',
  '*',
  '@',
  '#',
  "'",
  '\n',
  '. ',
  ' ',
  'file',
  'É',
]
const text = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map(pieces => pieces.join(''))

describe('a text for a model', () => {
  it('has its markup as short tags and its placeholders as they are', () => {
    const { text, decode } = encodeCodes('See <a href="/x">{name}</a><br> &amp; <b>%s</b>')
    expect(text).toBe('See <g1>{name}</g1><x2/> &amp; <g3>%s</g3>')
    expect(decode('<g3>%s</g3> &amp; <g1>{name}</g1> ansehen<x2 />')).toBe(
      '<b>%s</b> &amp; <a href="/x">{name}</a> ansehen<br>',
    )
  })

  it('has one number for equal markup, so that it may change places', () => {
    expect(encodeCodes('<b>one</b> and <b>two</b>').text).toBe('<g1>one</g1> and <g1>two</g1>')
    expect(encodeCodes('<b>one <b>two</b></b> <i>').text).toBe('<g1>one <g1>two</g1></g1> <x2/>')
  })

  it('numbers the short tags that it came with as they are read, and gives them back [ENG-3]', () => {
    const own = '<g2>Read <g7>this</g7></g2><x3/>'
    const shown = encodeCodes(own)
    expect(shown.text).toBe('<g1>Read <g2>this</g2></g1><x3/>')
    expect(shown.decode('<x3/><g2>Dies</g2> <g1>lesen</g1>')).toBe('<x3/><g7>Dies</g7> <g2>lesen</g2>')
    expect([...shown.tags]).toEqual([
      ['g1', '<g2>'],
      ['g2', '<g7>'],
      ['x3', '<x3/>'],
    ])
    expect(encodeCodes('<g2>Read</g2> <b>this</b>').text).toBe('<g1>Read</g1> <g2>this</g2>')
  })

  it('shows what somebody has to type', () => {
    expect(encodeCodes('Use <file name> or <b>n</b>').text).toBe('Use <file name> or <g1>n</g1>')
  })

  it('is not decoded where the model made a tag of its own', () => {
    const { decode } = encodeCodes('<b>Save</b>')
    expect(decode('<g1>Speichern</g1>')).toBe('<b>Speichern</b>')
    expect(decode('<g2>Speichern</g2>')).toBeUndefined()
    expect(decode('<g1>Speichern')).toBe('<b>Speichern')
  })

  it('comes back as it was', () => {
    fc.assert(fc.property(text, source => encodeCodes(source).decode(encodeCodes(source).text) === source))
  })
})

describe('a text for a program', () => {
  const terms = buildTermSearch({
    glossary: [{ source: 'dashboard', target: 'Übersicht & Plan', case_sensitive: false }],
    keep: ['Acme'],
  })

  it('hides codes and terms as the program can bear it', () => {
    const source = 'Open <b>{name}</b> & the dashboard of Acme 5*3'
    const sent = (dress: Dress) => encodeForMachine(source, undefined, { dress, terms, marks: MARKS }).texts
    expect(sent('xml')).toEqual([
      'Open <g1><x2/></g1> &amp; the <k3>Übersicht &amp; Plan</k3> of <k4>Acme</k4> 5<x5/>3',
    ])
    expect(sent('words')).toEqual(['Open <g1>Xqcz</g1> &amp; the Xqdz of Xqez 5<x5/>3'])
    expect(sent('blanks')).toEqual(['Open <g1><x2/></g1> &amp; the <x3/> of <x4/> 5<x5/>3'])
  })

  it('gives back what was hidden, wherever the program moved it and however it writes it', () => {
    const coded = encodeForMachine('Open {name} on the dashboard', undefined, { dress: 'xml', terms })
    expect(coded.texts).toEqual(['Open <x1/> on the <k2>Übersicht &amp; Plan</k2>'])
    expect(coded.decode(['Auf <k2>etwas anderes</k2> &lt;<x1></x1>&gt; &#246;ffnen'])).toBe(
      'Auf Übersicht & Plan <{name}> öffnen',
    )
    const words = encodeForMachine('Open {name} on 2*3', undefined, { dress: 'words', marks: MARKS })
    expect(words.decode(['*Abrir *xqaz #en 2<x2/>3'.replace('xqaz', 'xqbz')])).toBe('Abrir {name} en 2*3')
  })

  it('is not decoded where a code was lost, doubled or invented', () => {
    const { decode } = encodeForMachine('Open {name}', undefined, { dress: 'xml' })
    for (const wrong of ['Öffnen', '<x1/> <x1/> öffnen', '<x1/> <x2/> öffnen', '<x1/><g1>öffnen</g1>']) {
      expect(decode([wrong]), wrong).toBeUndefined()
    }
    expect(decode([])).toBeUndefined()
  })

  it('goes in pieces where it is no sentence of one piece', () => {
    const pieces = (source: string, syntax?: 'icu') => encodeForMachine(source, syntax, { dress: 'xml' }).texts
    expect(pieces('{n, plural, one {# file of {name}} other {# files}} found', 'icu')).toEqual([
      '<x1/> file of <x2/>',
      '<x1/> files',
      'found',
    ])
    expect(pieces('One.\nTwo\nthree\n\n- four\n- five')).toEqual(['One.', 'Two\nthree', '- four', '- five'])
    expect(pieces('  {name} 12 ')).toEqual([])
  })

  it('quotes what a translation would break an ICU message with', () => {
    const { texts, decode } = encodeForMachine('{n, plural, one {# file {name}} other {files}}', 'icu', {
      dress: 'xml',
    })
    expect(texts).toHaveLength(2)
    expect(decode(["<x1/> l'<x2/>", 'fichiers {tous}'])).toBe(
      "{n, plural, one {# l''{name}} other {fichiers '{'tous'}'}}",
    )
  })

  it('comes back as it was, piece by piece, in every dress', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...DRESSES), (source, dress) => {
        if (dress === 'words' && /xq/i.test(source)) return
        const coded = encodeForMachine(source, undefined, { dress, marks: MARKS })
        expect(coded.decode(coded.texts)).toBe(source)
      }),
    )
  })
})

describe('the texts of real files', () => {
  it('come back as they were, in every dress', async () => {
    const units = (await Promise.all(['json', 'csv', 'po', 'md'].map(unitsOf))).flat()
    expect(units.length).toBeGreaterThan(500)
    const wrong: string[] = []
    for (const { text, syntax } of units) {
      const model = encodeCodes(text, syntax)
      if (model.decode(model.text) !== text) wrong.push(`model: ${text}`)
      for (const dress of DRESSES) {
        const coded = encodeForMachine(text, syntax, { dress, marks: MARKS })
        if (coded.decode(coded.texts) !== text) wrong.push(`${dress}: ${text}`)
      }
    }
    expect(wrong).toEqual([])
  })
})
