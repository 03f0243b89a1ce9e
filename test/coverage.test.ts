import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { NOT_BUILT } from './not-built.ts'
import { REQUIREMENTS } from './requirements.ts'
import { ROOT, sources } from './support/tree.ts'

const CITED =
  /\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))*)*\(\s*(?:'[^'\n]*\[([A-Z]{3}-\d+(?:, ?[A-Z]{3}-\d+)*)\]|"[^"\n]*\[([A-Z]{3}-\d+(?:, ?[A-Z]{3}-\d+)*)\]|`[^`\n]*\[([A-Z]{3}-\d+(?:, ?[A-Z]{3}-\d+)*)\])/g

const citations = sources('test')
  .filter(file => file.name.endsWith('.test.ts'))
  .flatMap(file => [...file.text.matchAll(CITED)].flatMap(([, a, b, c]) => (a ?? b ?? c ?? '').split(/, ?/)))
const proven = new Set(citations)
const ids = Object.keys(REQUIREMENTS)

describe('every promise', () => {
  it('is proven by a test, or listed as not built yet', () => {
    const neither = ids.filter(id => !proven.has(id) && !(id in NOT_BUILT))
    expect(neither).toEqual([])
  })

  it('leaves the not-built list once a test proves it', () => {
    expect(Object.keys(NOT_BUILT).filter(id => proven.has(id))).toEqual([])
  })

  it('is cited by an id that exists', () => {
    expect([...proven].filter(id => !(id in REQUIREMENTS))).toEqual([])
  })

  it('reads as the requirements say', ({ skip }) => {
    const file = path.join(ROOT, '..', 'shared', 'requirements.md')
    if (!existsSync(file)) return skip('the requirements are not beside the project')
    const text = readFileSync(file, 'utf8').replaceAll(/\n {2,}/g, ' ')
    const written = Object.fromEntries(
      [...text.matchAll(/^- ([A-Z]+-\d+) (.*)$/gm)].map(([, id = '', promise = '']) => [id, promise]),
    )
    expect(REQUIREMENTS).toEqual(written)
  })
})
