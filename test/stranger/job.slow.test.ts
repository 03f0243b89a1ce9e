import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../support/tree.ts'
import { ALL_CHOICES, withChoices } from './choices.ts'
import { doJob } from './job.ts'
import { nameOf, pairwise } from './pairs.ts'
import { choiceTables, type Done, wrongSteps } from './written.ts'

const PAGE = join(ROOT, 'docs', 'strangers.md')
const alone: Done[] = []
const pairs: Done[] = []

describe('a service that somebody else wrote: each step of the job is done, or what is not offered is named', () => {
  it.each(ALL_CHOICES.map(choice => [nameOf(choice), choice] as const))('with %s alone', async (_, choice) => {
    const done = { choices: withChoices([choice]), outcomes: await doJob([choice]) }
    alone.push(done)
    expect(wrongSteps(done)).toEqual([])
  })

  it.each(pairwise().map((choices, at) => [at, choices] as const))('with row %i of the pairs', async (_, choices) => {
    const done = { choices, outcomes: await doJob(choices) }
    pairs.push(done)
    expect(wrongSteps(done)).toEqual([])
  })
})

it('the table of choices says what happened; `npx vitest run --project slow test/stranger -u` writes it', async () => {
  expect(alone).toHaveLength(ALL_CHOICES.length)
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  const section = /(?<=<!-- choices -->\n)[\s\S]*?(?=<!-- \/choices -->)/
  expect(page).toMatch(section)
  await expect(page.replace(section, () => choiceTables(alone, pairs))).toMatchFileSnapshot(PAGE)
})
