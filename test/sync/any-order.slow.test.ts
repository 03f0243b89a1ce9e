import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FilesInMemory, statesIn, wishesOf } from './support.ts'

/** What may happen to a source, to its translation, and to both. */
type Step =
  | { readonly does: 'source'; readonly key: string; readonly text: string }
  | { readonly does: 'drop source'; readonly key: string }
  | { readonly does: 'person'; readonly key: string }
  | { readonly does: 'drop translation'; readonly key: string }
  | { readonly does: 'list'; readonly texts: readonly string[] }
  | { readonly does: 'item'; readonly at: number }
  | { readonly does: 'run' }

const KEYS = ['a', 'b', 'c', 'menu.a', 'menu.b']
const key = fc.constantFrom(...KEYS)
const text = fc.constantFrom('Open the door', 'Shut the door', 'See {you} soon', 'Wait a moment', 'Hello {you}')
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('source' as const), key, text }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constantFrom('drop source' as const, 'person' as const, 'drop translation' as const),
      key,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('list' as const), texts: fc.array(text, { maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('item' as const), at: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.constant({ does: 'run' } as const) },
)
const steps = fc.array(step, { minLength: 4, maxLength: 10 })

interface Texts {
  [name: string]: string | string[] | Texts
}

/** A source and its translation as they lie in memory, and all that a person wrote into the second. */
class Repository {
  readonly project = new FilesInMemory({ 'en.json': '{}' })
  readonly persons = new Set<string>()

  read(name: string): Texts {
    return JSON.parse(this.project.files.get(name) ?? '{}')
  }

  write(name: string, change: (texts: Texts) => void): void {
    const texts = this.read(name)
    change(texts)
    this.project.files.set(name, JSON.stringify(texts))
  }

  /** Changes the group that a key lies in. */
  at(name: string, path: string, change: (group: Texts, last: string) => void): void {
    const [last = '', above] = path.split('.').toReversed()
    this.write(name, texts => {
      const group = above === undefined ? texts : (texts[above] ?? {})
      if (typeof group === 'string' || Array.isArray(group)) return
      change(group, last)
      if (above !== undefined) texts[above] = group
    })
  }

  /** A text as nobody else writes it. */
  personsText(): string {
    const own = `Von Hand ${this.persons.size}`
    this.persons.add(own)
    return own
  }

  do(step: Exclude<Step, { does: 'run' }>): void {
    if (step.does === 'source')
      this.at('en.json', step.key, (group, last) => {
        group[last] = step.text
      })
    else if (step.does === 'drop source') this.at('en.json', step.key, (group, last) => delete group[last])
    else if (step.does === 'drop translation') this.at('de.json', step.key, (group, last) => delete group[last])
    else if (step.does === 'person')
      this.at('de.json', step.key, (group, last) => {
        if (last in group) group[last] = this.personsText()
      })
    else if (step.does === 'list')
      this.write('en.json', texts => {
        texts.list = [...step.texts]
      })
    else if (step.does === 'item')
      this.write('de.json', ({ list }) => {
        if (Array.isArray(list) && step.at < list.length) list[step.at] = this.personsText()
      })
  }

  /** What of all that a person wrote is in the translation. */
  personsTexts(): readonly string[] {
    const all = JSON.stringify(this.read('de.json'))
    return [...this.persons].filter(own => all.includes(`"${own}"`))
  }

  /** The texts of the translation by their keys. */
  translation(): ReadonlyMap<string, string> {
    const flat = (value: Texts[string], above: string): (readonly [string, string])[] =>
      typeof value === 'string'
        ? [[above, value]]
        : Object.entries(value).flatMap(([name, inner]) => flat(inner, above === '' ? name : `${above}.${name}`))
    return new Map(flat(this.read('de.json'), ''))
  }
}

async function afterRun(repository: Repository): Promise<void> {
  const { project } = repository
  const hers = repository.personsTexts()
  await project.run()
  expect(repository.personsTexts()).toEqual(hers)
  const states = statesIn(await project.plan())
  const texts = repository.translation()
  for (const said of states) {
    const [, key = '', state = ''] = said.split(' ')
    const isHers = repository.persons.has(texts.get(key) ?? '')
    expect(isHers ? ['edited', 'edited_stale', 'invalid', 'orphan'] : ['current', 'orphan'], said).toContain(state)
  }
  const before = [project.files.get('de.json'), project.lock]
  expect(await project.run()).toEqual([])
  expect([project.files.get('de.json'), project.lock]).toEqual(before)
  expect(statesIn(await project.plan())).toEqual(states)
}

describe('whatever happens to a source and its translation, and in whatever order', () => {
  it('a run brings all in step, touches no word of a person, and leaves nothing to the next [SYN-1] [SYN-2]', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        const repository = new Repository()
        for (const one of all) {
          if (one.does === 'run') await afterRun(repository)
          else repository.do(one)
        }
        await afterRun(repository)
      }),
      { numRuns: 12, seed: 11 },
    )
  })

  it('a run that prunes leaves no text without a source, and that alone is gone [SYN-1] [SYN-2]', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async all => {
        const repository = new Repository()
        for (const one of all)
          if (one.does !== 'run') repository.do(one)
          else await repository.project.run()
        await repository.project.run()
        const before = repository.translation()
        const orphans = statesIn(await repository.project.plan()).filter(said => said.endsWith(' orphan'))
        expect(await repository.project.run(wishesOf({ prune: true }))).toEqual([])
        const gone = [...before.keys()].filter(path => !repository.translation().has(path))
        expect(gone.map(path => `de ${path} orphan`).sort()).toEqual(orphans.toSorted())
      }),
      { numRuns: 12, seed: 11 },
    )
  })
})
