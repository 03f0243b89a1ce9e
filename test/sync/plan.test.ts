import { describe, expect, it } from 'vitest'
import { countWords } from '../../src/formats/index.ts'
import { readLock } from '../../src/sync/lock/index.ts'
import { type Delta, deltasOf, isInStep, type ProjectPlan, planProject } from '../../src/sync/plan.ts'
import { opening } from '../../src/sync/texts.ts'
import { FilesInMemory, statesIn, wishesOf } from './support.ts'

const KEYS = { skip: [], keep: [], preserve: [] }

/** The plan of files into German, each source with its translation beside it: `en` in a name becomes `de`. */
async function planOf(files: Readonly<Record<string, string>>, sources = Object.keys(files)) {
  const all = new Map(Object.entries(files))
  const read: string[] = []
  const plan = await planProject({
    project: { source: 'en', keys: KEYS },
    pairs: sources.map(source => {
      const path = source.replace('en', 'de')
      return { source, targets: [{ tag: 'de', path, exists: all.has(path) }], references: [] }
    }),
    lock: readLock(''),
    wishes: wishesOf({}),
    tries: true,
    read: async path => {
      read.push(path)
      const text = all.get(path)
      return text === undefined ? undefined : Buffer.from(text)
    },
  })
  return { ...plan, read }
}

const GOOD = '{"a": "Open the door"}'
const ANDROID = '<resources><string name="a">Open the door</string></resources>'

describe('the plan of a project', () => {
  it.each<[string, string, string, RegExp]>([
    ['is not read', 'en.psd', 'x', /^this kind of file is not read$/],
    ['has no keys', 'en.md', '# Title\n', /have no keys .* translate takes it whole$/],
    ['does not parse', 'en.yaml', 'a: "x\nb: [', /./],
    ['is no text', 'en/a.json', '{"a": ', /./],
  ])('names a source that %s, and goes on with the others', async (_, name, text, words) => {
    const { pairs, problems } = await planOf({ [name]: text, 'z-en.json': GOOD })
    expect(problems).toEqual([{ path: name, words: expect.stringMatching(words) }])
    expect(pairs.map(({ source_path }) => source_path)).toEqual(['z-en.json'])
  })

  it('names a source that is gone, and looks for none of its translations', async () => {
    const { pairs, problems, read } = await planOf({ 'z-en.json': GOOD }, ['en.json', 'z-en.json'])
    expect(problems).toEqual([{ path: 'en.json', words: 'the file is gone' }])
    expect(pairs).toHaveLength(1)
    expect(read).not.toContain('de.json')
  })

  it('names a translation that does not parse, with its line', async () => {
    const { pairs, problems } = await planOf({ 'en.json': GOOD, 'de.json': '{\n  "a": "Auf",,\n}' }, ['en.json'])
    expect(pairs).toEqual([])
    expect(problems).toEqual([{ path: 'de.json', words: expect.stringContaining('line 2') }])
  })

  it('names a file of Android that has no text by a name, before anybody pays', async () => {
    const { pairs, problems } = await planOf({ 'en.xml': '<html><p>Open the door</p></html>', 'b-en.xml': ANDROID })
    expect(problems.map(({ path }) => path)).toEqual(['en.xml'])
    expect(pairs.map(({ source_path }) => source_path)).toEqual(['b-en.xml'])
  })

  it('reads each source once, however many languages it has', async () => {
    const project = new FilesInMemory({ 'en.json': GOOD }, { targets: ['de', 'fr', 'pl'] })
    expect(statesIn(await project.plan())).toEqual(['de a missing', 'fr a missing', 'pl a missing'])
  })

  it('is in step where there is nothing to translate or to write', async () => {
    const project = new FilesInMemory({ 'en.json': GOOD })
    expect(isInStep(await project.plan())).toBe(false)
    await project.run()
    expect(isInStep(await project.plan())).toBe(true)
    expect(isInStep({ pairs: [], problems: [{ path: 'a', words: 'b' }] })).toBe(true)
  })
})

const textOf = ({ bytes }: Delta) => Buffer.from(bytes).toString()

describe('a delta', () => {
  const SOURCE = '{"a": "Open the door", "b": "Shut the door"}'
  const shared = (deltas: readonly Delta[]) => deltas.map(({ pairs }) => pairs.map(({ language }) => language))

  it('is one for all languages that lack the same texts', async () => {
    const project = new FilesInMemory({ 'en.json': SOURCE }, { targets: ['de', 'fr', 'pl'] })
    const deltas = await deltasOf(await project.plan())
    expect(shared(deltas)).toEqual([['de', 'fr', 'pl']])
  })

  it('is another for a language that lacks others, and none for one that lacks nothing', async () => {
    const files = { 'en.json': SOURCE, 'fr.json': '{"b": "Fermer"}', 'pl.json': '{"a": "A", "b": "B"}' }
    const project = new FilesInMemory(files, { targets: ['de', 'fr', 'pl'] })
    const deltas = await deltasOf(await project.plan())
    expect(shared(deltas)).toEqual([['de'], ['fr']])
    expect(deltas.map(textOf)).toEqual([SOURCE, expect.not.stringContaining('Shut')])
    expect(new Set(deltas.map(({ id }) => id)).size).toBe(2)
  })

  it('is the same for the same texts, and another for others and in another file [SYN-3]', async () => {
    const idOf = async (source: string, name = 'en.json') =>
      (await deltasOf(await new FilesInMemory({ [name]: source }, { name }).plan())).map(({ id }) => id)
    expect(await idOf(SOURCE)).toEqual(await idOf(SOURCE))
    expect(await idOf(SOURCE)).not.toEqual(await idOf(SOURCE.replace('Open', 'Close')))
    expect(await idOf(SOURCE)).not.toEqual(await idOf(SOURCE, 'b/en.json'))
  })

  it('is the same while other texts of its file change [SYN-3]', async () => {
    const before = new FilesInMemory({ 'en.json': SOURCE, 'de.json': '{"a": "Auf"}' })
    const other = SOURCE.replace('Open the door', 'Open the window')
    const after = new FilesInMemory({ 'en.json': other, 'de.json': '{"a": "Auf"}' })
    const [one] = await deltasOf(await before.plan())
    const [two] = await deltasOf(await after.plan())
    expect(one?.id).toBe(two?.id)
  })
})

const po = (...entries: readonly (readonly [string, string])[]) =>
  [['', 'Content-Type: text/plain; charset=UTF-8\\n'] as const, ...entries]
    .map(([id, text]) => `msgid "${id}"\nmsgstr "${text}"\n`)
    .join('\n')
const android = (...entries: readonly (readonly [string, string])[]) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<resources>\n${entries
    .map(([name, text]) => `    <string name="${name}">${text}</string>\n`)
    .join('')}</resources>\n`
const xliff = (...entries: readonly (readonly [string, string])[]) =>
  '<?xml version="1.0"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n' +
  '<file original="a" source-language="en" datatype="plaintext"><body>\n' +
  entries.map(([id, text]) => `<trans-unit id="${id}"><source>${text}</source></trans-unit>\n`).join('') +
  '</body></file></xliff>\n'

describe('one changed text among several', () => {
  type Entries = readonly (readonly [key: string, text: string])[]
  const OLD: Entries = [
    ['one', 'Open the door'],
    ['two', 'Shut the door'],
    ['three', 'Wait a moment'],
  ]
  const NEW: Entries = OLD.map(([key, text]) => [key, key === 'two' ? 'Shut the gate' : text])
  it.each([
    ['JSON', 'en.json', (all: Entries) => `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`],
    ['YAML', 'en.yaml', (all: Entries) => all.map(([key, text]) => `${key}: ${text} # ${key}\n`).join('')],
    ['Android', 'values-en/strings.xml', (all: Entries) => android(...all)],
    ['PO', 'en.po', (all: Entries) => po(...all.map(([, text]) => [text, ''] as const))],
    ['XLIFF', 'en.xlf', (all: Entries) => xliff(...all)],
  ])('of %s is all that is sent and all that is written [SYN-1]', async (_, name, write) => {
    const project = new FilesInMemory({ [name]: write(OLD) }, { name })
    expect(await project.run()).toHaveLength(3)
    expect(await project.run()).toEqual([])
    const target = name.replace('en', 'de')
    const before = project.files.get(target) ?? ''
    project.files.set(name, write(NEW))
    const [delta, ...more] = await deltasOf(await project.plan())
    expect(more).toEqual([])
    expect(delta === undefined ? '' : textOf(delta)).toContain('Shut the gate')
    expect(delta === undefined ? '' : textOf(delta)).not.toMatch(/Open the door|Wait a moment/)
    expect(await project.run()).toHaveLength(1)
    const after = project.files.get(target) ?? ''
    expect(after).toContain('«Shut the gate»')
    const others = (text: string) => text.split('\n').filter(line => !/Shut the (?:door|gate)/.test(line))
    expect(
      others(after)
        .filter(line => !others(before).includes(line))
        .filter(line => !/^(?:msg|$)/.test(line)),
    ).toEqual([])
    expect(await project.run()).toEqual([])
    expect(project.files.get(target)).toBe(after)
  })
})

describe('a source for several languages', () => {
  const planIn = async (text: string, tags: readonly string[]) =>
    await planProject({
      project: { source: 'en', keys: KEYS },
      pairs: [
        { source: 'en.json', targets: tags.map(tag => ({ tag, path: `${tag}.json`, exists: false })), references: [] },
      ],
      lock: readLock(''),
      wishes: wishesOf({}),
      tries: false,
      read: async path => (path === 'en.json' ? Buffer.from(text) : undefined),
    })

  it('is read once where its texts are the same for all', async () => {
    const { pairs } = await planIn(GOOD, ['de', 'pl', 'ja'])
    expect(pairs.map(({ texts }) => texts.size)).toEqual([1, 1, 1])
    expect(new Set(pairs.map(({ texts }) => texts)).size).toBe(1)
  })

  it('has the plural forms of each', async () => {
    const { pairs } = await planIn('{"item_one": "{{count}} item", "item_other": "{{count}} items"}', [
      'de',
      'pl',
      'ja',
    ])
    const asked = pairs.map(({ states }) => states.map(({ key }) => key).sort())
    expect(asked[1]).toEqual(['item_few', 'item_many', 'item_one', 'item_other'])
    const alone = await Promise.all(
      ['de', 'pl', 'ja'].map(
        async tag => (await planIn('{"item_one": "{{count}} item", "item_other": "{{count}} items"}', [tag])).pairs[0],
      ),
    )
    expect(pairs.map(({ states }) => states)).toEqual(alone.map(pair => pair?.states))
  })

  it('that does not parse is named once, however many translations it has', async () => {
    const { pairs, problems } = await planIn('{"a": ', ['de', 'pl'])
    expect(pairs).toEqual([])
    expect(problems.map(({ path }) => path)).toEqual(['en.json'])
  })
})

describe('a key that a file has twice', () => {
  it.each([
    [
      'en.properties',
      'a=First one\nb=Other words\na=Second one\n',
      'a=Erstes\nb=Anderes\n',
      'a=\\u00ABSecond one\\u00BB\n',
    ],
    ['en.strings', '"a" = "First one";\n"a" = "Second one";\n', '"a" = "Erstes";\n', '"a" = "«Second one»";\n'],
    ['en.ini', 'A="First one"\nB="Other words"\nA="Second one"\n', 'A="Erstes"\nB="Anderes"\n', 'A="«Second one»"\n'],
    ['en.ftl', 'a = First one\na = Second one\n', 'a = Erstes\n', 'a = «Second one»\n'],
  ])('is translated once more where its translation stands once (%s)', async (name, source, there, added) => {
    const files = new FilesInMemory({ [name]: source, [name.replace('en', 'de')]: there }, { name })
    expect(await files.run()).toHaveLength(1)
    const lines = there.match(/.*\n/g) ?? []
    expect(files.files.get(name.replace('en', 'de'))?.match(/.*\n/g)).toEqual(expect.arrayContaining([...lines, added]))
    expect(await files.run()).toEqual([])
    expect(isInStep(await files.plan())).toBe(true)
  })
})

describe('the words of a plan', () => {
  it.each([
    [
      'i18next with a person’s form',
      'en.json',
      '{"item_one": "{{count}} red apple", "item_other": "{{count}} red apples"}',
      '{"item_one": "{{count}} apple", "item_other": "{{count}} red apples"}',
      'red apples»',
    ],
    [
      'Android with a person’s quantity',
      'en.xml',
      '<resources><plurals name="n"><item quantity="one">%d red apple</item><item quantity="other">%d red apples</item></plurals></resources>',
      '<resources><plurals name="n"><item quantity="one">%d apple</item><item quantity="other">%d red apples</item></plurals></resources>',
      'red apples»',
    ],
    ['a key that comes again', 'en.ini', 'A="First one"\nA="Second of all"\n', 'A="First one"\nA="Second"\n', ''],
  ])('are those of all that is sent: %s [SYN-1]', async (_, name, source, changed, persons) => {
    const files = new FilesInMemory({ [name]: source }, { name })
    await files.run()
    const target = name.replace('en', 'de')
    const written = files.files.get(target) ?? ''
    files.files.set(target, written.replace(persons, persons === '' ? '' : 'Äpfel von Hand'))
    expect(files.files.get(target) === written).toBe(persons === '')
    files.files.set(name, changed)
    const plan = await files.plan()
    expect(plan.pairs.map(({ asked }) => asked.size)).toEqual([1])
    expect(plan.pairs.map(({ words }) => words)).toEqual([await wordsSent(plan)])
  })
})

/** The words that a service counts in what is sent. */
async function wordsSent(plan: ProjectPlan): Promise<number> {
  let sum = 0
  for (const { format, bytes, pairs } of await deltasOf(plan))
    for (const { language, source_language } of pairs)
      for await (const { text, left_out } of format.scan(opening(bytes)(), {
        target: { language },
        source: source_language,
      }))
        if (left_out === undefined) sum += countWords(text)
  return sum
}
