import { loadFormat, rewrite } from '../../src/formats/index.ts'
import { type LockLine, readLock, writeLock } from '../../src/sync/lock/index.ts'
import { linesAfter, type PairPlan, type PairRead, type SyncWishes } from '../../src/sync/pair-plan.ts'
import { type Delta, deltasOf, type ProjectPlan, planProject } from '../../src/sync/plan.ts'
import type { ProjectKeys } from '../../src/sync/project/inherit.ts'
import { keyMatcher } from '../../src/sync/project/key-rules.ts'
import { opening, readSourceTexts, readTargetTexts } from '../../src/sync/texts.ts'
import { writeTarget } from '../../src/sync/writing.ts'

/** The wishes of a command line. */
export function wishesOf({
  keys = [],
  accept = [],
  prune = false,
}: {
  readonly keys?: readonly string[] | undefined
  readonly accept?: readonly string[] | undefined
  readonly prune?: boolean | undefined
}): SyncWishes {
  return {
    keys: keys.length === 0 ? undefined : keyMatcher(keys),
    named: new Set(keys.filter(key => !key.includes('*'))),
    accepts: keyMatcher(accept),
    prune,
  }
}

export interface GivenTexts {
  /** The name of the source; the translation beside it ends in `.de`. */
  readonly name?: string
  readonly source: string
  readonly there?: string | undefined
  readonly lines?: readonly LockLine[]
}

/** A source in English and its translation into German, as they are read. */
export async function readTexts({ name = 'en.json', source, there, lines = [] }: GivenTexts): Promise<PairRead> {
  const format = await loadFormat(name)
  if (format === undefined) throw new Error(`${name} is not read`)
  const languages = { format, source_language: 'en', language: 'de' }
  const [bytes, other] = [Buffer.from(source), there === undefined ? undefined : Buffer.from(there)]
  const byPath = new Map<string, LockLine[]>()
  for (const line of lines) byPath.set(line.key, [...(byPath.get(line.key) ?? []), line])
  return {
    ...{ source_path: name, path: `${name}.de`, ...languages },
    ...{ source: bytes, there: other, lines: byPath },
    texts: await readSourceTexts({ ...languages, bytes }),
    target: other === undefined ? new Map() : await readTargetTexts({ ...languages, bytes: other }, bytes),
  }
}

/** Files in memory, kept in step by a translator that puts every text in quotes. */
export class FilesInMemory {
  readonly files: Map<string, string>
  lock = ''
  readonly #name: string
  readonly #targets: readonly string[]
  readonly #keys: ProjectKeys

  constructor(
    files: Readonly<Record<string, string>>,
    { name = 'en.json', targets = ['de'], keys = {} }: ProjectInMemory = {},
  ) {
    this.files = new Map(Object.entries(files))
    this.#name = name
    this.#targets = targets
    this.#keys = { skip: [], keep: [], preserve: [], ...keys }
  }

  async plan(wishes: SyncWishes = wishesOf({})): Promise<ProjectPlan> {
    const targets = this.#targets.map(tag => {
      const path = this.#name.replace(/\ben\b/, tag)
      return { tag, path, exists: this.files.has(path) }
    })
    return await planProject({
      project: { source: 'en', keys: this.#keys },
      pairs: [{ source: this.#name, targets, references: [] }],
      lock: readLock(this.lock),
      wishes,
      tries: true,
      read: async path => {
        const text = this.files.get(path)
        return text === undefined ? undefined : Buffer.from(text)
      },
    })
  }

  /** A run: what it had translated, by language and key. */
  async run(wishes: SyncWishes = wishesOf({})): Promise<readonly string[]> {
    const plan = await this.plan(wishes)
    const lines: LockLine[] = []
    const asked: string[] = []
    const put = new Map<PairPlan, ReadonlyMap<string, string>>()
    for (const delta of await deltasOf(plan))
      for (const pair of delta.pairs) put.set(pair, await translatedFor(pair, delta))
    for (const pair of plan.pairs) {
      const own = put.get(pair) ?? new Map<string, string>()
      asked.push(...[...pair.asked].map(path => `${pair.language} ${pair.texts.get(path)?.key ?? path}`))
      // One file may hold several languages.
      const now = this.files.get(pair.path)
      const there = now === undefined ? undefined : Buffer.from(now)
      const { bytes, texts } = await writeTarget({ ...pair, there, put: new Map([...pair.moved, ...own]) })
      if (own.size + pair.moved.size + pair.copy.size + pair.remove.size > 0)
        this.files.set(pair.path, Buffer.from(bytes).toString())
      lines.push(...linesAfter(pair, texts, new Set(own.keys())))
    }
    this.lock = writeLock(lines)
    return asked
  }
}

interface ProjectInMemory {
  readonly name?: string
  readonly targets?: readonly string[]
  readonly keys?: Partial<ProjectKeys>
}

/** What a pair gets of its delta: `«text»` for each text that it asked for. */
async function translatedFor(pair: PairPlan, { bytes }: Delta): Promise<ReadonlyMap<string, string>> {
  const { format, source_language, language, asked } = pair
  const quoted = rewrite(format, opening(bytes), async units => units.map(({ text }) => `«${text}»`), { language })
  const chunks: Uint8Array[] = []
  for await (const chunk of quoted) chunks.push(chunk)
  const translation = { format, source_language, language, bytes: Buffer.concat(chunks) }
  const texts = await readTargetTexts(translation, bytes)
  return new Map([...texts].flatMap(([path, { text }]) => (asked.has(path) ? [[path, text] as const] : [])))
}

/** Each state of a plan as `language key state`. */
export function statesIn({ pairs }: ProjectPlan): readonly string[] {
  return pairs.flatMap(({ language, states }) => states.map(({ key, state }) => `${language} ${key} ${state}`))
}
