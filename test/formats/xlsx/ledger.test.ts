import { describe, expect, it } from 'vitest'
import type { Edit } from '../../../src/formats/format.ts'
import { Ledger } from '../../../src/formats/xlsx/ledger.ts'
import { SharedStrings } from '../../../src/formats/xlsx/strings.ts'

const MEMBER = 'xl/sharedStrings.xml'
const TAG = '<sst count="9" uniqueCount="3">'
const SHEET = 'xl/worksheets/sheet1.xml'

/** A list of three strings, each of ten bytes behind the other. */
function stringsOf(): SharedStrings {
  const strings = new SharedStrings()
  strings.member = MEMBER
  strings.tag = { kind: 'open', name: 'sst', empty: false, start: 0, end: TAG.length, raw: TAG }
  strings.end = 200
  for (const start of [100, 110, 120]) {
    strings.starts.push(start)
    strings.ends.push(start + 10)
    strings.texts.push(`text at ${start}`)
  }
  return strings
}

const naming = (start: number, before = '', after = '') => ({ member: SHEET, start, end: start + 1, before, after })
const shown = ({ member, start, end, bytes }: Edit) => [member, start, end, String(bytes)]

describe('the ledger of shared strings', () => {
  it('puts a translation in place of its string where all cells that name it are translated alike', () => {
    const ledger = new Ledger(stringsOf())
    for (const own of [0, 0, 1]) ledger.count(own)
    ledger.replace(0, '<t>eins</t>', naming(10))
    ledger.replace(0, '<t>eins</t>', naming(20))
    expect(ledger.edits().map(shown)).toEqual([[MEMBER, 100, 110, '<t>eins</t>']])
  })

  it('gives a cell a string of its own where another one keeps the text, or has other words', () => {
    const ledger = new Ledger(stringsOf())
    for (const own of [0, 0, 1, 1, 1]) ledger.count(own)
    // One of two cells is translated.
    ledger.replace(0, '<t>eins</t>', naming(10))
    // Three are, one of them otherwise.
    ledger.replace(1, '<t>zwei</t>', naming(20))
    ledger.replace(1, '<t>zwo</t>', naming(30))
    ledger.replace(1, '<t>zwei</t>', naming(40))
    expect(ledger.edits().map(shown)).toEqual([
      [MEMBER, 110, 120, '<t>zwei</t>'],
      [SHEET, 10, 11, '3'],
      [SHEET, 30, 31, '4'],
      [MEMBER, TAG.indexOf('3'), TAG.indexOf('3') + 1, '5'],
      [MEMBER, 200, 200, '<si><t>eins</t></si><si><t>zwo</t></si>'],
    ])
  })

  it('makes equal translations of cells that named none one string, and counts the cells', () => {
    const ledger = new Ledger(stringsOf())
    ledger.name('<t>neu</t>', naming(10, '<c r="B1" t="s"><v>', '</v></c>'))
    ledger.name('<t>neu</t>', naming(20, '<c r="B2" t="s"><v>', '</v></c>'))
    expect(ledger.edits().map(shown)).toEqual([
      [SHEET, 10, 11, '<c r="B1" t="s"><v>3</v></c>'],
      [SHEET, 20, 21, '<c r="B2" t="s"><v>3</v></c>'],
      [MEMBER, TAG.indexOf('9'), TAG.indexOf('9') + 1, '11'],
      [MEMBER, TAG.indexOf('3'), TAG.indexOf('3') + 1, '4'],
      [MEMBER, 200, 200, '<si><t>neu</t></si>'],
    ])
  })
})
