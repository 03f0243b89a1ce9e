import { describe, expect, it } from 'vitest'
import type { Unit } from '../../../src/formats/format.ts'
import { yaml } from '../../../src/formats/yaml/yaml.ts'
import { corpus } from '../../support/corpus.ts'
import { opened, unitsOf } from '../files.ts'
import { keepsTheLaws, merged } from '../merging.ts'

/** A language is never away, nor what an alias needs; a list is there or not. */
const togetherOf = ({ path, group }: Unit) =>
  path === 'yaml:' || path.endsWith('/hint') ? undefined : (group ?? path).replace(/\/\d+(?:\/.*)?$/, '')

describe.each(corpus('yaml'))('$name', ({ bytes }) => {
  it('is what it was when it gets back what it lost', async () => {
    await keepsTheLaws(yaml, bytes, { togetherOf, runs: 5 })
  })

  it('changes at one text alone, one by one', async () => {
    const content = bytes.toString()
    const units = (await unitsOf(yaml, opened(bytes))).filter(({ left_out }) => left_out === undefined)
    const step = Math.max(1, Math.floor(units.length / 10))
    for (const { path, text } of units.filter((_, at) => at % step === 0)) {
      const texts = { [path]: `${text} (neu)` }
      const result = await merged(yaml, bytes, { source: bytes, texts, language: 'en' })
      const [first, last] = [sameFrom(result, content), sameTo(result, content)]
      expect(content.length - first - last).toBeLessThanOrEqual(text.length + 300)
      expect(result).toContain('(neu)')
    }
  })
})

function sameFrom(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

function sameTo(one: string, other: string): number {
  let at = 1
  while (at < one.length && one.at(-at) === other.at(-at)) at += 1
  return at - 1
}
