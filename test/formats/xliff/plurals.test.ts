import { describe, expect, it } from 'vitest'
import type { TranslateUnit } from '../files.ts'
import { texts, written } from './texts.ts'

/** What programs of gettext write. */
const file = (group: string) => `<xliff version="1.1"><file original="a.po" source-language="en">
  <body>
    <trans-unit id="1" restype="x-gettext-domain-header"><source>Plural-Forms: nplurals=2; plural=(n != 1);
</source>
      <target>Language: \nPlural-Forms: nplurals=2; plural=(n != 1);
</target></trans-unit>
    <group restype="x-gettext-plurals" id="2">
      <context-group purpose="location"><context context-type="sourcefile">a.c</context></context-group>
${group}
    </group>
    <trans-unit id="3"><source>Done</source></trans-unit>
  </body>
</file></xliff>
`
const two = (one = '<target></target>', many = '<target/>', singular = '%d file') =>
  file(
    `      <trans-unit xml:space="preserve" approved="yes" id="2[0]"><source>${singular}</source>${one}</trans-unit>
      <trans-unit xml:space="preserve" id="2[1]">
        <source>%d files</source>${many}
      </trans-unit>`,
  )

const numbered: TranslateUnit = ({ left_out, path, text }) => (left_out ? undefined : `${text} ${path.at(-2)}`)

describe('plural forms of gettext in XLIFF', () => {
  it('are as many as the target has, and those that are not there are made [FMT-4]', async () => {
    const units = await texts(two(), 'ru')
    expect(units.map(({ path, text, left_out, note, group }) => [path, left_out ?? text, note, group])).toEqual([
      ['xliff:1/1', 'metadata', undefined, undefined],
      ['xliff:1/2[0]', '%d file', 'Plural form for 1, 21, 31, 41, 51 …', 'xliff:1/2'],
      ['xliff:1/2[1]', '%d files', 'Plural form for 2, 3, 4, 22, 23 …', 'xliff:1/2'],
      ['xliff:1/2[2]', '%d files', 'Plural form for 0, 5, 6, 7, 8 …', 'xliff:1/2'],
      ['xliff:1/3', 'Done', undefined, undefined],
    ])
    const result = await written(two(), numbered, 'ru')
    expect(result).toContain(`        <source>%d files</source><target>%d files 1</target>
      </trans-unit>
      <trans-unit xml:space="preserve" id="2[2]">
        <source>%d files</source><target state="translated">%d files 2</target>
      </trans-unit>
    </group>`)
    expect((await texts(result, 'ru')).slice(1, 4).map(unit => [unit.left_out, unit.target])).toEqual([
      ['already_translated', '%d file 0'],
      ['already_translated', '%d files 1'],
      ['already_translated', '%d files 2'],
    ])
  })

  it('have their rule in the header of the catalogue', async () => {
    const result = await written(two(), numbered, 'pl')
    expect(result).toContain('<target>Language: \nPlural-Forms: nplurals=3; plural=(n==1 ? 0 : ')
    expect(result).toContain('n%10&lt;=4 ')
    expect(result).toContain('<source>Plural-Forms: nplurals=2; plural=(n != 1);')
    expect(await written(two(), () => undefined, 'pl')).toBe(two())
  })

  it('of a language with fewer stay', async () => {
    expect((await texts(two(), 'ja')).slice(1, 3).map(({ text }) => text)).toEqual(['%d file', '%d files'])
    expect(await written(two(), numbered, 'ja')).toContain('<source>%d file</source><target>%d file 0</target>')
  })

  it('have the text for one only where they are for no other number, or it has the same codes', async () => {
    const content = two('<target/>', '<target/>', 'One file')
    expect((await texts(content, 'ru'))[1]?.text).toBe('%d files')
    expect((await texts(content, 'de'))[1]?.text).toBe('One file')
  })

  it('are translated together: one that lacks has all of them written [FMT-4]', async () => {
    const filled = two('<target>%d plik</target>', '<target>%d pliki</target>')
    expect((await texts(filled, 'pl')).slice(1, 4).map(({ left_out }) => left_out)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect((await texts(filled, 'de')).slice(1, 3).map(({ left_out }) => left_out)).toEqual([
      'already_translated',
      'already_translated',
    ])
    const some: TranslateUnit = unit => (unit.path.endsWith('[2]') ? undefined : numbered(unit))
    const result = await written(filled, some, 'pl')
    expect(result).toContain('<target>%d plik</target>')
    expect(result).not.toContain('2[2]')
  })

  it('are as the file has them where no language is said, and where it has others', async () => {
    expect((await texts(two())).map(({ path }) => path)).toEqual([
      'xliff:1/1',
      'xliff:1/2[0]',
      'xliff:1/2[1]',
      'xliff:1/3',
    ])
    const odd = file(
      '<trans-unit id="a"><source>A</source></trans-unit><trans-unit id="b"><source>B</source></trans-unit>',
    )
    expect((await texts(odd, 'ru')).map(({ path }) => path)).toEqual([
      'xliff:1/1',
      'xliff:1/a',
      'xliff:1/b',
      'xliff:1/3',
    ])
    expect((await texts(file(''), 'ru')).map(({ path }) => path)).toEqual(['xliff:1/1', 'xliff:1/3'])
  })
})
