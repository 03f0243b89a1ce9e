import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pdf } from '../../../src/formats/pdf/pdf.ts'
import { corpus } from '../../support/corpus.ts'
import { bytesOf, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'
import { column, pdfOf } from './pages.ts'

const has = (program: string) => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const refusal = (bytes: Uint8Array) => unitsOf(pdf, opened(bytes)).catch(error => error)
const folder = mkdtempSync(join(tmpdir(), 'pdf-'))
/** This one has a picture alone. */
const REAL = corpus('pdf').filter(({ name }) => name !== 'empty.pdf')

describe.skipIf(REAL.length === 0)('real files', () => {
  const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

  it.skipIf(!has('pdftotext')).each(REAL)('have the words that pdftotext finds, within 5 %: $name', async file => {
    const found = words(execFileSync('pdftotext', ['-q', file.path, '-'], { encoding: 'utf8' }))
    const units = (await unitsOf(pdf, opened(file.bytes))).filter(({ left_out }) => left_out !== 'form_field')
    const read = words(units.map(({ text }) => text).join(' '))
    expect(Math.abs(read - found) / found).toBeLessThan(0.05)
  })

  it.each(REAL)('become documents that read back, with no text lost: $name', async ({ bytes }) => {
    const translate: TranslateUnit = ({ text, left_out }) => (left_out === undefined ? `⟦${text} é日本⟧` : undefined)
    const target = { language: 'de' }
    const result = await bytesOf(rewrite(pdf, opened(bytes), translate, target))
    expect(await verify(pdf, opened(bytes), opened(result), translate, target)).toEqual([])
  })

  it('are refused or read, but never hang, wherever they are cut', async () => {
    const [file] = REAL.filter(({ name }) => name === 'rotation.pdf')
    for (let part = 1; part < 40 && file; part += 1) {
      const error = await refusal(file.bytes.subarray(0, (file.bytes.length * part) / 40))
      if (!Array.isArray(error)) expect(error).toMatchObject({ name: 'FormatError' })
    }
  })
})

describe('a file that is protected, or made to harm', () => {
  it.skipIf(!has('qpdf')).each([
    ['with a password', ['secret', 'owner', '256'], /protected by a password/],
    ['whose text may not be copied', ['', 'owner', '256', '--extract=n'], /does not allow its text to be copied/],
  ])('is refused in words: %s', async (_, how, words) => {
    const [plain, locked] = [join(folder, 'plain.pdf'), join(folder, 'locked.pdf')]
    writeFileSync(plain, pdfOf([column(['The garden is open today.'])]))
    execFileSync('qpdf', ['--encrypt', ...how, '--', plain, locked])
    const { readFileSync } = await import('node:fs')
    expect(await refusal(readFileSync(locked))).toMatchObject({
      code: 'protected',
      message: expect.stringMatching(words),
    })
  })

  it('is refused before it fills the memory: a stream that unpacks to far more, or is packed twice', async () => {
    const bomb = deflateSync(Buffer.alloc(160 * 1024 * 1024))
    const stream = (about: string, packed: Uint8Array) =>
      Buffer.concat([Buffer.from(`%PDF-1.7\n1 0 obj<<${about}>>stream\n`), packed, Buffer.from('\nendstream endobj')])
    expect(await refusal(stream('/Filter/FlateDecode', bomb))).toMatchObject({ code: 'too_large' })
    const twice = stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(bomb))
    expect(await refusal(twice)).toMatchObject({ code: 'too_large' })
  })

  it('is refused where its streams are too large together, each of them being one that is taken', async () => {
    const most = deflateSync(Buffer.alloc(127 * 1024 * 1024))
    const one = Buffer.concat([
      Buffer.from('1 0 obj<</Filter/FlateDecode>>stream\n'),
      most,
      Buffer.from('\nendstream endobj\n'),
    ])
    const of = (count: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), ...Array(count).fill(one)])
    expect(await refusal(of(2))).toMatchObject({ code: 'malformed' })
    expect(await refusal(of(9))).toMatchObject({ code: 'too_large' })
  })

  it('is read or refused in little time where its tree of pages is deep, or says it has a thousand million of them', async () => {
    const file = pdfOf([column(['The garden is open today.'])]).toString('latin1')
    const many = await refusal(Buffer.from(file.replace('/Count 1', '/Count 999999999'), 'latin1'))
    expect(Array.isArray(many) ? many.length : many.name).toSatisfy(found => found === 1 || found === 'FormatError')
    const deep = Array.from(
      { length: 20_000 },
      (_, at) => `${at + 10} 0 obj<</Type/Pages/Count 1/Kids[${at + 11} 0 R]>>endobj\n`,
    )
    const tree = `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 10 0 R>>endobj\n${deep.join('')}trailer<</Root 1 0 R>>`
    expect(await refusal(Buffer.from(tree))).toMatchObject({ name: 'FormatError' })
  })
})
