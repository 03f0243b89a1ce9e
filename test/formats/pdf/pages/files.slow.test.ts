import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readPdf } from '../../../../src/formats/pdf/document.ts'
import { faithful, readPages } from '../../../../src/formats/pdf/pages/index.ts'
import { corpus } from '../../../support/corpus.ts'
import { missed, writtenOver } from './made.ts'

const REAL = corpus('pdf').filter(({ name }) => name !== 'empty.pdf')
const folder = mkdtempSync(join(tmpdir(), 'pages-'))
const hasQpdf = spawnSync('which', ['qpdf']).status === 0
const LETTERS = 'абцдефгхийклмнопярстуввхыз'
const inRussian = (text: string) =>
  text.replace(/[a-z]/gi, letter => LETTERS[letter.toLowerCase().charCodeAt(0) - 97] ?? letter)
const inGerman = (text: string) => `${text.replace(/a/g, 'ä').replace(/o/g, 'ö')} mehr`
const isText = (text: string) => /[a-z]{2}/i.test(text)

describe.skipIf(REAL.length === 0)('real files', () => {
  it.each(REAL)(
    'are written over, page by page, with every text where it should be: $name',
    async ({ bytes, name }) => {
      const before = await readPdf(bytes)
      const {
        written,
        kept,
        bytes: made,
      } = await writtenOver(bytes, text => (isText(text) ? inRussian(text) : undefined), 'ru')
      expect(await missed(bytes, { bytes: made, written })).toEqual([])
      const after = await readPdf(made)
      expect(after.pages.map(({ number, height }) => [number, height])).toEqual(
        before.pages.map(({ number, height }) => [number, height]),
      )
      const wanted = before.pages.flatMap(({ paragraphs }) => paragraphs.filter(({ text }) => isText(text)))
      expect(written.length + kept.length).toBe(wanted.length)
      expect(written.length).toBeGreaterThan(wanted.length * 0.8)
      if (hasQpdf) expect(checked(made, `${name}.ru.pdf`)).toBeLessThanOrEqual(checked(bytes, name))
    },
  )

  it.each(REAL)('have none of the old words left but in what is kept: $name', async ({ bytes }) => {
    const source = await readPdf(bytes)
    const { bytes: made, kept } = await writtenOver(bytes, text => (isText(text) ? inRussian(text) : undefined), 'ru')
    const stays = new Set(kept.map(({ page, paragraph }) => source.pages[page - 1]?.paragraphs[paragraph]?.text))
    const words = (text: string) => text.match(/[A-Za-z]{4,}/g) ?? []
    const left = new Set([...stays].flatMap(text => words(text ?? '')))
    const { pages } = await readPdf(made)
    const found = pages.flatMap(({ paragraphs }) => paragraphs.flatMap(({ text }) => words(text)))
    expect(found.filter(word => ![...left].some(known => known.includes(word) || word.includes(known)))).toEqual([])
  })

  it.each(REAL.filter(({ bytes }) => bytes.length < 500_000))(
    'come out alike each time, in German: $name',
    async ({ bytes }) => {
      const write = async () => (await writtenOver(bytes, text => (isText(text) ? inGerman(text) : undefined))).bytes
      expect(Buffer.compare(await write(), await write())).toBe(0)
    },
  )

  it('have no text where they are a picture alone', async () => {
    const [empty] = corpus('pdf').filter(({ name }) => name === 'empty.pdf')
    if (empty)
      expect(faithful(await readPages(empty.bytes, await readPdf(empty.bytes)), 'de').refused?.reason).toBe('no_text')
  })
})

/** How bad a file is, by what qpdf ends with. */
function checked(bytes: Uint8Array, name: string): number {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return spawnSync('qpdf', ['--check', path]).status ?? 9
}
