import { expect, it } from 'vitest'
import { isUnlike, stateWord } from '../../../src/service/domain/moved.ts'

const at = (status: string, phase: string | null, percent: number | null = null, error_code: string | null = null) => {
  return { status, phase, percent, error_code }
}
const known = at('translating', 'translating', 10)
const unlike = stateWord(known)

it('a batch has moved when its status is another one, or it waits for the caller’s own model [MCP-8]', () => {
  const wait = { unlike, progress_ms: undefined }
  expect(isUnlike(known, wait, 0)).toBe(false)
  expect(isUnlike(at('completed', 'done', 100), wait, 0)).toBe(true)
  expect(isUnlike(at('translating', 'awaiting_translations', 10), wait, 0)).toBe(true)
  for (const same of [
    at('translating', 'translating', 11),
    at('translating', 'writing'),
    { ...known, error_code: 'x' },
  ])
    expect(isUnlike(same, wait, 60_000)).toBe(false)
})

it('its progress counts where somebody asks for that, after the time that they say [MCP-8]', () => {
  const wait = { unlike, progress_ms: 2000 }
  for (const other of [
    at('translating', 'translating', 11),
    at('translating', 'writing', 10),
    { ...known, error_code: 'x' },
  ]) {
    expect(isUnlike(other, wait, 1999)).toBe(false)
    expect(isUnlike(other, wait, 2000)).toBe(true)
  }
  expect(isUnlike(known, wait, 60_000)).toBe(false)
  expect(isUnlike(at('failed', null), wait, 0)).toBe(true)
})

it('its word fits into a header and an address, whatever it is made of [MCP-8]', () => {
  for (const one of [known, at('queued', null), at('failed', 'planning', null, 'internal_error')])
    expect(stateWord(one)).toMatch(/^[a-z_.~0-9]{1,200}$/)
})
