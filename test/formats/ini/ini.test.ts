import { describe, expect, it } from 'vitest'
import type { Format } from '../../../src/formats/format.ts'
import { FormatError } from '../../../src/formats/format.ts'
import { ini } from '../../../src/formats/ini/ini.ts'
import { catalogueOf } from '../catalogues.ts'
import { bytesOf, fc, opened, rewrite, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

const GERMAN = { language: 'de' }
const format: Format = ini

const { translated, read } = catalogueOf(format)

const JOOMLA = `; Joomla! Project
; (C) somebody

; Shown above the list
COM_GARDEN_TITLE="Beds and borders"
COM_GARDEN_SAID="She said \\"yes\\" to <a href=\\"%s\\">%d beds</a>"
COM_GARDEN_OLD="Say "_QQ_"please"_QQ_""   ; beside
COM_GARDEN_EMPTY=""
COM_GARDEN_LONG="One line
  and another"
`
const PLAIN = `# Settings of a program
[Window]
title = Main window
width = 800
icon=images/main.png

[Messages]
; After a file was saved
saved : The file was saved; thank you
name=Nobody
`

describe('reading', () => {
  it('finds the texts of Joomla in their quotes, with their comments [FMT-1]', async () => {
    expect(await read(JOOMLA)).toEqual({
      COM_GARDEN_TITLE: 'Beds and borders',
      COM_GARDEN_SAID: 'She said "yes" to <a href="%s">%d beds</a>',
      COM_GARDEN_OLD: 'Say "please"',
      COM_GARDEN_EMPTY: 'empty',
      COM_GARDEN_LONG: 'One line\n  and another',
    })
    const [first] = await unitsOf(format, opened(JOOMLA))
    expect(first?.note).toBe('Shown above the list')
  })

  it('finds those of other files by section and key, and leaves out what programs read', async () => {
    expect(await read(PLAIN)).toEqual({
      'Window.title': 'Main window',
      'Window.width': 'number',
      'Window.icon': 'identifier',
      'Messages.saved': 'The file was saved; thank you',
      'Messages.name': 'Nobody',
    })
  })

  it('refuses a value that goes on in an indented line, and says where', async () => {
    const error = await read('[a]\nb = One\n  and more\n').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(FormatError)
    expect(error).toMatchObject({ code: 'malformed', line: 3 })
    expect(String(error)).toContain('line 3')
  })
})

describe('writing', () => {
  it('keeps quotes, the way a quote is written, and what stands behind', async () => {
    const say = { COM_GARDEN_TITLE: 'Beete "und" mehr', COM_GARDEN_OLD: '"Bitte" sagen', 'Window.title': 'Fenster' }
    expect((await translated(JOOMLA, say)).toString()).toBe(
      JOOMLA.replace('Beds and borders', 'Beete \\"und\\" mehr').replace(
        'Say "_QQ_"please"_QQ_"',
        '"_QQ_"Bitte"_QQ_" sagen',
      ),
    )
    expect((await translated(PLAIN, say)).toString()).toBe(PLAIN.replace('Main window', 'Fenster'))
  })

  it('writes nothing that would be read otherwise', async () => {
    const file = 'a = Text\nb = Text\nc="Text"\nd="Text"\n'
    const say: Readonly<Record<string, string>> = { a: ' blank', b: '"quoted"', c: 'two\nlines', d: '_QQ_' }
    const result = await bytesOf(rewrite(format, opened(file), ({ part }) => say[part], GERMAN))
    expect(result.toString()).toBe(file)
  })

  it('reads back whatever it writes', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter(each => !/\p{Cs}/u.test(each))
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(JOOMLA, PLAIN), text, async (content, said) => {
        const open = opened(content)
        const result = await bytesOf(rewrite(format, open, unit => (unit.left_out ? undefined : said), GERMAN))
        const written = await unitsOf(format, opened(result))
        for (const unit of await unitsOf(format, open)) {
          const now = written.find(({ path }) => path === unit.path)?.text
          expect(unit.left_out ? [unit.text] : [unit.text, said]).toContain(now)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('merging', () => {
  it('brings an entry into its section, which is made where it is missing', async () => {
    expect(
      await merged(format, '[Window]\ntitle = Fenster\n', {
        source: PLAIN,
        texts: { 'ini:/Messages/saved': 'Gespeichert', 'ini:/Messages/name': 'Niemand' },
      }),
    ).toBe('[Window]\ntitle = Fenster\n\n[Messages]\n; After a file was saved\nsaved : Gespeichert\nname=Niemand\n')
  })

  it('keeps its laws', async () => {
    await keepsTheLaws(format, Buffer.from(JOOMLA))
    await keepsTheLaws(format, Buffer.from(PLAIN))
  })
})
