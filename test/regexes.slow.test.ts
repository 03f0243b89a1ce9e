import { setFlagsFromString } from 'node:v8'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { growsSlowly } from './support/growth.ts'
import { PATHOLOGICAL } from './support/pathological.ts'
import { sources, type TreeFile } from './support/tree.ts'

/** A literal of a regular expression: behind a sign that no value ends with, on one line. */
const LITERAL = /(?<=(?:^|[(,=:!&|?{[]|=>|return)\s*)\/((?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+)\/([dgimsuvy]*)/g

/** What these are tried on is never long, for this reason. */
const SHORT: Readonly<Record<string, string>> = {
  '/\\s*\\(.*\\)$/': 'names of languages, which are our own',
  '/[\\s"\'”’“»«)\\]）】」』>*_\\u200b-\\u200f]+$/u': 'the last 40 characters of a text',
  '/([\\p{L}\\p{M}]+)\\s+$/u': 'the 40 characters before a name',
}

interface Literal {
  readonly place: string
  readonly pattern: RegExp
}

function literalsIn({ name, text }: TreeFile): Literal[] {
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*(?:\*|\/\/|\/\*)/.test(line)) return []
    return [...line.matchAll(LITERAL)].flatMap(([whole, source = '', flags]) => {
      if (whole in SHORT) return []
      return [{ place: `${name}:${at + 1} ${whole}`, pattern: new RegExp(source, flags) }]
    })
  })
}

// A process that has compiled many expressions compiles no more of them well: a look ahead then runs where it used to be skipped.
beforeAll(() => setFlagsFromString('--no-regexp-optimization'))
afterAll(() => setFlagsFromString('--regexp-optimization'))

const LITERALS = sources('src').flatMap(literalsIn)
const SIZE = 2000

it('every regular expression of the source takes time that follows the length of any text [LIM-5]', async () => {
  expect(LITERALS.length).toBeGreaterThan(400)
  const steep: string[] = []
  for (const { place, pattern } of LITERALS) {
    for (const { name, text } of PATHOLOGICAL) {
      const tried = (size: number) => {
        if (pattern.global) return text(size).replace(pattern, '')
        pattern.lastIndex = 0
        return pattern.test(text(size))
      }
      if (await growsSlowly(tried, SIZE)) continue
      steep.push(`${place} on ${name}`)
      break
    }
  }
  expect(steep).toEqual([])
})
