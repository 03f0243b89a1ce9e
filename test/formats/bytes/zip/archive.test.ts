import { describe, expect, it } from 'vitest'
import { openZip } from '../../../../src/formats/bytes/zip/index.ts'
import { bytesOf } from '../../files.ts'
import { type Around, type Made, opened, PROTECTED, zipOf } from './zips.ts'

const MB = 1024 * 1024
const zeros = (count: number): Buffer => Buffer.alloc(count)

async function contents(bytes: Buffer): Promise<Record<string, string>> {
  const archive = await openZip(opened(bytes)())
  const read = archive.names.map(async name => [name, (await bytesOf(archive.content(name))).toString()] as const)
  return Object.fromEntries(await Promise.all(read))
}

const refusal = async (bytes: Buffer): Promise<unknown> =>
  contents(bytes).then(
    () => 'read',
    (error: unknown) => error,
  )

describe('a zip file', () => {
  it.each<[string, readonly Made[], Around]>([
    [
      'packed and stored',
      [
        { name: 'a', content: 'One' },
        { name: 'b', content: 'Two', method: 0 },
      ],
      {},
    ],
    [
      'with sizes behind the data',
      [
        { name: 'a', content: 'One', descriptor: 'signed' },
        { name: 'b', content: 'Two', descriptor: 'bare' },
      ],
      {},
    ],
    [
      'of zip64',
      [
        { name: 'a', content: 'One', wide: true },
        { name: 'b', content: 'Two', wide: true, descriptor: 'wide' },
      ],
      { wide: true },
    ],
    [
      'with fields and comments',
      [
        { name: 'a', content: 'One', extra: Buffer.from('UT\x02\0ab'), comment: 'c' },
        { name: 'b', content: 'Two' },
      ],
      { comment: 'PK\x05\x06 of all' },
    ],
    [
      'behind something else',
      [
        { name: 'a', content: 'One' },
        { name: 'b', content: 'Two' },
      ],
      { prefix: '#!/bin/sh\n' },
    ],
    [
      'whose offsets do not count what is before it',
      [
        { name: 'a', content: 'One' },
        { name: 'b', content: 'Two' },
      ],
      { prefix: '#!/bin/sh\n', counted: false },
    ],
    [
      'with gaps',
      [
        { name: 'a', content: 'One', gap: '….' },
        { name: 'b', content: 'Two', gap: 'PK' },
      ],
      {},
    ],
    [
      'with folders',
      [
        { name: 'x/', method: 0 },
        { name: 'a', content: 'One' },
        { name: 'b', content: 'Two' },
      ],
      {},
    ],
  ])('is read %s', async (_, entries, around) => {
    expect(await contents(zipOf(entries, around))).toEqual({ a: 'One', b: 'Two' })
  })

  it('is empty where it has no entries', async () => {
    expect(await contents(zipOf([]))).toEqual({})
  })

  it('has names in UTF-8, also where it does not say so, and else in the charset of DOS', async () => {
    const names = [{ name: 'é.txt' }, { name: 'ü.txt', flags: 0 }, { name: Buffer.from('\x81ber', 'latin1'), flags: 0 }]
    expect((await openZip(opened(zipOf(names))())).names).toEqual(['é.txt', 'ü.txt', 'über'])
  })

  it('finds a member however its name is written, but the exact name first', async () => {
    const archive = await openZip(opened(zipOf([{ name: 'Word/Document.xml' }, { name: 'b' }, { name: 'B' }]))())
    expect(archive.named('word/document.xml')).toBe('Word/Document.xml')
    expect([archive.named('b'), archive.named('B'), archive.named('c')]).toEqual(['b', 'B', undefined])
  })

  it('is read inside another one, and no deeper', async () => {
    const inner = (bytes: Buffer, name: string): Buffer => zipOf([{ name, content: bytes }])
    const nested = inner(inner(inner(zipOf([{ name: 'x' }]), 'c'), 'b'), 'a')
    const first = await (await openZip(opened(nested)())).inner('a')
    expect(first.names).toEqual(['b'])
    await expect(first.inner('b')).rejects.toMatchObject({ code: 'too_deep' })
  })
})

describe('a zip file made to harm is refused before anything is unpacked:', () => {
  const many = Array.from({ length: 10_001 }, (_, at) => ({ name: `${at}` }))
  it.each<[string, string, RegExp, Buffer]>([
    ['encrypted', 'protected', /encrypted/, zipOf([{ name: 'a', flags: 1 }])],
    ['a name outside', 'malformed', /“\.\.\/a”/, zipOf([{ name: '../a' }])],
    ['a name outside, written for Windows', 'malformed', /no name/, zipOf([{ name: 'x\\..\\..\\a' }])],
    ['an absolute name', 'malformed', /“\/etc\/passwd”/, zipOf([{ name: '/etc/passwd' }])],
    ['a name with a drive', 'malformed', /no name/, zipOf([{ name: 'C:a' }])],
    ['a name with control characters', 'malformed', /“a\?b”/, zipOf([{ name: 'a\nb' }])],
    ['no name', 'malformed', /no name/, zipOf([{ name: '' }])],
    ['a name twice', 'malformed', /“a” twice/, zipOf([{ name: 'a' }, { name: 'a' }])],
    ['another method', 'malformed', /method 14/, zipOf([{ name: 'a', method: 14 }])],
    [
      'entries that overlap',
      'malformed',
      /overlap/,
      zipOf([
        { name: 'a', content: 'One' },
        { name: 'b', lies: { at: 0 } },
      ]),
    ],
    ['too many entries', 'too_large', /10001 entries/, zipOf(many)],
    ['a count of entries that is not true', 'malformed', /breaks off/, zipOf([{ name: 'a' }], { count: 7 })],
    ['a bomb that says so', 'too_large', /200 to 1/, zipOf([{ name: 'a', content: zeros(9 * MB) }])],
    ['one of 600 MB', 'too_large', /larger than 512 MB/, zipOf([{ name: 'a', lies: { size: 600 * MB } }])],
  ])('%s', async (_, code, message, bytes) => {
    expect(await refusal(bytes)).toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('a sum of all that is too large', async () => {
    const entries = [1, 2, 3].map(at => ({ name: `${at}`, content: Buffer.from('x'), lies: { size: 8 * MB } }))
    expect(await refusal(zipOf(entries))).toMatchObject({ code: 'malformed' })
    const large = Array.from({ length: 140 }, (_, at) => ({ name: `${at}`, content: 'x', lies: { size: 8 * MB } }))
    expect(await refusal(zipOf(large))).toMatchObject({ code: 'too_large', message: expect.stringMatching(/1024 MB/) })
  })
})

describe('a zip file that lies is refused while it is unpacked:', () => {
  it.each<[string, Made]>([
    ['a size smaller than the truth', { name: 'a', content: zeros(9 * MB), lies: { size: 10 } }],
    ['a size larger than the truth', { name: 'a', content: 'One', lies: { size: 4 } }],
    ['another checksum', { name: 'a', content: 'One', lies: { crc: 7 } }],
    ['another name in front of the data', { name: 'a', content: 'One', lies: { localName: 'b' } }],
    [
      'data that is not packed',
      { name: 'a', content: 'One', lies: { localName: 'a' }, method: 8, extra: Buffer.alloc(0) },
    ],
  ])('%s', async (what, entry) => {
    const bytes = zipOf([entry])
    if (what === 'data that is not packed') bytes.fill(0xff, 31, 35)
    expect(await refusal(bytes)).toMatchObject({
      code: 'malformed',
      message: expect.stringMatching(/“a” in it cannot be read/),
    })
  })

  it('no more of it is unpacked than it says', async () => {
    const archive = await openZip(opened(zipOf([{ name: 'a', content: zeros(4 * MB), lies: { size: 70_000 } }]))())
    let length = 0
    await expect(
      (async () => {
        for await (const chunk of archive.content('a')) length += chunk.length
      })(),
    ).rejects.toMatchObject({ code: 'malformed' })
    expect(length).toBeLessThanOrEqual(70_000)
  })
})

describe('what is no zip file is told what it is:', () => {
  it.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /it is empty/],
    ['a file of Office with a password', PROTECTED, /protected by a password/],
    [
      'an old document',
      Buffer.concat([PROTECTED.subarray(0, 8), Buffer.from('WordDocument', 'utf16le')]),
      /Word before 2007/,
    ],
    ['a PDF', Buffer.from('%PDF-1.7\n'), /it is a PDF/],
    ['rich text', Buffer.from('{\\rtf1'), /RTF/],
    ['a web page', Buffer.from('\n<!DOCTYPE html><p>'), /a web page/],
    ['an XML file', Buffer.from('\ufeff<?xml version="1.0"?><a/>'), /an XML file/],
    ['a text', Buffer.from('Hello'), /it is a text/],
    ['anything', Buffer.from([1, 0, 2]), /none of the files/],
    ['one that breaks off', zipOf([{ name: 'a', content: 'One' }]).subarray(0, -5), /breaks off before its end/],
  ])('%s', async (_, bytes, message) => {
    expect(await refusal(bytes)).toMatchObject({ message: expect.stringMatching(message) })
  })
})
