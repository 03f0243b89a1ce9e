import { describe, expect, it } from 'vitest'
import { bytesAt, inBlocks, rangesOf } from '../../../src/formats/bytes/ranges.ts'
import { bytesAsFile } from '../../../src/formats/bytes/zip/index.ts'
import type { Ranges } from '../../../src/formats/format.ts'
import { fc } from '../files.ts'

const BLOCK = 262_144
const CONTENT = Buffer.from(Array.from({ length: 6 * BLOCK + 1000 }, (_, at) => (at * 7 + (at >> 9)) % 251))

/** Ranges that note what was read of them. */
function noted(content: Buffer): { ranges: Ranges; read: (readonly [number, number])[] } {
  const read: (readonly [number, number])[] = []
  const ranges: Ranges = {
    size: async () => content.length,
    async *read(start, end) {
      read.push([start, end])
      for (let at = start; at < end; at += 100_000) yield content.subarray(at, Math.min(end, at + 100_000))
    },
  }
  return { ranges, read }
}

describe('ranges in blocks', () => {
  it('are those of the file, wherever they begin and end', async () => {
    const ranges = inBlocks(noted(CONTENT).ranges)
    const place = fc.nat({ max: CONTENT.length })
    await fc.assert(
      fc.asyncProperty(place, fc.oneof(place, fc.nat({ max: 100 })), async (start, length) => {
        const end = Math.min(CONTENT.length, start + length)
        expect((await bytesAt(ranges, start, end)).equals(CONTENT.subarray(start, end))).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('are read from the file once where they lie beside each other', async () => {
    const { ranges, read } = noted(CONTENT)
    const blocks = inBlocks(ranges)
    for (let at = 0; at < BLOCK + 5000; at += 1000) await bytesAt(blocks, at, at + 1000)
    expect(read).toEqual([
      [0, BLOCK],
      [BLOCK, 2 * BLOCK],
    ])
  })

  it('keep the four blocks that were read last', async () => {
    const { ranges, read } = noted(CONTENT)
    const blocks = inBlocks(ranges)
    for (const nth of [0, 1, 2, 3, 0, 4, 0, 1]) await bytesAt(blocks, nth * BLOCK, nth * BLOCK + 10)
    expect(read.map(([start]) => start / BLOCK)).toEqual([0, 1, 2, 3, 4, 1])
  })

  it('pass on what is longer than a block without holding it', async () => {
    const { ranges, read } = noted(CONTENT)
    await bytesAt(inBlocks(ranges), 10, 10 + 2 * BLOCK)
    expect(read).toEqual([[10, 10 + 2 * BLOCK]])
  })

  it('end where the file ends', async () => {
    const blocks = inBlocks(noted(CONTENT).ranges)
    expect(await bytesAt(blocks, CONTENT.length - 5, CONTENT.length + 20)).toHaveLength(5)
    expect(await bytesAt(blocks, CONTENT.length + 5, CONTENT.length + 20)).toHaveLength(0)
  })

  it('say what went wrong, and are read again then', async () => {
    let fails = true
    const blocks = inBlocks({
      size: async () => 10,
      async *read(start, end) {
        if (fails) throw new Error('the disk is away')
        yield CONTENT.subarray(start, end)
      },
    })
    await expect(bytesAt(blocks, 0, 5)).rejects.toThrow('the disk is away')
    fails = false
    expect(await bytesAt(blocks, 0, 5)).toEqual(CONTENT.subarray(0, 5))
  })
})

it('a stream that has no ranges is held', async () => {
  const ranges = await rangesOf(bytesAsFile(CONTENT))
  expect(await ranges.size()).toBe(CONTENT.length)
  const plain = await rangesOf(
    (async function* () {
      yield CONTENT.subarray(0, 10)
      yield CONTENT.subarray(10, 20)
    })(),
  )
  expect([await plain.size(), await bytesAt(plain, 5, 15)]).toEqual([20, CONTENT.subarray(5, 15)])
})
