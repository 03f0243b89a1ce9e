import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { loadFormat } from '../../../src/formats/index.ts'
import { PlanRefusal } from '../../../src/service/domain/plan-refusal.ts'
import type { Survey } from '../../../src/service/domain/survey.ts'
import { survey } from '../../../src/service/planner/survey.ts'
import { opened } from '../../formats/files.ts'
import { brief, intentOf } from './files.ts'
import { FILES_SPOKEN_OF } from './files-spoken-of.ts'

/** Wordings that were made to be misread, each judged by hand: what is told as applied is what was said, the rest is reported or refused. */
const PAGE = readFileSync(new URL('wordings.md', import.meta.url), 'utf8')
const SECTIONS = PAGE.split(/^## /m)
  .slice(1)
  .map(section => {
    const [name = '', ...lines] = section.split('\n')
    const rows = lines.flatMap(line => (/^- (.+) ⇒ (.+)$/.exec(line) ?? []).slice(1, 3).join('\u0000') || [])
    return { name, rows: rows.map(row => row.split('\u0000')) }
  })

async function surveyed(name: string): Promise<Survey> {
  const content = FILES_SPOKEN_OF[name]
  const format = await loadFormat(name)
  if (content === undefined || format === undefined) throw new Error(`no file ${name}`)
  return (await survey(format.scan(opened(content)()), name)).survey
}

function told(file: Survey, said: string): string {
  try {
    return brief(intentOf(file, ...said.split(' >> ')))
  } catch (error) {
    if (!(error instanceof PlanRefusal)) throw error
    return error.message.startsWith('Nothing in these words changes the plan') ? 'changes nothing' : 'refused'
  }
}

it('there are hundreds of them', () => {
  expect(SECTIONS.flatMap(({ rows }) => rows).length).toBeGreaterThan(500)
})

describe.each(SECTIONS)('of $name', ({ name, rows }) => {
  it('each is read as judged [PLN-1, MCP-14]', async () => {
    const file = await surveyed(name)
    expect(rows.map(([said = '']) => [said, told(file, said)])).toEqual(rows)
  })
})
