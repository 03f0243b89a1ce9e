import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { supportedLanguages } from '../../src/service/domain/languages.ts'
import { cannedParts } from '../support/canned.ts'
import { openHost } from '../support/mcp.ts'
import { rounds } from '../support/seed.ts'

const LANGUAGES = supportedLanguages()

const Found = z.looseObject({
  languages: z.array(z.strictObject({ tag: z.string(), name: z.string() })),
  next_step: z.string(),
})

/** A host at a service that lists these languages. */
async function start(languages: readonly object[]) {
  const { parts, reported } = await cannedParts({ 'GET /v1/languages': [...languages] })
  const host = await openHost(parts)
  return {
    reported,
    async search(search?: string) {
      const { failed, text, data } = await host.call('list_languages', search === undefined ? {} : { search })
      expect(failed, text).toBe(false)
      return { text, ...Found.parse(data), tags: Found.parse(data).languages.map(({ tag }) => tag) }
    },
  }
}

describe('searching the languages', () => {
  it('finds each by its tag and its name first, in any case [LNG-1]', async () => {
    const { search } = await start(LANGUAGES)
    const cases = fc.tuple(fc.constantFrom(...LANGUAGES), fc.boolean(), fc.boolean())
    await fc.assert(
      fc.asyncProperty(cases, async ([{ tag, name }, byTag, upper]) => {
        const words = byTag ? tag : name
        const { tags, next_step } = await search(upper ? words.toUpperCase() : words)
        expect(tags[0]).toBe(tag)
        expect(next_step).toContain(`"target_languages":["${tag}"]`)
      }),
      { numRuns: rounds(25) },
    )
  })

  it('shows each once, and only what the service lists [LNG-1]', async () => {
    const { search } = await start(LANGUAGES)
    const all = new Set(LANGUAGES.map(({ tag }) => tag))
    const words = fc.oneof(
      fc.string({ minLength: 1, maxLength: 6 }),
      fc.constantFrom('a', 'chin', 'ü', 'zh', 'en-', '(', '.*', 'Norw'),
    )
    await fc.assert(
      fc.asyncProperty(words, async said => {
        const { tags } = await search(said)
        expect(new Set(tags).size).toBe(tags.length)
        expect(tags.every(tag => all.has(tag))).toBe(true)
      }),
      { numRuns: rounds(15) },
    )
  })

  it('puts the one that fits exactly before those it begins, and those before what only holds it [LNG-1]', async () => {
    const { search } = await start(LANGUAGES)
    const { tags } = await search('portuguese')
    expect(tags[0]).toBe('pt')
    expect(new Set(tags)).toEqual(new Set(['pt', 'pt-BR', 'pt-PT']))
    expect((await search('zh')).tags.slice(0, 3)).toContain('zh-Hans')
  })

  it('lives with tags of a hosted service that this machine has no names for [LNG-1, ENV-4]', async () => {
    const { search, reported } = await start([
      { tag: 'x-klingon', name: 'Klingon' },
      { tag: 'qaa-x-elvish', name: 'Elvish' },
      { tag: 'not a tag', name: 'Odd' },
      { tag: 'de', name: 'German', script: 'Latn' },
    ])
    expect((await search('klingon')).tags).toEqual(['x-klingon'])
    expect((await search('x-KLINGON')).tags).toEqual(['x-klingon'])
    expect((await search('deutsch')).tags).toEqual(['de'])
    expect((await search('odd')).tags).toEqual(['not a tag'])
    expect((await search()).languages).toContainEqual({ tag: 'de', name: 'German' })
    expect(reported).toEqual([])
  })

  it('says how many of how many it shows, and of none how to see all [MCP-6]', async () => {
    const { search } = await start(LANGUAGES)
    expect((await search()).text).toContain(`${LANGUAGES.length} languages of ${LANGUAGES.length}:`)
    expect((await search('Brazilian')).text).toContain(`1 language of ${LANGUAGES.length} matches «Brazilian»:`)
    const none = await search('Klingon «x»')
    expect(none.text).toContain(`0 languages of ${LANGUAGES.length} match «Klingon ‹x›».`)
    expect(none.next_step).toBe('list_languages {}')
  })

  it('of a service that lists none shows none', async () => {
    const { search } = await start([])
    expect(await search()).toMatchObject({ tags: [], next_step: 'list_languages {}' })
  })
})
