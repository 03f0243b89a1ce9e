import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../src/formats/index.ts'
import { readSourceTexts } from '../../src/sync/texts.ts'
import { deltaOf, writeTarget } from '../../src/sync/writing.ts'

const SOURCE = `{
  "menu": {
    "open": "Open the door",
    "link": "https://a.b/c"
  },
  "bye": "See {you}",
  "list": ["First one here", "Second one here"]
}
`

async function given(name: string, source: string, language = 'de') {
  const format = await loadFormat(name)
  if (format === undefined) throw new Error(`${name} is not read`)
  const file = { format, bytes: Buffer.from(source), source_language: 'en', language }
  const texts = await readSourceTexts(file)
  return { format, source: file.bytes, source_path: name, path: `de/${name}`, source_language: 'en', language, texts }
}

const bring = (texts: Readonly<Record<string, string>>) => ({
  put: new Map(Object.entries(texts)),
  copy: new Set<string>(),
  remove: new Set<string>(),
})

describe('a delta', () => {
  it('has the texts that are asked for and no other text [SYN-1]', async () => {
    const { format, source, texts } = await given('a.json', SOURCE)
    const delta = await deltaOf(format, source, texts, new Set(['json:/bye']))
    expect(Buffer.from(delta).toString()).toBe(
      '{\n  "menu": {\n    "link": "https://a.b/c"\n  },\n  "bye": "See {you}"\n}\n',
    )
  })
})

describe('a translation', () => {
  it('that is not there is made of what is translated, and of what needs no translation [SYN-1]', async () => {
    const file = await given('a.json', SOURCE)
    const { bytes } = await writeTarget({ ...file, there: undefined, ...bring({ 'json:/bye': 'Bis {you}' }) })
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual({ menu: { link: 'https://a.b/c' }, bye: 'Bis {you}' })
  })

  it('that is not there is called after its language inside where its source is, and keeps its names where it is there [SYN-1]', async () => {
    const file = await given('en.ts', "export const en = {\n  a: 'One here',\n  b: 'Two here',\n}\nexport default en\n")
    const texts = { 'module:/a': 'Eins', 'module:/b': 'Zwei' }
    const { bytes } = await writeTarget({ ...file, there: undefined, ...bring(texts) })
    const german = "export const de = {\n  a: 'Eins',\n  b: 'Zwei',\n}\nexport default de\n"
    expect(Buffer.from(bytes).toString()).toBe(german)
    for (const name of ['de', 'en', 'words']) {
      const there = Buffer.from(german.replaceAll(/\bde\b/g, name).replace("  b: 'Zwei',\n", ''))
      const again = await writeTarget({ ...file, there, ...bring({ 'module:/b': 'Zwei' }) })
      expect(Buffer.from(again.bytes).toString()).toBe(german.replaceAll(/\bde\b/g, name))
    }
  })

  it.each([
    [
      'a group of texts',
      '{"menu": {"a": "Open the door"}, "b": "Hi"}',
      '{"menu": "Auf", "b": "Hallo"}',
      'json:/menu',
      'json:/menu/a',
    ],
    [
      'one text',
      '{"menu": "Open the door", "b": "Hi"}',
      '{"menu": {"a": "Auf"}, "b": "Hallo"}',
      'json:/menu/a',
      'json:/menu',
    ],
    ['a group', '{"menu": {"a": "Open the door"}}', '{"menu": ["Auf"]}', 'json:/menu/0', 'json:/menu/a'],
  ])('may get %s where it had another thing under the key [SYN-1]', async (_, source, text, from, to) => {
    const file = await given('a.json', source)
    const change = { put: new Map([[to, 'Auf']]), copy: new Set<string>(), remove: new Set([from]) }
    const { bytes, refused } = await writeTarget({ ...file, there: Buffer.from(text), ...change })
    const expected = source.replace('Open the door', 'Auf').replace('Hi', 'Hallo')
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(JSON.parse(expected))
    expect(refused).toEqual([])
  })

  it('is not written where a text that stays is in the way of another [SYN-2]', async () => {
    const file = await given('a.json', '{"menu": {"a": "Open the door"}}')
    const writing = writeTarget({
      ...file,
      there: Buffer.from('{"menu": "Mein"}'),
      ...bring({ 'json:/menu/a': 'Auf' }),
    })
    await expect(writing).rejects.toThrow(
      'Nothing was written: json:/menu would change with it. It has no source any more: --prune removes it.',
    )
  })

  it('is not written where a text that is not asked for would go with a group', async () => {
    const file = await given('a.json', '{"menu": {"a": "Open the door"}, "b": "Hi there"}')
    const there = Buffer.from('{"menu": {"a": "Auf"}, "b": {"c": "Mein"}}')
    const writing = writeTarget({ ...file, there, ...bring({ 'json:/b': 'Hallo' }) })
    await expect(writing).rejects.toThrow(/^Nothing was written: json:\/b\/c would change with it\./)
  })

  it('that is there changes in nothing else [SYN-1] [SYN-2]', async () => {
    const file = await given('a.json', SOURCE)
    const there = Buffer.from('{"menu":{"open":"Auf"},  "mine" : 1}')
    const { bytes, texts } = await writeTarget({ ...file, there, ...bring({ 'json:/bye': 'Bis {you}' }) })
    expect(Buffer.from(bytes).toString()).toBe('{"menu":{"open":"Auf"},  "bye":"Bis {you}",  "mine" : 1}')
    expect(texts.get('json:/bye')?.text).toBe('Bis {you}')
  })
})
