import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { pathsOf } from '../../src/cli/commands/translate.ts'
import { run } from '../../src/cli/run.ts'
import { complaint, failed, qualityText, statusOf } from '../../src/cli/translate/outcome.ts'
import { TranslationFailed } from '../../src/cli/translate/planned-file.ts'
import { Batch } from '../../src/contract/batch.ts'
import { hides } from '../../src/contract/hidden.ts'
import { Plan } from '../../src/contract/plan.ts'
import { batch, plan } from '../support/answers.ts'
import { giveDatabase } from '../support/databases.ts'
import { temporaryFolder } from '../support/world.ts'

const FILE = { file: 'app.po', batch_id: 'bat_1', credits: null, saved: [], engine: 'deepl', error: null } as const
const finding = { segment: 'po:Save', language: 'de', reason: 'The translation lost %s.' }

it('says what was checked, what kept its source, and how many terms were kept [ENG-2, GLO-3]', () => {
  const quality = { segments: 3, repaired: 1, kept_source: 1, terms: { present: 4, honoured: 3 }, findings: [finding] }
  const [first, second] = qualityText({ ...FILE, quality }).split('\n')
  expect(first).toBe(
    'app.po: translated by deepl; 3 segments checked, 1 repaired, 1 segment kept the source text; 3 of 4 glossary terms kept.',
  )
  expect(second).toContain('in German (de): The translation lost %s.')
})

it('shows ten findings and counts the others', () => {
  const quality = { segments: 20, repaired: 0, kept_source: 12, findings: Array.from({ length: 12 }, () => finding) }
  const lines = qualityText({ ...FILE, quality })
    .trimEnd()
    .split('\n')
  expect(lines.length).toBe(12)
  expect(lines.at(-1)).toBe('  and 2 more findings')
  expect(qualityText({ ...FILE, quality: null })).toBe('')
})

it('says of a failed translation that its credits came back, and of one that was not approved here nothing', () => {
  const planned = { given: 'app.po', source: '/app.po', batch: Batch.parse(batch()), plan: Plan.parse(plan()) }
  const given_up = new TranslationFailed('The translation failed.')
  expect(failed('app.po', given_up, planned, true).credits).toBe(0)
  expect(failed('app.po', given_up, planned, false).credits).toBeNull()
  expect(failed('app.po', new Error('The disk is full.'), planned, true).credits).toBe(1240)
})

it('ends with 1 where a file failed, else with 3 where lines kept their source, unless that is allowed [CLI-2]', () => {
  const done = (kept_source: number) => ({ ...FILE, quality: { segments: 3, repaired: 0, kept_source, findings: [] } })
  const broken = { ...FILE, quality: null, error: 'The disk is full.' }
  const strict = { lenient: false }
  expect(statusOf([done(0)], strict)).toBe(0)
  expect(statusOf([done(0), done(1)], strict)).toBe(3)
  expect(statusOf([done(0), done(1)], { lenient: true })).toBe(0)
  expect(statusOf([done(1), broken], { lenient: true })).toBe(1)
  expect(statusOf([{ ...FILE, quality: null }], strict)).toBe(0)
})

describe('a result', () => {
  it('is one path where it holds several languages [CLI-2]', () => {
    const saved = ['de', 'fr'].map(language => ({ language, path: resolve('app.translations.csv') }))
    expect(pathsOf({ saved }, false)).toBe('app.translations.csv\n')
  })
})

describe('a path that hides something', () => {
  const path = join(process.cwd(), 'a\u202eb', 'c\u{e0041}\u00ad.json')

  it('is shown to a person at a terminal, and given exactly to a program [MCP-13]', () => {
    const saved = [{ language: 'de', path }]
    expect(pathsOf({ saved }, true)).toBe(`${join('a‹U+202E›b', 'c‹U+E0041›‹U+00AD›.json')}\n`)
    expect(pathsOf({ saved }, false)).toBe(`${join('a\u202eb', 'c\u{e0041}\u00ad.json')}\n`)
  })

  it('is shown in what went wrong [MCP-13]', () => {
    const error = `"${path}" cannot be read.\nTry again.`
    const told = complaint({ ...FILE, quality: null, file: path, error })
    expect(told).toContain('‹U+202E›')
    expect(hides(told.replaceAll('\n', ''))).toBe(false)
  })

  it('is shown in what status and every failure say [MCP-13]', async () => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const data_dir = join(temporaryFolder(), 'data\u202e\u00ad')
    await giveDatabase(data_dir)
    await run({ argv: ['status', '--data-dir', data_dir], env: {}, stdout, stderr })
    await run({ argv: ['translate', 'no\u202esuch.json', 'into German'], env: {}, stdout, stderr })
    const said = String(stdout.read()) + String(stderr.read())
    expect(said).toContain('data‹U+202E›‹U+00AD›')
    expect(said).toContain('no‹U+202E›such.json')
    expect(hides(said.replaceAll('\n', ''))).toBe(false)
  })
})
