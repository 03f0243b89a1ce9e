import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/tree.ts'
import { ALL_CHOICES, type Choice, DIMENSIONS, dimensions } from './choices.ts'
import { doJob } from './job.ts'
import { nameOf, pairwise } from './pairs.ts'

it('does the whole job with a service that somebody else wrote, where its choices are plain [MCP-1]', async () => {
  const outcomes = await doJob([])
  expect([...outcomes].filter(([, outcome]) => outcome !== 'done')).toEqual([])
})

it('has rows in which every two choices stand together', () => {
  const rows = pairwise()
  const pairOf = (one: Choice, other: Choice) => `${nameOf(one)} × ${nameOf(other)}`
  const wanted = ALL_CHOICES.flatMap(one =>
    ALL_CHOICES.filter(other => one.dimension < other.dimension).map(other => pairOf(one, other)),
  )
  const had = rows.flatMap(row => {
    const all = dimensions().map(dimension => ({ dimension, option: row[dimension] }))
    return all.flatMap(one => all.map(other => pairOf(one, other)))
  })
  const found = new Set(had)
  expect(wanted.filter(pair => !found.has(pair))).toEqual([])
  expect(rows.length).toBeLessThan(60)
})

it('has a row on its page for every choice, alone and in pairs, and none went wrong', () => {
  const page = readFileSync(join(ROOT, 'docs', 'strangers.md'), 'utf8')
  const rows = page.split('\n').filter(line => line.endsWith(' rows |'))
  const choices = dimensions().flatMap(dimension => Object.values(DIMENSIONS[dimension].options))
  expect(rows.map(row => row.slice(2).split(' | ')[0])).toEqual(choices)
  expect(page).not.toContain('wrong:')
})
