import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Format, loadFormat, type Unit } from '../../../src/formats/index.ts'
import type { Files } from '../../../src/service/ports.ts'
import { FINDINGS } from '../../../src/service/translation/kept.ts'
import { Stopped } from '../../../src/service/translation/stopped.ts'
import { createMeter, type Meter } from '../../../src/service/worker/meter.ts'
import type { LanguageToWrite } from '../../../src/service/worker/report.ts'
import { writeResult } from '../../../src/service/worker/write.ts'
import { listedIn } from '../files/any-place.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

let shop: Workshop
beforeEach(async () => {
  shop = await openWorkshop()
})
afterEach(() => shop.close())

/** A format that writes translations with this in them as they are, so that they may be read as anything. */
async function careless(fileName: string, marker: string): Promise<Format> {
  const format = await loadFormat(fileName)
  if (format === undefined) throw new Error(`no format for ${fileName}`)
  return {
    ...format,
    edits: (unit, translation, target) =>
      translation?.includes(marker)
        ? [{ start: unit.start, end: unit.end, bytes: translation }]
        : format.edits(unit, translation, target),
  }
}

const MARKER = '§'
const UNCOUNTED: Meter = { done: () => undefined, note: async () => undefined }

/** What is told of a source and its translation. */
type Translations = (text: string) => string

const zeile: Translations = text => text.replace('Line', 'Zeile')
const german = (culprits: readonly string[], breaking: string): Translations => {
  return text => (culprits.includes(text) ? `${text}${breaking}` : zeile(text))
}

const KEPT = { finding: null, repaired: 0, note: null, number: null } as const

function languageOf(translations: Translations, target = 'de'): LanguageToWrite {
  const find = async (units: readonly Unit[]) =>
    units.map(({ text }) => ({ ...KEPT, source_hash: text, text: translations(text) }))
  return { target, says: {}, wanted: () => true, find, glossary: undefined, handed: 0 }
}

interface Order {
  readonly file: string
  readonly content: string
  readonly languages: readonly LanguageToWrite[]
  readonly meter?: Meter
  readonly signal?: AbortSignal
  readonly files?: Files
}

async function write({ file, content, languages, meter = UNCOUNTED, signal, files = shop.files }: Order) {
  const batch = await shop.batchOf(content, { file_name: file, lease_owner: 'one' })
  const original = { format: await careless(file, MARKER), open: () => shop.files.open(batch.file_blob ?? '') }
  const world = { files, clock: shop.clock }
  const writing = { batch, source: 'en', original, languages, meter, world }
  return writeResult({ ...writing, signal: signal ?? new AbortController().signal })
}

async function textOf(blob: string): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of shop.files.open(blob)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `Line ${at + 1} of the text.`)
const stored = async (): Promise<number> => (await listedIn(shop.files)).length

type Shape = [what: string, file: string, breaking: string, fileOf: (texts: readonly string[]) => string]
const paragraphs = (texts: readonly string[]): string => `${texts.join('\n\n')}\n`
const rows = (texts: readonly string[]): string =>
  `key,text\n${texts.map((text, at) => `k.${at},"${text}"\n`).join('')}`
const SHAPES: readonly Shape[] = [
  ['becomes two paragraphs', 'a.md', `\n\n${MARKER}`, paragraphs],
  ['hides all that follows', 'a.md', `\n\n<!-- ${MARKER}`, paragraphs],
  ['can no longer be read', 'a.json', `"${MARKER}`, texts => JSON.stringify(texts, undefined, 2)],
  ['becomes two rows', 'a.csv', `"\n${MARKER}"`, rows],
]

describe('a translation that breaks its file', () => {
  it.each(SHAPES)('since it %s (%s) alone keeps its source, and that is said [RES-2, ENG-2]', async (...shape) => {
    const [, file, breaking, fileOf] = shape
    const texts = names(20)
    for (const at of [0, 6, 19]) {
      const before = await stored()
      const culprit = texts[at] ?? ''
      const translations = german([culprit], breaking)
      const { blob, quality } = await write({ file, content: fileOf(texts), languages: [languageOf(translations)] })
      const expected = texts.map(text => (text === culprit ? text : zeile(text)))
      expect(await textOf(blob)).toBe(fileOf(expected))
      expect(quality.kept_source).toBe(1)
      expect(quality.findings.map(({ reason }) => reason)).toEqual([FINDINGS.unreadable])
      expect(await stored()).toBe(before + 2)
    }
  })

  it.each([2, 8])('is found among %i of its kind [RES-2]', async count => {
    const texts = names(40)
    const culprits = texts.filter((_, at) => at % 4 === 1).slice(0, count)
    const languages = [languageOf(german(culprits, `\n\n${MARKER}`))]
    const { blob, quality } = await write({ file: 'a.md', content: paragraphs(texts), languages })
    const expected = texts.map(text => (culprits.includes(text) ? text : zeile(text)))
    expect(await textOf(blob)).toBe(paragraphs(expected))
    expect(quality).toMatchObject({ segments: 40, kept_source: count })
    expect(await stored()).toBe(2)
  })

  it('beside one that only reads back as something else is kept with it [RES-2]', async () => {
    const texts = names(12)
    const [other = '', , , , culprit = ''] = texts
    const translations: Translations = text =>
      text === other ? `*${MARKER}*` : german([culprit], `\n\n${MARKER}`)(text)
    const { blob, quality } = await write({
      ...{ file: 'a.md', content: paragraphs(texts), languages: [languageOf(translations)] },
    })
    const expected = texts.map(text => ([other, culprit].includes(text) ? text : zeile(text)))
    expect(await textOf(blob)).toBe(paragraphs(expected))
    expect(quality).toMatchObject({ kept_source: 2, findings: [{ segment: 'md:/p[1]' }, { segment: 'md:/p[5]' }] })
    expect(await stored()).toBe(2)
  })

  it('is not looked for among nine: the file is not written, and nothing of it is kept [RES-2]', async () => {
    const texts = names(40)
    const languages = [languageOf(german(texts.slice(3, 12), `\n\n${MARKER}`))]
    const refused = write({ file: 'a.md', content: paragraphs(texts), languages })
    await expect(refused).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('reads back'),
    })
    expect(await stored()).toBe(1)
  })

  it('is not looked for where the file is broken without any [RES-2]', async () => {
    let puts = 0
    const put: Files['put'] = (source, limit) => {
      puts += 1
      return shop.files.put(withMore(source), limit)
    }
    const files = { ...shop.files, put }
    const languages = [languageOf(zeile)]
    const refused = write({ file: 'a.md', content: paragraphs(names(12)), languages, files })
    await expect(refused).rejects.toMatchObject({ code: 'internal_error' })
    expect([puts, await stored()]).toEqual([2, 1])
  })

  it.each(['before', 'after'])(
    'leaves nothing where the work is told to stop %s any of its writings [BAT-5]',
    async when => {
      const texts = names(12)
      const order = {
        file: 'a.md',
        content: paragraphs(texts),
        languages: [languageOf(german(texts.slice(4, 6), `\n\n${MARKER}`))],
      }
      /** Stops at one of the writings; gives how many there were. */
      const stopping = async (at: number) => {
        const stop = new AbortController()
        let puts = 0
        const put: Files['put'] = async (source, limit) => {
          puts += 1
          if (puts === at && when === 'before') stop.abort()
          const blob = await shop.files.put(source, limit)
          if (puts === at) stop.abort()
          return blob
        }
        const before = await stored()
        const ended = await write({ ...order, files: { ...shop.files, put }, signal: stop.signal }).catch(
          error => error,
        )
        return { puts, ended, left: (await stored()) - before - 1 }
      }
      const { puts, left } = await stopping(0)
      expect([puts > 5, left]).toEqual([true, 1])
      for (let at = 1; at <= puts; at += 1) {
        const { ended, left } = await stopping(at)
        expect([at, ended instanceof Stopped, left]).toEqual([at, true, 0])
      }
    },
  )

  it('takes no progress from the languages after it [BAT-5]', async () => {
    const texts = names(30)
    const seen: { language: string; percent: number }[] = []
    let language = 'de'
    const id = `bat_${shop.newId('x')}`
    const measured = createMeter({ id, owner: 'one' }, 'writing', 30 * 2 * 2, shop)
    const meter: Meter = {
      done: measured.done,
      async note() {
        shop.clock.advance(500)
        await measured.note()
        seen.push({ language, percent: (await shop.row(id)).percent ?? 0 })
      },
    }
    await shop.batchOf('x', { id, lease_owner: 'one', percent: 85 })
    const noted = (target: string, translations: Translations) =>
      languageOf(text => {
        language = target
        return translations(text)
      }, target)
    const languages = [noted('de', german(texts.slice(7, 9), `\n\n${MARKER}`)), noted('fr', zeile)]
    await write({ file: 'a.md', content: paragraphs(texts), languages, meter })
    const percents = seen.map(({ percent }) => percent)
    expect(percents).toEqual([...percents].sort((one, other) => one - other))
    const most = (target: string) =>
      Math.max(...seen.filter(each => each.language === target).map(each => each.percent))
    expect(most('de')).toBe(92)
    expect(most('fr')).toBeGreaterThan(92)
  })
})

async function* withMore(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source
  yield Buffer.from('\nOne more.\n')
}
