import { expect, it } from 'vitest'
import { batchesOf, loadFormat } from '../../src/formats/index.ts'
import { type LockLine, readLock, writeLock } from '../../src/sync/lock/index.ts'
import { linesAfter } from '../../src/sync/pair-plan.ts'
import { planProject } from '../../src/sync/plan.ts'
import { wishesOf } from './support.ts'

const KEYS = 10_000
const LANGUAGES = ['de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'da', 'pl', 'cs']
/** Three times what is wanted: other work on the machine hits both sides, but not always alike. */
const MOST = 12

const bytesFor = (tag: string) =>
  Buffer.from(
    JSON.stringify(
      Object.fromEntries(Array.from({ length: KEYS }, (_, at) => [`key${at}`, `${tag} has {name} and file ${at}`])),
    ),
  )
const files = new Map(['en', ...LANGUAGES].map(tag => [`${tag}.json`, bytesFor(tag)]))

async function planFrom(text: string) {
  return await planProject({
    project: { source: 'en', keys: { skip: [], keep: [], preserve: [] } },
    pairs: [
      {
        source: 'en.json',
        targets: LANGUAGES.map(tag => ({ tag, path: `${tag}.json`, exists: true })),
        references: [],
      },
    ],
    lock: readLock(text),
    wishes: wishesOf({}),
    tries: false,
    read: async path => files.get(path),
  })
}

async function processorTime(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

it('plans ten languages of 10,000 keys in a few times what reading their files takes', async () => {
  const { pairs } = await planFrom('')
  const lines = pairs.flatMap((pair): readonly LockLine[] => linesAfter(pair, pair.target, new Set()))
  const lock = writeLock(lines)
  expect(lines).toHaveLength(KEYS * LANGUAGES.length)
  const format = await loadFormat('en.json')
  const read = async () => {
    for (const bytes of files.values()) {
      const source = async function* () {
        yield bytes
      }
      const units = format?.scan(source(), { target: { language: 'de' }, source: 'en' }) ?? []
      for await (const some of batchesOf(units)) expect(some.length).toBeGreaterThan(0)
    }
  }
  const plan = async () => {
    const again = await planFrom(lock)
    expect(again.pairs.every(({ states }) => states.every(({ state }) => state === 'edited'))).toBe(true)
  }
  const ratios: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const reading = await processorTime(read)
    ratios.push((await processorTime(plan)) / reading)
  }
  expect(Math.min(...ratios)).toBeLessThan(MOST)
}, 120_000)
