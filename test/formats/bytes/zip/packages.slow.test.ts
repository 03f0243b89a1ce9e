import { describe, expect, it } from 'vitest'
import { openZip, zipPackaging } from '../../../../src/formats/bytes/zip/index.ts'
import { FormatError } from '../../../../src/formats/format.ts'
import { corpus } from '../../../support/corpus.ts'
import { growsSlowly } from '../../../support/growth.ts'
import { SEED } from '../../../support/seed.ts'
import { bytesOf } from '../../files.ts'
import { damagedCopies } from './mutated.ts'
import { opened, zipOf } from './zips.ts'

const FILES = ['docx', 'xlsx', 'pptx', 'idml', 'odt', 'zip'].flatMap(folder => corpus(folder))

async function entriesOf(bytes: Buffer): Promise<(readonly [string | undefined, Buffer])[]> {
  const entries: (readonly [string | undefined, Buffer])[] = []
  for await (const { member, content } of zipPackaging.entries(opened(bytes)))
    entries.push([member, await bytesOf(content)])
  return entries
}

describe.skipIf(FILES.length === 0)('real packages', () => {
  it.each(FILES)('$name stays as it is but for the members that change [RES-2]', async ({ bytes }) => {
    expect((await bytesOf(zipPackaging.repack(opened(bytes), new Map()))).equals(bytes)).toBe(true)
    const { names } = await openZip(opened(bytes)())
    const changed = new Set(names.filter((_, at) => at % 3 === 0))
    const longer = (content: AsyncIterable<Uint8Array>) =>
      (async function* () {
        yield* content
        yield Buffer.from(' and more')
      })()
    const changes = new Map([...changed].map(name => [name, longer] as const))
    const result = await entriesOf(await bytesOf(zipPackaging.repack(opened(bytes), changes)))
    const expected = (await entriesOf(bytes)).map(([member, content]) =>
      member !== undefined && changed.has(member) ? Buffer.concat([content, Buffer.from(' and more')]) : content,
    )
    expect(result.every(([, content], at) => content.equals(expected[at] ?? Buffer.alloc(0)))).toBe(true)
    expect(result).toHaveLength(expected.length)
  })

  it('are read or refused in words, however they are damaged [LIM-5]', async () => {
    const wrong: string[] = []
    for (const [at, { name, bytes }] of FILES.entries()) {
      for (const copy of damagedCopies(bytes, 20, SEED + at)) {
        const before = performance.now()
        await entriesOf(copy).catch((error: unknown) => {
          if (!(error instanceof FormatError)) wrong.push(`${name}: ${error}`)
        })
        if (performance.now() - before > 5000) wrong.push(`${name}: slow`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('time and memory', () => {
  const members = (count: number) =>
    zipOf(Array.from({ length: count }, (_, at) => ({ name: `member ${at}`, content: `some text ${at}`.repeat(20) })))

  it('follow the number of members [LIM-5]', async () => {
    const changes = new Map([['member 1', (content: AsyncIterable<Uint8Array>) => content]])
    expect(await growsSlowly(async count => bytesOf(zipPackaging.repack(opened(members(count)), changes)), 250)).toBe(
      true,
    )
    expect(await growsSlowly(async count => entriesOf(members(count)), 100)).toBe(true)
  })

  it('does not follow the size of a member that is passed on, packed or not', async () => {
    const noise = Buffer.alloc(24 * 1024 * 1024)
    for (let at = 0, state = 1; at < noise.length; at += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      noise[at] = state >>> 24
    }
    const file = zipOf([
      { name: 'a', content: noise, method: 0 },
      { name: 'b', content: 'Two' },
    ])
    const before = process.memoryUsage()
    let most = 0
    for await (const { content } of zipPackaging.entries(opened(file))) {
      for await (const _ of content) most = Math.max(most, process.memoryUsage().arrayBuffers - before.arrayBuffers)
    }
    const changes = new Map([['b', (content: AsyncIterable<Uint8Array>) => content]])
    for await (const _ of zipPackaging.repack(opened(file), changes)) {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before.arrayBuffers)
    }
    expect(most).toBeLessThan(4 * 1024 * 1024)
  })
})
