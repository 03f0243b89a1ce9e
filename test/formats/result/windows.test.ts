import { describe, expect, it } from 'vitest'
import { rewrite, type Translate, type Unit, verify, windowsOf } from '../../../src/formats/index.ts'
import { rounds } from '../../support/seed.ts'
import { built, bytesOf, fc, opened } from '../files.ts'

const unit = (index: number, length = 4, start = index * length): Unit => ({
  ...{ index, path: `text:p${index}`, part: 'paragraph', start, end: start + length },
  ...{ text: 'Text', charset: 'utf-8' },
})

async function windows(units: AsyncIterable<Unit> | Iterable<Unit>): Promise<(readonly Unit[])[]> {
  const all: (readonly Unit[])[] = []
  for await (const window of windowsOf(units)) all.push(window)
  return all
}

describe('the windows of a file', () => {
  it('hold each unit once, in order, some hundred at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1600), async count => {
        const units = Array.from({ length: count }, (_, at) => unit(at))
        const found = await windows(units)
        expect(found.flat()).toEqual(units)
        expect(found.map(({ length }) => length).filter(length => length === 0 || length > 250)).toEqual([])
        expect(found.length).toBe(Math.ceil(count / 250))
      }),
      { numRuns: rounds(30) },
    )
  })

  it('end early where texts are long, so that memory does not grow with the file', async () => {
    const units = Array.from({ length: 9 }, (_, at) => unit(at, 13_000))
    expect((await windows(units)).map(({ length }) => length)).toEqual([3, 3, 3])
    const lengths = async (...given: Unit[]) => (await windows(given)).map(({ length }) => length)
    expect(await lengths(unit(0, 100_000), unit(1, 4, 100_000), unit(2, 4, 100_004))).toEqual([1, 2])
    // Members of a package begin at 0 again.
    expect(await lengths(unit(0, 29_000, 0), unit(1, 3000, 0), unit(2, 2000, 0), unit(3, 4, 0))).toEqual([3, 1])
  })
})

describe.each(['csv', 'txt', 'json'])('the translations of a %s file', extension => {
  const format = built(extension)
  const texts = Array.from({ length: 1200 }, (_, at) => `Line number ${at} of the text.`)
  const contents: Readonly<Record<string, string>> = {
    csv: `text\n${texts.join('\n')}\n`,
    txt: `${texts.join('\n\n')}\n`,
    json: JSON.stringify(texts),
  }
  const content = contents[extension] ?? ''
  const german = (text: string): string => text.replace('Line number', 'Zeile')

  /** Answers after a while, and notes what it was asked and whether an answer was still waited for. */
  function slowly() {
    const asked: (readonly Unit[])[] = []
    let waiting = 0
    const most = { waiting: 0 }
    const translate: Translate = async units => {
      asked.push(units)
      waiting += 1
      most.waiting = Math.max(most.waiting, waiting)
      await new Promise(resolve => setImmediate(resolve))
      waiting -= 1
      return units.map(({ text, left_out }) => (left_out === undefined ? german(text) : undefined))
    }
    return { asked, most, translate }
  }

  it('are asked for once a window and pass, in file order, and waited for [RES-2]', async () => {
    const writing = slowly()
    const result = await bytesOf(rewrite(format, opened(content), writing.translate, { language: 'de' }))
    expect(result.toString()).toBe(content.replaceAll('Line number', 'Zeile'))
    const reading = slowly()
    expect(await verify(format, opened(content), opened(result), reading.translate, { language: 'de' })).toEqual([])
    for (const { asked, most } of [writing, reading]) {
      const indexes = asked.flat().map(({ index }) => index)
      expect(indexes).toEqual(indexes.map((_, at) => (indexes[0] ?? 0) + at))
      expect(indexes.length).toBeGreaterThanOrEqual(texts.length)
      expect(asked.length).toBe(Math.ceil(indexes.length / 250))
      expect(most.waiting).toBe(1)
    }
  })

  it('keep the source of a unit where the answer is too short', async () => {
    const translate: Translate = async units => units.slice(0, 2).map(({ text }) => german(text))
    const result = (await bytesOf(rewrite(format, opened(content), translate, { language: 'de' }))).toString()
    expect(result.match(/Zeile/g)?.length).toBeGreaterThanOrEqual(3)
    expect(result).toContain('Line number 7 of')
  })
})
