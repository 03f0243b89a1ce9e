import { describe, expect, it } from 'vitest'
import { type Edit, splice } from '../../../src/formats/index.ts'
import { bytesOf, fc, opened } from '../files.ts'

const edit = (start: number, end: number, text: string): Edit => ({ start, end, bytes: Buffer.from(text) })
const spliced = async (content: string, edits: Edit[], cuts: number[] = []): Promise<string> =>
  (await bytesOf(splice(opened(content, cuts)(), edits))).toString()

describe('splice', () => {
  it('replaces, removes and inserts', async () => {
    expect(await spliced('one two three', [edit(0, 3, 'eins'), edit(3, 4, ''), edit(13, 13, '!')])).toBe(
      'einstwo three!',
    )
    expect(await spliced('', [edit(0, 0, 'a'), edit(0, 0, 'b')])).toBe('ab')
  })

  it('does what cutting a string does, wherever the stream is cut', async () => {
    const places = fc.uniqueArray(fc.nat(40), { maxLength: 8 }).map(at => at.sort((a, b) => a - b))
    await fc.assert(
      fc.asyncProperty(places, fc.array(fc.nat(40)), async (at, cuts) => {
        const content = 'abcdefghijklmnopqrstuvwxyz0123456789ABCD'
        const edits: Edit[] = []
        let expected = ''
        let from = 0
        for (let i = 0; i + 1 < at.length; i += 2) {
          const [start, end] = [at[i] ?? 0, at[i + 1] ?? 0]
          edits.push(edit(start, end, `<${i}>`))
          expected += `${content.slice(from, start)}<${i}>`
          from = end
        }
        expect(await spliced(content, edits, cuts)).toBe(expected + content.slice(from))
      }),
    )
  })

  it('gathers what is longer than a chunk, and what is shorter, whole', async () => {
    const lengths = fc.array(fc.nat(90_000), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(lengths, async all => {
        const texts = all.map((length, at) => String.fromCodePoint(97 + at).repeat(length))
        const edits = texts.map((text, at) => ({ start: at, end: at, bytes: text }))
        const expected = texts.map((text, at) => `${text}${'012345678'[at]}`).join('')
        const given = await bytesOf(splice(opened('012345678', [])(), edits))
        expect(given.toString() === expected + '012345678'.slice(texts.length)).toBe(true)
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['overlapping edits', [edit(0, 4, 'x'), edit(3, 5, 'y')]],
    ['unsorted edits', [edit(5, 6, 'x'), edit(1, 2, 'y')]],
    ['a reversed range', [edit(5, 4, 'x')]],
    ['an edit beyond the end', [edit(13, 14, 'x')]],
    ['an edit that runs over the end', [edit(9, 14, 'x')]],
  ])('refuses %s', async (_, edits) => {
    await expect(spliced('0123456789', edits)).rejects.toMatchObject({ code: 'overlapping_edits' })
  })
})
