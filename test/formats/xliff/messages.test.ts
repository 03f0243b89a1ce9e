import { describe, expect, it } from 'vitest'
import type { TranslateUnit } from '../files.ts'
import { texts, written } from './texts.ts'

const file = (units: string, attributes = 'source-language="en" original="ng2.template"') =>
  `<xliff version="1.2"><file ${attributes}><body>\n${units}\n</body></file></xliff>\n`

const all: TranslateUnit = ({ left_out, text }) => (left_out ? undefined : text.replaceAll('item', 'rzecz'))

describe('ICU messages in XLIFF', () => {
  it('get the branches that the target needs, with their codes [FMT-4]', async () => {
    const source =
      '<trans-unit id="1"><source>{VAR_PLURAL, plural, =0 {no items} =1 {one item} other {<x id="INTERPOLATION"/> items}}</source></trans-unit>'
    const [unit] = await texts(file(source), 'pl')
    expect(unit?.text).toBe(
      '{VAR_PLURAL, plural, =0 {no items} =1 {one item} few {<x1/> items} many {<x1/> items} other {<x1/> items}}',
    )
    expect(unit?.note).toContain('few for 2, 3, 4')
    expect(await written(file(source), all, 'pl')).toContain(
      '<target state="translated">{VAR_PLURAL, plural, =0 {no rzeczs} =1 {one rzecz} few {<x id="INTERPOLATION"/> rzeczs} many {<x id="INTERPOLATION"/> rzeczs} other {<x id="INTERPOLATION"/> rzeczs}}</target>',
    )
    expect((await texts(file(source), 'de')).map(({ text }) => text)).toEqual([
      '{VAR_PLURAL, plural, =0 {no items} =1 {one item} other {<x1/> items}}',
    ])
    expect(await written(file(source), () => undefined, 'pl')).toBe(file(source))
  })

  it('get them with markup inside, in 2.x, and where the sources are keys', async () => {
    const bold =
      '<trans-unit id="1"><source>{N, plural, one {<g id="b">#</g> item} other {<g id="b">#</g> items}}</source></trans-unit>'
    expect(await written(file(bold), all, 'pl')).toContain(
      '{N, plural, one {<g id="b">#</g> rzecz} few {<g id="b">#</g> rzeczs} many {<g id="b">#</g> rzeczs} other {<g id="b">#</g> rzeczs}}</target>',
    )
    const two =
      '<xliff version="2.0" srcLang="en"><file id="f"><unit id="1"><segment><source>{N, plural, one {<ph id="0"/> item} other {<ph id="0"/> items}}</source></segment></unit></file></xliff>'
    expect(await written(two, all, 'pl')).toContain('few {<ph id="0"/> rzeczs} many {<ph id="0"/> rzeczs} other')
    const key = (id: string, text: string) =>
      `<trans-unit id="${id}"><source>app.${id}</source><target>${text}</target></trans-unit>`
    const keyed = file(
      `${key('a', 'Open')}\n${key('b', '{n, plural, one {# item} other {# items}}')}`,
      'source-language="en" target-language="en" original="a"',
    )
    expect(await written(keyed, all, 'pl')).toContain(
      key('b', '{n, plural, one {# rzecz} few {# rzeczs} many {# rzeczs} other {# rzeczs}}'),
    )
  })
})

describe('translations that leave branches out', () => {
  const few = '{n, plural, one {# rzecz} other {# rzeczs}}'
  const fewer: TranslateUnit = ({ text }) => (text.startsWith('{') ? few : undefined)

  it('are written as they are', async () => {
    const said = '{n, plural, one {# item} other {# items}}'
    const unit = `<trans-unit id="1"><source>${said}</source></trans-unit>`
    expect(await written(file(unit), fewer, 'pl')).toContain(`<target state="translated">${few}</target>`)
    const key = (id: string, text: string) =>
      `<trans-unit id="${id}"><source>app.${id}</source><target>${text}</target></trans-unit>`
    const keyed = file(`${key('a', 'Open')}\n${key('b', said)}`, 'source-language="en" target-language="en"')
    expect(await written(keyed, fewer, 'pl')).toContain(key('b', few))
  })
})

describe('targets that hold markup alone', () => {
  it.each([
    [
      'First. Second.',
      '<seg-source><mrk mtype="seg" mid="1">First.</mrk> <mrk mtype="seg" mid="2">Second.</mrk></seg-source>',
      '<mrk mtype="seg" mid="1"></mrk> <mrk mtype="seg" mid="2"/>',
    ],
    ['First.', '<seg-source><mrk mtype="seg" mid="1">First.</mrk></seg-source>', '<mrk mtype="seg" mid="1"/>'],
    ['First <x id="1"/>', '', '<x id="1"/>'],
  ])('count as not translated: %s [FMT-2]', async (source, segments, target) => {
    const unit = (inside: string) =>
      file(`<trans-unit id="1"><source>${source}</source>${segments}<target>${inside}</target></trans-unit>`)
    const [found] = await texts(unit(target), 'de')
    expect(found).toMatchObject({ left_out: undefined, target: '' })
    const result = await written(unit(target), ({ text }) => text.replace('First', 'Erstens'), 'de')
    expect(result).toContain('Erstens')
    expect(await written(unit(target), () => undefined, 'de')).toBe(unit(target))
  })

  it('count as translated where the source has no text either', async () => {
    const unit = '<trans-unit id="1"><source><x id="1"/></source><target><x id="1"/></target></trans-unit>'
    expect((await texts(file(unit), 'de')).map(({ left_out }) => left_out)).toEqual(['placeholder_only'])
  })
})
