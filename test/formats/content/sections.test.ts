import { describe, expect, it } from 'vitest'
import { HeadingSections, headingAsName } from '../../../src/formats/content/sections.ts'

describe('a heading as part of a name', () => {
  it.each([
    ['<g1>R</g1>esults', 'Results'],
    ['Results<x1/>of the year', 'Results of the year'],
    [' <g1>Results</g1> \n of  the year ', 'Results of the year'],
    ['a < b', 'a < b'],
    [`${'a'.repeat(78)} bcd`, `${'a'.repeat(78)}…`],
    ['a'.repeat(80), 'a'.repeat(80)],
  ])('“%s” is “%s”', (text, name) => {
    expect(headingAsName(text)).toBe(name)
  })

  it('stands behind those that it is below', () => {
    const sections = new HeadingSections()
    expect(sections.name).toBe('main text')
    sections.begin(0, 'One')
    sections.begin(1, '<g1>T</g1>wo')
    expect(sections.name).toBe('One > Two')
    sections.begin(1, 'Three')
    expect(sections.name).toBe('One > Three')
  })
})
