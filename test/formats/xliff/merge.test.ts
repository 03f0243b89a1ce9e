import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/format.ts'
import { corpus } from '../../support/corpus.ts'
import { built, opened, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const format = built('xlf')

function unit(id: string, source: string, target?: string, note?: string): string[] {
  return [
    `      <trans-unit id="${id}" datatype="html">`,
    `        <source>${source}</source>`,
    ...(target === undefined ? [] : [`        <target state="translated">${target}</target>`]),
    ...(note === undefined ? [] : [`        <note from="description">${note}</note>`]),
    '      </trans-unit>',
  ]
}

function body(units: readonly string[], original = 'app'): string[] {
  return [
    `  <file original="${original}" source-language="en" target-language="de">`,
    '    <body>',
    ...units,
    '    </body>',
    '  </file>',
  ]
}

function file(...parts: readonly (readonly string[])[]): string {
  return ['<?xml version="1.0"?>', '<xliff version="1.2">', ...parts.flat(), '</xliff>', ''].join('\n')
}

const [A, C] = [unit('a', 'One', 'Eins'), unit('c', 'Three', 'Drei')]
const CODED = 'Hi <x id="INTERPOLATION" equiv-text="{{name}}"/>!'
const source = file(body([...unit('a', 'One'), ...unit('b', CODED, undefined, 'Greets'), ...unit('c', 'Three')]))
const texts = { 'xliff:1/b': 'Hallo <x1/>!' }
const B = unit('b', CODED, CODED.replace('Hi', 'Hallo'), 'Greets')

describe('an XLIFF file gains', () => {
  it.each([
    ['after the one before it', [...A, ...C], [...A, ...B, ...C]],
    ['in the order of the file that is there', [...C, ...A], [...C, ...A, ...B]],
    ['before the next one', C, [...B, ...C]],
    ['where it has none', [], B],
  ])('a unit that is missing with its notes, codes and state, %s', async (_, there, becomes) => {
    expect(await merged(format, file(body(there)), { source, texts })).toBe(file(body(becomes)))
  })

  it.each([
    ['<body/>', '<body>\n\t\t\t<trans-unit', '</trans-unit>\n\t\t</body>'],
    ['<body></body>', '<body>\n\t\t\t<trans-unit', '</trans-unit>\n\t\t</body>'],
    ['<body>\n\t\t</body>', '<body>\n\t\t\t<trans-unit', '</trans-unit>\n\t\t</body>'],
  ])('a unit in %j, indented as the file is', async (empty, begins, ends) => {
    const there = `<xliff version="1.2">\n\t<file original="app" target-language="de">\n\t\t${empty}\n\t</file>\n</xliff>`
    const unitThere = B.map(line => line.trim())
    const becomes = `${begins} id="b" datatype="html">\n\t\t\t\t${unitThere.slice(1, 4).join('\n\t\t\t\t')}\n\t\t\t${ends}`
    expect(await merged(format, there, { source, texts })).toBe(there.replace(empty, () => becomes))
  })

  it('a translation where a unit has none, another one where it has one, and nothing where it has this one', async () => {
    const without = file(body([...A, ...unit('b', CODED, undefined, 'Greets')]))
    const whole = file(body([...A, ...B]))
    expect(await merged(format, without, { source, texts })).toBe(whole)
    const other = whole
      .replace('>Hallo', ' state-qualifier="exact-match">Servus')
      .replace('"b" datatype', '"b" approved="yes" datatype')
    expect(await merged(format, other, { source, texts })).toBe(
      whole.replace('"b" datatype', '"b" approved="no" datatype'),
    )
    const approved = whole.replace('"b" datatype', '"b" approved="yes" datatype')
    expect(await merged(format, approved, { source, texts })).toBe(approved)
    const open = whole.replace('translated">Hallo', 'needs-translation">Hallo')
    expect(await merged(format, open, { source, texts })).toBe(whole)
  })

  it('the source, too, where it has changed', async () => {
    const there = file(body([...A, ...unit('b', 'Hi <x id="OLD"/>', 'Hallo <x id="OLD"/>', 'Mine')]))
    expect(await merged(format, there, { source, texts })).toBe(
      file(body([...A, ...unit('b', CODED, CODED.replace('Hi', 'Hallo'), 'Mine')])),
    )
  })

  it('what a unit without a source lacks', async () => {
    const there = file(body([...A, '      <trans-unit id="b"/>']))
    const result = await merged(format, there, { source, texts })
    const [, b] = (await unitsOf(format, opened(result), { target: { language: 'de' } })).filter(
      ({ text }) => text !== '',
    )
    expect(b).toMatchObject({ text: 'Hi <x1/>!', target: 'Hallo <x1/>!' })
  })

  it('the group and the file that a unit is in, with what is taken alone', async () => {
    const group = (units: readonly string[]): string[] => ['      <group id="g">', ...units, '      </group>']
    const both = file(body(unit('a', 'One')), body(group([...unit('b', 'Two'), ...unit('c', 'Three')]), 'other'))
    const change = { source: both, texts: { 'xliff:2/c': 'Drei' } }
    const whole = file(body(A), body(group(C), 'other'))
    expect(await merged(format, file(body(A), body([], 'other')), change)).toBe(whole)
    expect(await merged(format, file(body(A)), change)).toBe(whole)
    expect(await merged(format, whole, { source: both, remove: ['xliff:2/c'] })).toBe(file(body(A), body([], 'other')))
  })

  it('texts in the file of the same origin, whatever its number', async () => {
    const three = file(body(unit('a', 'One'), 'x'), body(unit('a', 'Two'), 'y'), body(unit('a', 'Three'), 'z'))
    const there = file(body(unit('a', 'Own', 'Eigen'), 'w'), body(unit('a', 'Three', 'Drei'), 'z'))
    const paths = (await unitsOf(format, opened(there), { target: { language: 'de' }, original: opened(three) })).map(
      ({ path }) => path,
    )
    expect(paths).toEqual(['xliff:4', 'xliff:4/a', 'xliff:3', 'xliff:3/a'])
    expect(await merged(format, there, { source: three, texts: { 'xliff:3/a': 'DREI' }, remove: ['xliff:4/a'] })).toBe(
      file(body([], 'w'), body(unit('a', 'Three', 'DREI'), 'z')),
    )
  })
})

describe('an XLIFF 2 file gains', () => {
  const two = (unitsThere: readonly string[], data = ''): string =>
    [
      '<xliff version="2.0" srcLang="en" trgLang="de">',
      '  <file id="f">',
      '    <unit id="1">',
      ...(data ? [data] : []),
      ...unitsThere,
      '    </unit>',
      '  </file>',
      '</xliff>',
    ].join('\n')
  const segment = (id: string, text: string, target?: string): string[] => [
    `      <segment id="${id}"${target === undefined ? '' : ' state="translated"'}>`,
    `        <source>${text}</source>`,
    ...(target === undefined ? [] : [`        <target>${target}</target>`]),
    '      </segment>',
  ]
  const data = '      <originalData>\n        <data id="d">{n}</data>\n      </originalData>'
  const from = two([...segment('s', 'One <ph id="1" dataRef="d"/>'), ...segment('t', 'Two')], data)

  it('the native codes of a source that has changed', async () => {
    const change = { source: from, texts: { 'xliff:1/1/s': 'Eins <x1/>' } }
    const there = two([...segment('s', 'One', 'Eins'), ...segment('t', 'Two', 'Zwei')])
    expect(await merged(format, there, change)).toBe(
      two(
        [
          ...segment('s', 'One <ph id="1" dataRef="d"/>', 'Eins <ph id="1" dataRef="d"/>'),
          ...segment('t', 'Two', 'Zwei'),
        ],
        data,
      ),
    )
  })

  it('a segment, and loses one', async () => {
    const there = two(segment('s', 'One', 'Eins'))
    const both = two([...segment('s', 'One', 'Eins'), ...segment('t', 'Two', 'Zwei')])
    expect(await merged(format, there, { source: from, texts: { 'xliff:1/1/t': 'Zwei' } })).toBe(both)
    expect(await merged(format, both, { source: from, remove: ['xliff:1/1/t'] })).toBe(there)
    expect(await merged(format, there, { source: from, remove: ['xliff:1/1/s'] })).not.toContain('<unit')
  })
})

describe('a file whose sources are keys', () => {
  const keys = (...pairs: readonly (readonly [string, string])[]): string =>
    file(body(pairs.flatMap(([key, target]) => unit(key, key, target)))).replace(
      'target-language="de"',
      'target-language="en"',
    )
  it('gains and loses texts of its own language', async () => {
    const from = keys(['menu.open', 'Open it'], ['menu.close', 'Close it'], ['menu.quit', 'Leave now'])
    const there = keys(['menu.open', 'Öffnen'], ['menu.quit', 'Weg']).replaceAll(
      'target-language="en"',
      'target-language="de"',
    )
    const change = {
      source: from,
      texts: { 'xliff:1/menu.close': 'Zu', 'xliff:1/menu.quit': 'Ende' },
      remove: ['xliff:1/menu.open'],
    }
    expect(await merged(format, there, change)).toBe(
      keys(['menu.close', 'Zu'], ['menu.quit', 'Ende']).replaceAll('target-language="en"', 'target-language="de"'),
    )
  })
})

describe('what a merge of XLIFF keeps', () => {
  const wholeUnits = ({ group, path, part }: Unit): string | undefined =>
    part === 'header' ? undefined : (group ?? path.replace(/^(xliff:\d+\/.*)\/.*$/, '$1'))

  it.each(corpus('xliff').filter(({ bytes }) => bytes.length < 10_000))('$name is whole again', async ({ bytes }) => {
    await keepsTheLaws(format, bytes, { togetherOf: wholeUnits, runs: 4 })
  })
})

describe('a file that is no XLIFF', () => {
  it.each(['<xliff version="1.2">', '<page/>', '', '<xliff version="3.0"/>'])('is refused: %j', async there => {
    await expect(merged(format, there, { source, texts })).rejects.toMatchObject({ code: 'malformed' })
  })
})
