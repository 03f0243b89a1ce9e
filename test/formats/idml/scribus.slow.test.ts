/** Scribus is the one program beside InDesign that opens its documents: what it reads of a result is what it reads of the source, translated. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { idml } from '../../../src/formats/idml/idml.ts'
import { corpus } from '../../support/corpus.ts'
import { ROOT } from '../../support/tree.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, rewrite, type TranslateUnit } from '../files.ts'

const PROGRAMS = ['timeout', 'xvfb-run', 'scribus']
const canOpen = PROGRAMS.every(name => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0)
/** Larger ones take Scribus half a minute. */
const LARGEST = 600_000
const FILES = corpus('idml').filter(({ bytes }) => bytes.length < LARGEST)

/** Letter by letter, so that it does not matter where a text begins. */
const LETTERS = {
  de: { a: 'ä', e: 'é', o: 'ö', u: 'ü' },
  ar: Object.fromEntries(
    [...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [letter, [...'ابتثجحخدذرزسشصضطظعغفقكلمنه'][at]]),
  ),
  ja: Object.fromEntries(
    [...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [
      letter,
      [...'アイウエオカキクケコサシスセソタチツテトナニヌネノハ'][at],
    ]),
  ),
} as const
type Language = keyof typeof LETTERS

function inLetters(language: Language, text: string): string {
  const letters: Readonly<Record<string, string | undefined>> = LETTERS[language]
  return text.replace(/<\/?[gx]\d+\/?>|[a-z]/g, found => letters[found] ?? found)
}

const translating =
  (language: Language): TranslateUnit =>
  ({ left_out, text }) =>
    left_out ? undefined : inLetters(language, text)

/** In a font that Debian has: Scribus asks at its window for one in place of each that is not there. */
function inFontAtHand(file: Buffer): Buffer {
  const members = Object.entries(unzipSync(file)).map(([name, content]) => {
    if (!name.endsWith('.xml')) return [name, content] as const
    const xml = strFromU8(content)
      .replace(/(<(?:AppliedFont|BulletsFont)\b[^>]*>)[^<]*/g, '$1DejaVu Sans')
      .replace(/\bFontStyle="[^"]*"/g, 'FontStyle="Book"')
    return [name, strToU8(xml)] as const
  })
  return Buffer.from(zipSync(Object.fromEntries(members), { level: 1 }))
}

const FOUND = z.record(z.string(), z.object({ pages: z.number(), texts: z.record(z.string(), z.string()) }))

function openedByScribus(folder: string, files: Readonly<Record<string, Buffer>>): z.infer<typeof FOUND> {
  const paths = Object.entries(files).map(([name, bytes]) => {
    const path = join(folder, `${name}.idml`)
    writeFileSync(path, inFontAtHand(bytes))
    return [name, path] as const
  })
  const [to_open, found] = [join(folder, 'to-open.json'), join(folder, 'found.json')]
  writeFileSync(to_open, JSON.stringify(Object.fromEntries(paths)))
  const script = join(ROOT, 'test', 'formats', 'documents', 'scribus.py')
  spawnSync('timeout', ['-k', '5', '100', 'xvfb-run', '-a', 'scribus', '-g', '-ns', '-py', script], {
    env: { ...process.env, HOME: folder, TO_OPEN: to_open, FOUND: found },
  })
  return FOUND.parse(JSON.parse(readFileSync(found, 'utf8')))
}

it.skipIf(!canOpen || FILES.length < 5)(
  'real documents are opened by Scribus in German, Arabic and Japanese, with all their frames and texts [RES-2]',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scribus-'))
    const languages = ['de', 'ar', 'ja'] as const
    const files: Record<string, Buffer> = {}
    for (const [at, { bytes }] of FILES.entries()) {
      files[`${at}`] = bytes
      for (const language of languages)
        files[`${at}-${language}`] = await bytesOf(rewrite(idml, opened(bytes), translating(language), { language }))
    }
    const found = openedByScribus(folder, files)
    rmSync(folder, { recursive: true, force: true })
    for (const at of FILES.keys()) {
      const source = found[`${at}`]
      const said = Object.entries(source?.texts ?? {})
      expect(said.length).toBeGreaterThan(0)
      for (const language of languages) {
        const result = found[`${at}-${language}`]
        expect(result?.pages).toBe(source?.pages)
        // Of a text that is nothing but blanks Scribus reads none; in a result it may be one with the text beside it.
        const letters = ([frame, text]: readonly [string, string]) => [
          frame,
          inLetters(language, text).replace(/ +/g, ' '),
        ]
        expect(Object.entries(result?.texts ?? {}).map(letters)).toEqual(said.map(letters))
        expect(result?.texts).not.toEqual(source?.texts)
      }
    }
  },
)
