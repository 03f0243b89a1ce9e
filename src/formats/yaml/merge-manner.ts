/** How a file is written, as far as another one can be written in the same manner. */
import { type ScalarManner, writeScalar } from '../content/yaml-scalar.ts'
import { type Held, isBlock, type YamlTree } from './merge-tree.ts'
import type { Style, YamlScalar } from './scalar.ts'

/** How many columns further to the right what a key holds begins. Absent where a file shows none. */
export interface Steps {
  readonly map: number | undefined
  readonly list: number | undefined
}

export function stepsOf({ documents }: YamlTree): Steps {
  const steps = { map: new Map<number, number>(), list: new Map<number, number>() }
  const below: Held[] = documents.map(({ value }) => value)
  for (let held = below.pop(); held; held = below.pop()) {
    for (const { value } of held.items) {
      below.push(value)
      if (held.is !== 'map' || !isBlock(held) || !isBlock(value) || value.inline) continue
      const found = value.is === 'list' ? steps.list : steps.map
      const step = value.column - held.column
      found.set(step, (found.get(step) ?? 0) + 1)
    }
  }
  return { map: mostOf(steps.map), list: mostOf(steps.list) }
}

function mostOf<Key>(counts: ReadonlyMap<Key, number>): Key | undefined {
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0]
}

/** By the style of a text in one file: the style that another file has for it. */
export type StyleMap = ReadonlyMap<Style, Style>

const LINE_STYLES: ReadonlySet<Style> = new Set(['plain', 'single', 'double'])

/**
 * What the texts say that both files have. Only those count that could be written in the other file as they are in this one: quotes that a text
 * needs are no manner.
 */
export function stylesBetween(pairs: Iterable<readonly [YamlScalar, YamlScalar]>, manner: FileManner): StyleMap {
  const counts = new Map<Style, Map<Style, number>>()
  for (const [one, other] of pairs) {
    if (!LINE_STYLES.has(one.style) || !LINE_STYLES.has(other.style) || one.typed || other.typed) continue
    if (!isWrittenIn(one.style, other, manner)) continue
    const found = counts.get(one.style) ?? new Map<Style, number>()
    counts.set(one.style, found)
    found.set(other.style, (found.get(other.style) ?? 0) + 1)
  }
  return new Map(
    [...counts].flatMap(([style, found]) => {
      const most = mostOf(found)
      return most === undefined ? [] : [[style, most]]
    }),
  )
}

/** How a file writes all of its texts. */
export type FileManner = Pick<ScalarManner, 'eol' | 'ascii'>

function isWrittenIn(style: Style, { value, flow }: YamlScalar, manner: FileManner): boolean {
  const written = writeScalar(value, { ...manner, style, flow })
  return written !== '' && (QUOTES[written.charAt(0)] ?? 'plain') === style
}

const QUOTES: Readonly<Record<string, Style>> = { '"': 'double', "'": 'single' }
