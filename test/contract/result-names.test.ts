import { describe, expect, it } from 'vitest'
import { FAMILIES, isResultName, resultName } from '../../src/contract/formats.ts'

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
    for (const facts of Object.values(FAMILIES)) if ('becomes' in facts) expect(read).toContain(facts.becomes)
  })

  it('may be that of the same kind, too, and of no other', () => {
    expect(isResultName('out.docx', 'report.pdf')).toBe(true)
    expect(isResultName('out.pdf', 'report.pdf')).toBe(true)
    expect(isResultName('out.yml', 'report.yaml')).toBe(true)
    expect(isResultName('out.pdf', 'report.docx')).toBe(false)
    expect(isResultName('out.txt', 'report.pdf')).toBe(false)
  })
})
