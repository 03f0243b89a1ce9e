import { describe, expect, it } from 'vitest'
import { FAMILIES } from '../../src/contract/formats.ts'
import { BECOMES, placeAsMade, resultName } from '../../src/contract/result-names.ts'

describe('the name of what a file is translated into', () => {
  it.each([
    ['report.pdf', 'report.docx'],
    ['REPORT.PDF', 'REPORT.docx'],
    ['a.b.pdf', 'a.b.docx'],
    ['folder.pdf/report.pdf', 'folder.pdf/report.docx'],
    ['report.docx', 'report.docx'],
    ['texts.csv', 'texts.csv'],
    ['pdf', 'pdf'],
    ['folder.pdf/notes', 'folder.pdf/notes'],
    ['', ''],
  ])('is that of its kind: of %j it is %j', (name, result) => {
    expect(resultName(name)).toBe(result)
  })

  it('has an extension that a family reads', () => {
    const read = Object.values(FAMILIES).flatMap(({ extensions }) => Object.keys(extensions))
    expect(BECOMES.size).toBeGreaterThan(0)
    for (const [from, to] of BECOMES) expect(read).toEqual(expect.arrayContaining([from, to]))
  })
})

describe('the place of a result', () => {
  it.each([
    ['out/report.de.docx', 'report.de.pdf', 'out/report.de.pdf'],
    ['out/own-name.pdf', 'report.de.docx', 'out/own-name.docx'],
    ['report.de.docx', 'report.de.docx', 'report.de.docx'],
    ['report.de.pdf', 'REPORT.DE.PDF', 'report.de.pdf'],
    ['all.zip', 'report.de.pdf', 'all.zip'],
    ['menu.de.json', 'menu.de.yaml', 'menu.de.json'],
    ['pdf', 'report.docx', 'pdf'],
  ])('has the extension of its file, where that may be one of two: %j of %j', (place, made, expected) => {
    expect(placeAsMade(place, made)).toBe(expected)
  })
})
