import { describe, expect, it } from 'vitest'
import { findPart } from '../../../src/service/planner/prose/find-part.ts'
import { endsFrom } from '../../../src/service/planner/prose/part-names.ts'
import { EVERYTHING, verdict } from '../../../src/service/planner/selection.ts'

const PARTS = [
  'app.menu.file',
  'menu',
  'legalTexts',
  'legal_notice',
  'error_messages.card',
  'items.0.title',
  'items.1.title',
  'shortDescription',
].map(part => ({ part }))

/** The parts that a name takes. */
function taken(said: string): string[] | undefined {
  const pattern = findPart(said, PARTS)
  if (pattern === undefined) return undefined
  const selection = { ...EVERYTHING, include: [pattern] }
  return PARTS.filter(unit => verdict(selection, unit).included).map(({ part }) => part)
}

describe('finding a part by what people call it', () => {
  it('prefers the root, then whole names; a word inside of names is none', () => {
    expect(taken('menu')).toEqual(['menu'])
    expect(taken('file')).toEqual(['app.menu.file'])
    expect(taken('legal')).toBeUndefined()
  })

  it('takes case, camelCase, underscores, plural and generic nouns as alike', () => {
    expect(taken('Legal texts')).toEqual(['legalTexts'])
    expect(taken('the legal text'.slice(4))).toEqual(['legalTexts'])
    expect(taken('error messages')).toEqual(['error_messages.card'])
    expect(taken('menu section')).toEqual(['menu'])
    expect(taken('short descriptions')).toEqual(['shortDescription'])
  })

  it('takes dotted paths with stars', () => {
    expect(taken('items.*.title')).toEqual(['items.0.title', 'items.1.title'])
    expect(taken('app.*')).toEqual(['app.menu.file'])
    expect(taken('items.1')).toEqual(['items.1.title'])
  })

  it('looks at each word of a name about once for each word asked for, however many stars', () => {
    let looks = 0
    const name = new Proxy(new Array<string>(40).fill('a'), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) looks += 1
        return Reflect.get(target, key)
      },
    })
    const words = ['*', '*', ...new Array<string>(12).fill('a').flatMap(word => [word, '*', '*']), 'zzz']
    expect(endsFrom(words, name, 0)).toEqual(new Set())
    expect(looks).toBeLessThanOrEqual(words.length * 41)
    expect(endsFrom(['*', 'a', '*', '*', 'a', '*'], ['a', 'b', 'a'], 0)).toEqual(new Set([3]))
  })

  it('finds nothing where nothing is called so', () => {
    expect(taken('pricing')).toBeUndefined()
    expect(taken('***')).not.toEqual([])
    expect(taken('')).toBeUndefined()
  })

  it('leaves out on request before it includes, and takes back only reasons that were lifted [PLN-2]', () => {
    const menu = findPart('menu', PARTS)
    if (menu === undefined) throw new Error('no menu')
    const both = { ...EVERYTHING, include: [menu], exclude: [menu] }
    expect(verdict(both, { part: 'menu' })).toEqual({ included: false, reason: 'left out because you asked' })
    const done = { part: 'menu', left_out: 'already_translated' } as const
    expect(verdict(EVERYTHING, done)).toEqual({ included: false, reason: 'already translated' })
    expect(verdict({ ...EVERYTHING, also: ['already_translated'] }, done)).toEqual({ included: true })
  })
})
