import { describe, expect, it } from 'vitest'
import { keyMatcher, keyTreatments } from '../../../src/sync/project/key-rules.ts'

describe('a glob over keys', () => {
  it.each([
    { glob: 'menu.save', yes: ['menu.save'], no: ['menu.save.x', 'menu', 'menuxsave'] },
    { glob: 'menu.*', yes: ['menu.save'], no: ['menu', 'menu.a.b'] },
    { glob: 'menu.**', yes: ['menu', 'menu.save', 'menu.a.b'], no: ['menus.a'] },
    { glob: '**.url', yes: ['url', 'a.url', 'a.b.url'], no: ['a.url.b', 'a.curl'] },
    { glob: '**.*_url', yes: ['a.b.home_url', '_url'], no: ['a.b.url'] },
    { glob: 'a.**.b.**.c', yes: ['a.b.c', 'a.x.b.b.y.c'], no: ['a.b', 'a.c.b'] },
    { glob: '**', yes: ['', 'a', 'a.b'], no: [] },
    { glob: 'items[0].{x}', yes: ['items[0].{x}'], no: ['items0.x'] },
  ])('$glob', ({ glob, yes, no }) => {
    const matches = keyMatcher([glob])
    expect(yes.filter(key => !matches(key))).toEqual([])
    expect(no.filter(matches)).toEqual([])
  })

  it('takes no time that grows out of hand', () => {
    const matches = keyMatcher(['*a*a*a*a*a*a*b', '**.a.**.a.**.a.**.b'])
    const start = process.cpuUsage()
    expect(matches('a'.repeat(20_000))).toBe(false)
    expect(matches('a.'.repeat(20_000))).toBe(false)
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000)
  })

  it('skips before it keeps, and keeps before it preserves', () => {
    const treat = keyTreatments({ skip: ['a'], keep: ['a', 'b'], preserve: ['**'] })
    expect(['a', 'b', 'c'].map(treat)).toEqual(['skip', 'keep', 'preserve'])
    expect(keyTreatments({ skip: [], keep: [], preserve: [] })('a')).toBeUndefined()
  })
})
