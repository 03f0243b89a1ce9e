import { expect, it } from 'vitest'
import { comparePlaceholders, PLACEHOLDER_SYNTAXES, protect } from '../../../src/formats/index.ts'
import { corpus } from '../../support/corpus.ts'
import { growsSlowly } from '../../support/growth.ts'
import { third } from '../../support/seed.ts'

/** Has every sign, so that every pattern is tried on what follows it. */
const EVERY_SIGN = '%1 { $1 $2 < & @ www. \\n [[ [/b] [a b="c"] : '
/** Beginnings of codes that nothing ends, and ends of none. */
const PIECES = [
  ...[
    '<%',
    '<%= ',
    '<?php ',
    '<?=',
    '<? ',
    '%>',
    '?>',
    '{#',
    '#}',
    "{'",
    '{"',
    '{:',
    '{!r',
    '{a:{',
    '{a!r:',
    '{a,',
    '{-a',
  ],
  ...['{ A(', '{{{a}', '{{ {', '[[', '[[a', '[b=', '[url a=', '[a b=', '[a b="', '[a b="c" ', '[/a', '[*]', '[ ', ']]'],
  ...[
    '\\',
    '\\n',
    '\\u00',
    '\\(',
    '\\(a',
    '@:{',
    "@:{'",
    '@:a.',
    '%<a',
    '%-0<',
    '%[1',
    '%a.',
    '%1 ',
    '%t',
    '$1',
    '$t({',
    ':a',
  ],
]

const SIZE = 4000

it('codes are found in time that follows the length of any text [LIM-5]', async () => {
  const steep: string[] = []
  for (const [at, piece] of PIECES.entries()) {
    for (const gap of third(['', 'a', ' '], at)) {
      const text = (size: number) => EVERY_SIGN + `${piece}${gap}`.repeat(size / (piece.length + gap.length))
      const tried = (size: number) => {
        for (const syntax of PLACEHOLDER_SYNTAXES) protect(text(size), syntax)
        comparePlaceholders(text(size), text(size).slice(1))
      }
      if (!(await growsSlowly(tried, SIZE))) steep.push(piece + gap)
    }
  }
  expect(steep).toEqual([])
})

it('a licence has no code but addresses [ENG-2]', () => {
  const prose = corpus('txt').flatMap(({ name, bytes }) => (/lgpl/.test(name) ? bytes.toString().split(/\n\s*\n/) : []))
  const codes = prose.flatMap(text => protect(text).flatMap(run => (run.kind === 'code' ? [run.text] : [])))
  expect(codes.filter(code => !/^<?https?:|^<|@/.test(code))).toEqual([])
})
