import { describe, expect, it } from 'vitest'
import { lookedAt } from '../../../src/formats/bytes/claim.ts'
import { bytesAsFile } from '../../../src/formats/bytes/zip/archive.ts'
import { requireClaimed } from '../../../src/formats/index.ts'
import { documentOf, packageOf, paragraph, relationsXml, typesXml } from '../docx/documents.ts'
import { bytesOf } from '../files.ts'
import { PROTECTED, zipOf } from './zip/zips.ts'

const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const old = (stream: string) => Buffer.concat([OLE, Buffer.alloc(1500), Buffer.from(stream, 'utf16le')])
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const WORKBOOK = zipOf([
  { name: '[Content_Types].xml', content: typesXml('/xl/workbook.xml', SHEET) },
  { name: '_rels/.rels', content: relationsXml(['officeDocument', 'xl/workbook.xml']) },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
])
const DOCUMENT = documentOf(paragraph('Hello'))
const PDF = Buffer.from('%PDF-1.7\n1 0 obj')
const PAGE = Buffer.from('\n<!DOCTYPE html>\n<html><title>Sign in</title>')

async function flawOf(name: string, bytes: Uint8Array): Promise<string | undefined> {
  try {
    await requireClaimed(name, bytesAsFile(bytes))
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('a file that is not what its name says', () => {
  it.each([
    ['a.docx', Buffer.from('Hello'), /it is a text/],
    ['a.docx', Buffer.alloc(0), /it is empty/],
    ['a.docx', PROTECTED, /^The file is protected by a password\. Save it without one/],
    ['a.docx', old('WordDocument'), /Word before 2007 \(DOC\)/],
    ['a.docx', old('Workbook'), /Excel before 2007 \(XLS\)/],
    ['a.docx', Buffer.from('{\\rtf1\\ansi Hello}'), /rich text \(RTF\)/],
    ['a.docx', PDF, /it is a PDF/],
    ['a.docx', PAGE, /it is a web page/],
    ['a.docx', WORKBOOK, /not a document of Word, as its name says, but a workbook of Excel\. Name it \.xlsx/],
    ['a.docx', zipOf([{ name: 'a.txt', content: 'a' }]), /a zip file with something else in it/],
    ['a.xlsx', DOCUMENT, /not a workbook of Excel, as its name says, but a document of Word\. Name it \.docx/],
    ['a.idml', DOCUMENT, /but a document of Word\. Name it \.docx/],
    ['a.pdf', DOCUMENT, /it is a document of Word\./],
    ['a.pdf', Buffer.from('Hello'), /it is a text/],
    ['a.docx', Buffer.from('\x1f\x8b\x08\0', 'latin1'), /it is a gzip file/],
    ['a.docx', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), /it is a 7z archive/],
    ['a.docx', Buffer.from('Rar!\x1a\x07\x01', 'latin1'), /it is a RAR archive/],
    ['a.docx', Buffer.from('\x89PNG\r\n', 'latin1'), /it is a picture/],
    ['a.csv', WORKBOOK, /it is a workbook of Excel\. Save it in the format of its name, or give it its own name/],
    ['a.csv', zipOf([{ name: 'a', content: 'a' }]), /it is a zip file/],
    ['a.csv', DOCUMENT.subarray(0, 200), /it is a zip file/],
    ['a.csv', old('Workbook'), /Excel before 2007 \(XLS\)/],
    ['a.json', PDF, /it is a PDF/],
    ['a.po', PAGE, /it is a web page/],
    ['a.srt', PAGE, /it is a web page/],
    ['a.txt', Buffer.from('\x89PNG\r\n', 'latin1'), /it is a picture/],
  ])('%s is told what it is, and what to do [CRE-5]', async (name, bytes, words) => {
    expect(await flawOf(name, bytes)).toMatch(words)
  })

  it.each([
    ['a.docx', DOCUMENT],
    ['a.docx', packageOf('<no document at all>')],
    ['a.xlsx', WORKBOOK],
    ['a.pdf', Buffer.concat([Buffer.from('\n\n'), PDF])],
    ['a.idml', zipOf([{ name: 'mimetype', content: 'application/vnd.adobe.indesign-idml-package', method: 0 }])],
    ['a.txt', PAGE],
    ['a.md', PAGE],
    ['a.html', PAGE],
    ['a.txt', Buffer.from('PK is short for Phil Katz')],
    ['a.csv', Buffer.alloc(0)],
    ['a.txt', Buffer.from('GIF8 and 7z, Rar! %PDF')],
    ['a.unknown', PDF],
  ])('but %s that is one, or may be one, is left to its format', async (name, bytes) => {
    expect(await flawOf(name, bytes)).toBeUndefined()
  })
})

describe('a file that comes in', () => {
  async function* inPieces(bytes: Buffer, size: number, read: { bytes: number }) {
    for (let at = 0; at < bytes.length; at += size) {
      read.bytes = at
      yield bytes.subarray(at, at + size)
    }
  }

  it.each([1, 7, 1024, 5000])('goes on as it is, in pieces of %i bytes', async size => {
    const bytes = Buffer.from('Hello there. '.repeat(300))
    const passed = await bytesOf(lookedAt('a.txt', inPieces(bytes, size, { bytes: 0 })))
    expect(passed.equals(bytes)).toBe(true)
  })

  it('is refused by its first bytes, and no more is read [CRE-9]', async () => {
    const read = { bytes: 0 }
    const pieces = inPieces(Buffer.concat([PDF, Buffer.alloc(1_000_000)]), 100, read)
    await expect(bytesOf(lookedAt('a.docx', pieces))).rejects.toThrow(/it is a PDF/)
    expect(read.bytes).toBeLessThan(2000)
  })
})
