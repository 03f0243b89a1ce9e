import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { missing, promises, REQUIREMENTS } from './support/requirements.ts'
import { ROOT, sources } from './support/tree.ts'

const CITED =
  /\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))*)*\(\s*(?:'[^'\n]*\[([A-Z]{3}-\d+(?:, ?[A-Z]{3}-\d+)*)\]|"[^"\n]*\[([A-Z]{3}-\d+(?:, ?[A-Z]{3}-\d+)*)\]|`[^`\n]*\[([A-Z]{3}-\d+(?:, ?[A-Z]{3}-\d+)*)\])/g

const citations = sources('test')
  .filter(file => file.name.endsWith('.test.ts'))
  .flatMap(file => [...file.text.matchAll(CITED)].flatMap(([, a, b, c]) => (a ?? b ?? c ?? '').split(/, ?/)))
const proven = new Set(citations)
const rows = promises(REQUIREMENTS)
const ids = rows.map(([id]) => id)
const gaps = missing(REQUIREMENTS)

describe('every promise', () => {
  it('has one row, and one line at most in the list of what is missing', () => {
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(gaps.map(({ id }) => id)).size).toBe(gaps.length)
    expect(gaps.filter(({ id }) => !ids.includes(id))).toEqual([])
    expect(gaps.length).toBe(REQUIREMENTS.split('\n').filter(line => /^\| [A-Z]+-\d/.test(line)).length)
  })

  it('is proven by a test, or listed with nothing proven', () => {
    const unbuilt = new Set(gaps.filter(gap => gap.proven === 'nothing').map(({ id }) => id))
    expect(ids.filter(id => !proven.has(id) && !unbuilt.has(id))).toEqual([])
  })

  it('is no longer listed with nothing proven once a test proves a part', () => {
    expect(gaps.filter(gap => gap.proven === 'nothing' && proven.has(gap.id))).toEqual([])
  })

  it('is listed as proven in part only where a test cites it', () => {
    expect(gaps.filter(gap => gap.proven === 'in part' && !proven.has(gap.id))).toEqual([])
  })

  it('is cited by an id that exists', () => {
    expect([...proven].filter(id => !ids.includes(id))).toEqual([])
  })

  const beside = path.join(ROOT, '..', 'shared', 'requirements.md')
  it.runIf(existsSync(beside))('reads as the requirements beside the project say', () => {
    expect(rows).toEqual(promises(readFileSync(beside, 'utf8')))
  })
})
