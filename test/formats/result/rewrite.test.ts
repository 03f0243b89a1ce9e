import { describe, expect, it } from 'vitest'
import { corpus } from '../../support/corpus.ts'
import { rounds } from '../../support/seed.ts'
import { built, bytesOf, fc, marked, opened, rewrite, type TranslateUnit, unitsOf, verify } from '../files.ts'

const GERMAN = { language: 'de' }
const none: TranslateUnit = () => undefined
const every: TranslateUnit = unit => (unit.left_out ? undefined : marked(unit.text))

const BOMS = ['', '\ufeff']
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8')
const utf16le = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le')
const utf16be = (text: string): Buffer => utf16le(text).swap16()

const encodings = fc.constantFrom(utf8, (text: string) => utf8(`\ufeff${text}`), utf16le, utf16be)
const cuts = fc.array(fc.nat(5000), { maxLength: 12 })
const words = fc.string({ unit: 'grapheme', maxLength: 30 }).map(text => text.replaceAll('\0', ' '))

/** Texts with every line end, and characters that only look like one. */
const texts = fc
  .array(fc.tuple(words, fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\u2028', '\u0085', ' ', '\t')), { maxLength: 25 })
  .map(parts => parts.flat().join(''))
const jsons = fc
  .tuple(fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), fc.constantFrom(undefined, 2, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

const CASES = [
  { extension: 'txt', contents: texts },
  { extension: 'json', contents: jsons },
]

describe.each(CASES)('a $extension file', ({ extension, contents }) => {
  const format = built(extension)

  it('stays byte for byte when nothing is translated [RES-2, FMT-1]', async () => {
    await fc.assert(
      fc.asyncProperty(contents, encodings, cuts, async (text, encoded, places) => {
        const bytes = encoded(text)
        expect(await bytesOf(rewrite(format, opened(bytes, places), none, GERMAN))).toEqual(bytes)
        const same: TranslateUnit = unit => unit.text
        expect(await bytesOf(rewrite(format, opened(bytes, places), same, GERMAN))).toEqual(bytes)
      }),
      { numRuns: rounds(150) },
    )
  })

  it('gives the same units wherever the stream is cut', async () => {
    await fc.assert(
      fc.asyncProperty(contents, encodings, cuts, async (text, encoded, places) => {
        const bytes = encoded(text)
        expect(await unitsOf(format, opened(bytes, places))).toEqual(await unitsOf(format, opened(bytes)))
      }),
      { numRuns: rounds(150) },
    )
  })

  it('has each translation in its place and every other byte as it was [RES-2, FMT-1]', async () => {
    await fc.assert(
      fc.asyncProperty(contents, encodings, cuts, async (text, encoded, places) => {
        const bytes = encoded(text)
        const result = await bytesOf(rewrite(format, opened(bytes, places), every, GERMAN))
        expect(await verify(format, opened(bytes), opened(result, places), every, GERMAN)).toEqual([])
      }),
      { numRuns: rounds(150) },
    )
  })

  it('keeps the byte order mark', async () => {
    for (const bom of BOMS) {
      const bytes = utf8(`${bom}"Hello world"`)
      const result = await bytesOf(rewrite(format, opened(bytes), every, GERMAN))
      expect(result.toString('utf8').startsWith('\ufeff')).toBe(bom !== '')
      expect(result).not.toEqual(bytes)
    }
  })

  const files = corpus(extension).filter(file => !file.name.includes('100000'))
  it('of real life stays byte for byte, and changes only its text [RES-2]', async () => {
    for (const { name, bytes } of files) {
      expect(await bytesOf(rewrite(format, opened(bytes), none, GERMAN)), name).toEqual(bytes)
      const result = await bytesOf(rewrite(format, opened(bytes), every, GERMAN))
      expect(await verify(format, opened(bytes), opened(result), every, GERMAN), name).toEqual([])
    }
  })
})

describe('verification', () => {
  const json = built('json')
  const original = '{"a": "One", "b": ["Two", 3]}'
  const translate: TranslateUnit = unit => ({ One: 'Eins', Two: 'Zwei' })[unit.text]
  const check = (result: string): Promise<unknown> => verify(json, opened(original), opened(result), translate, GERMAN)

  it('finds nothing in a good result', async () => {
    expect(await check('{"a": "Eins", "b": ["Zwei", 3]}')).toEqual([])
  })
  it('names the unit that reads back as something else [ENG-2]', async () => {
    expect(await check('{"a": "Eins", "b": ["Drei", 3]}')).toEqual([
      { kind: 'text', index: 1, path: 'json:/b/0', expected: 'Zwei', found: 'Drei' },
    ])
  })
  it('finds a byte changed outside the text', async () => {
    expect(await check('{"a": "Eins", "b": ["Zwei", 4]}')).toEqual([{ kind: 'bytes', offset: 28 }])
    expect(await check('{"a": "Eins", "b": ["Zwei", 3]}\n')).toEqual([{ kind: 'bytes', offset: 31 }])
  })
  it('finds a result with other units', async () => {
    expect(await check('{"a": "Eins", "c": ["Zwei", 3]}')).toContainEqual({
      kind: 'structure',
      index: 1,
      path: 'json:/b/0',
    })
    expect(await check('{"a": "Eins", "b": ["Zwei", "x"]}')).toContainEqual({
      kind: 'structure',
      index: 2,
      path: 'json:/b/1',
    })
  })
  it('finds a result that is no longer JSON', async () => {
    expect(await check('{"a": "Eins", "b": ["Zwei", 3}')).toContainEqual(
      expect.objectContaining({ kind: 'unreadable', message: expect.stringContaining('line 1, column 30') }),
    )
  })
  it('reads plain text back range by range', async () => {
    const text = built('txt')
    const eins: TranslateUnit = unit => (unit.text === 'One' ? 'Eins' : undefined)
    const found = await verify(text, opened('One\n\nTwo'), opened('Fünf\n\nTwo'), eins, GERMAN)
    expect(found.length).toBeGreaterThan(0)
    expect(await verify(text, opened('One\n\nTwo'), opened('Eins\n\nTwo'), eins, GERMAN)).toEqual([])
  })
})
