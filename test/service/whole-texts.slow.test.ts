import { beforeAll, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { canonicalTag, splitPair } from '../../src/service/domain/languages.ts'
import { createdIn, resultOf, sendForm, translate } from '../support/flow.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const INSTRUCTION = 'Translate everything from English into German.'

describe('a text', () => {
  it.each([
    ['U+0000', 'Hello there\0 and goodbye'],
    ['other control characters', 'Hello\u0001 there\u001f and\u007f goodbye'],
    ['characters beyond the basic plane', 'Hello there \u{1f600} and goodbye \u{2070e}'],
    ['a byte order mark in its middle', 'Hello there \ufeff and goodbye'],
    ['noncharacters', 'Hello there \uffff and goodbye \u{10fffe}'],
    ['SQL in it', "Hello there'); drop table translations; -- and goodbye"],
  ])('with %s is translated to its end, as many times as it is there [RES-2]', async (_, text) => {
    const bytes = JSON.stringify({ a: text, b: 'Read the manual.', c: text })
    const created = createdIn(await sendForm(world, { name: 'a.json', bytes }, { instruction: INSTRUCTION }))
    const done = await translate(world, created)
    const { result, file } = await resultOf(world, done.id)
    const read: Record<string, string> = JSON.parse(file.text)
    expect(Object.keys(read)).toEqual(['a', 'b', 'c'])
    expect(read.a).toBe(read.c)
    // Pseudo text ends with a bracket of its own: what is cut off has none.
    for (const value of Object.values(read)) expect(value).toMatch(/^⟦de .*⟧$/su)
    expect(read.a?.includes('\0')).toBe(text.includes('\0'))
    expect(result.quality).toMatchObject({ kept_source: 0, findings: [] })
  })

  it('that half a surrogate pair makes unreadable stays as it was, and the rest is translated [RES-2]', async () => {
    const bytes = '{"a": "Half a \\ud83d pair here", "b": "Read the manual."}'
    const created = createdIn(await sendForm(world, { name: 'a.json', bytes }, { instruction: INSTRUCTION }))
    const done = await translate(world, created)
    const { file } = await resultOf(world, done.id)
    expect(file.text).toContain('"Half a \\ud83d pair here"')
    expect(file.text).toMatch(/"b": "(?:⟦|\\u27e6)de /)
  })

  it('that the API keeps comes back as it was sent, or is refused, never cut off [ENV-2, GLO-2]', async () => {
    const { batch } = await world.call(api.batches.create, { body: { content: '["Hello"]', filename: 'a.json' } })
    for (const name of [
      'Ä\u0308',
      '\u{1f469}\u200d\u{1f680}',
      'a\u0001b',
      '\u202eabc',
      "'; --",
      '\\',
      '%_',
      '\ufeffx',
    ]) {
      const renamed = await world.call(api.batches.update, { params: { batch_id: batch.id }, body: { name } })
      expect(renamed.name).toBe(name)
      const terms = [{ source: `${name}.`, target: `${name}!`, note: `(${name})` }]
      await world.call(api.glossaries.create, { body: { language_pair: 'en-de', name, terms } })
      const glossary = await world.call(api.glossaries.remove, { params: { language_pair: 'en-de' } })
      expect(glossary).toMatchObject({ name, term_count: 1 })
    }
    for (const name of ['a\0b', '\0', 'a\ud800', '\udc00b', '\udc00\ud800']) {
      const refused = await world.refuse(api.batches.update, { params: { batch_id: batch.id }, body: { name } })
      expect(refused, JSON.stringify(name)).toMatchObject({ code: 'invalid_parameter', param: 'name' })
      const terms = [
        { source: 'a', target: 'b' },
        { source: name, target: 'c' },
      ]
      const term = await world.refuse(api.glossaries.create, { body: { language_pair: 'en-de', terms } })
      expect(term).toMatchObject({ status: 422, code: 'invalid_glossary_terms', param: 'terms[1].source' })
    }
  })

  it('of an instruction is never read to U+0000 only: it is refused whole [PLN-1, MCP-14]', async () => {
    const instruction = 'Translate from English into German\0 and French.'
    const body = { content: '["Read the manual"]', filename: 'a.json', instruction }
    expect(await world.refuse(api.batches.create, { body })).toMatchObject({
      ...{ code: 'invalid_parameter', param: 'instruction' },
    })
  })
})

describe('a tag', () => {
  it.each(['und', 'und-DE', 'UND', 'und-Latn', 'zxx', 'mul', 'mis', 'root', '*', '', '-', 'x-private'])(
    'such as %j names no language [LNG-1, GLO-2]',
    tag => {
      expect(canonicalTag(tag)).toBeUndefined()
      expect(splitPair(`${tag}-de`)).toBeUndefined()
      expect(splitPair(`de-${tag}`)).toBeUndefined()
    },
  )
})
