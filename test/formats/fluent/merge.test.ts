import { describe, expect, it } from 'vitest'
import { fluent } from '../../../src/formats/fluent/fluent.ts'
import type { Format } from '../../../src/formats/format.ts'
import { splice } from '../../../src/formats/index.ts'
import { bytesOf, opened, unitsOf } from '../files.ts'
import { hasWhatIsTaken, keepsTheLaws, merged } from '../merging.ts'

const format: Format = fluent

const SOURCE = `### A garden

## Beds

# The heading
beds = Beds
    .title = All the beds
    .label = Of all beds

files =
    { $count ->
        [one] One file
       *[other] { $count } files
    }

## Paths
paths = Paths
last = Last
`

describe('merging', () => {
  it('brings a message with its comment behind the one before it', async () => {
    expect(
      await merged(format, '## Beds\n\nfiles = Dateien\n', {
        source: SOURCE,
        texts: { 'fluent:/beds': 'Beete', 'fluent:/beds/title': 'Alle Beete' },
      }),
    ).toBe('## Beds\n\n# The heading\nbeds = Beete\n    .title = Alle Beete\nfiles = Dateien\n')
  })

  it('brings an attribute to its message, and a group that is not there to the end', async () => {
    expect(
      await merged(format, 'beds = Beete\r\n    .label = Von allen\r\n', {
        source: SOURCE,
        texts: { 'fluent:/beds/title': 'Alle Beete', 'fluent:/last': 'Letzte' },
      }),
    ).toBe('beds = Beete\r\n    .title = Alle Beete\r\n    .label = Von allen\r\n\r\n## Paths\r\n\r\nlast = Letzte\r\n')
  })

  it('replaces a value with all its variants, and takes one away with its attributes', async () => {
    const there = 'beds = Beete\n    .title = Alle\nfiles =\n    { $count ->\n       *[other] Dateien\n    }\n'
    expect(
      await merged(format, there, {
        source: SOURCE,
        texts: { 'fluent:/files[one]': 'Eine', 'fluent:/files[other]': '{ $count } neu' },
        remove: ['fluent:/beds', 'fluent:/beds/title'],
      }),
    ).toBe('files =\n    { $count ->\n        [one] Eine\n       *[other] { $count } neu\n    }\n')
  })

  it.each([
    ['a = Text\n    more\n', 'a =\n  Alt\n', '.5 *[x]\nda', 'a = .5 *[x]\n    da\n'],
    ['a =\n        Text\n', 'a =\n    Alt\n', 'Eins\nzwei', 'a =\n        Eins\n        zwei\n'],
    ['a =\n  Text\n', 'a =\r\n  Alt\r\n', 'Eins\nzwei', 'a =\r\n  Eins\r\n  zwei\r\n'],
  ])('replaces a text of %j in %j, in lines that read back', async (source, there, said, becomes) => {
    expect(await merged(format, there, { source, texts: { 'fluent:/a': said } })).toBe(becomes)
  })

  it('takes a value from a message that keeps its attribute', async () => {
    expect(
      await merged(format, 'beds = Beete\n    .title = Alle\n', { source: SOURCE, remove: ['fluent:/beds'] }),
    ).toBe('beds =\n    .title = Alle\n')
  })

  it('ends a last line that is open', async () => {
    expect(
      await merged(format, 'beds = Beete', {
        source: SOURCE,
        texts: { 'fluent:/files[one]': 'a', 'fluent:/files[other]': 'b' },
        remove: [],
      }),
    ).toContain('beds = Beete\n')
  })

  it('keeps its laws', async () => {
    const togetherOf = ({ path }: { path: string }) => path.split(/[/[]/)[1]
    await keepsTheLaws(format, Buffer.from(SOURCE), { togetherOf })
    await keepsTheLaws(format, Buffer.from(SOURCE.replaceAll('\n', '\r\n')), { togetherOf })
    await hasWhatIsTaken(
      format,
      { source: SOURCE, there: 'beds = Beete\n    .title = Alle\nlast = Letzte\nfiles = Dateien\n' },
      { take: ['fluent:/beds', 'fluent:/paths', 'fluent:/beds/label'], remove: ['fluent:/last', 'fluent:/beds/title'] },
    )
  })
})

describe('noting', () => {
  it('writes a comment above the message, where it reads back', async () => {
    const units = await unitsOf(format, opened(SOURCE))
    const notes = new Map([
      ['fluent:/beds/title', 'Of the list'],
      ['fluent:/files[other]', 'Two\nlines'],
    ])
    const edits = format.noting?.(SOURCE, units, notes) ?? []
    const written = await bytesOf(splice(opened(SOURCE)(), edits))
    expect(written.toString()).toBe(
      SOURCE.replace('beds =', '# Of the list\nbeds =').replace('files =', '# Two\n# lines\nfiles ='),
    )
    const again = await unitsOf(format, opened(written))
    expect(again.find(({ path }) => path === 'fluent:/files[one]')?.note).toContain('Two\nlines')
  })
})
