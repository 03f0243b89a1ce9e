import { expect, it } from 'vitest'
import { qualityText } from '../../src/cli/translate/outcome.ts'

const FILE = { file: 'app.po', batch_id: 'bat_1', credits: null, saved: [], engine: 'deepl', error: null } as const
const finding = { segment: 'po:Save', language: 'de', reason: 'The translation lost %s.' }

it('says what was checked, what kept its source, and how many terms were kept [ENG-2, GLO-3]', () => {
  const quality = { segments: 3, repaired: 1, kept_source: 1, terms: { present: 4, honoured: 3 }, findings: [finding] }
  const [first, second] = qualityText({ ...FILE, quality }).split('\n')
  expect(first).toBe(
    'app.po: translated by deepl; 3 segments checked, 1 repaired, 1 segment kept the source text; 3 of 4 glossary terms kept.',
  )
  expect(second).toContain('(de): The translation lost %s.')
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
