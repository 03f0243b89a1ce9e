import { describe, expect, it } from 'vitest'
import { ACCOUNT, batch, CREDITS, GLOSSARY, planned } from '../support/answers.ts'
import { cannedParts, found } from '../support/canned.ts'
import { openHost } from '../support/mcp.ts'

const HIDDEN = '\u202e\u3164\u{e0041}a\ufe0f\u00ad\u200b'

/** What a field must be for the answer to be read at all: an id, a moment, a word of a list. */
const FIXED =
  /^(?:id|status|.*_at|phase|quality_tier|translation_mode|scopes|kind|who|unit|type|url|media_type|source_language_from)$/

/** The same value with hidden characters in every text that may have any. */
function tainted(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return FIXED.test(field) ? value : `${value}${HIDDEN}`
  if (Array.isArray(value)) return value.map(item => tainted(item, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, tainted(inner, name)]))
}

/** Every text in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const finding = { segment: 'menu.open', language: 'de', reason: 'A number is missing.' }
const quality = { segments: 3, repaired: 1, kept_source: 1, terms: { present: 1, honoured: 1 }, findings: [finding] }
const done = batch({ status: 'completed', completed_at: '2026-11-21T12:00:00.000Z', name: 'App' })
const taintedObject = (value: object) => Object(tainted(value))

async function hostOf(status: 'open' | 'done') {
  const one = taintedObject(status === 'open' ? batch({ name: 'App' }) : done)
  const { parts } = await cannedParts(
    {
      'GET /v1/account': () => found(taintedObject(ACCOUNT)),
      'GET /v1/credits': () => found(taintedObject(CREDITS)),
      'GET /v1/batches': () => ({ ...found([one]) }),
      'GET /v1/batches/bat_1': () => found(one),
      'GET /v1/batches/bat_1/plan': () => found(taintedObject(planned({ batch: one }))),
      'GET /v1/glossaries/en-de': () => found(taintedObject(GLOSSARY)),
      'GET /v1/batches/bat_1/result': () =>
        found(
          taintedObject({
            url: 'https://files.example/a',
            expires_at: '2026-11-21T13:00:00.000Z',
            file_name: 'app.de.json',
            media_type: 'application/json',
            size_bytes: 12,
            quality,
          }),
        ),
    },
    { transport: 'http' },
  )
  return openHost(parts, { answers: [{ action: 'decline' }] })
}

describe('what a service says, with hidden characters in every text of it,', () => {
  it.each([
    ['get_account', {}, 'open'],
    ['get_batch', { batch_id: 'bat_1' }, 'open'],
    ['get_batch', { batch_id: 'bat_1' }, 'done'],
    ['get_result', { batch_id: 'bat_1' }, 'done'],
    ['get_glossary', { language_pair: 'en-de' }, 'done'],
    ['approve_batch', { batch_id: 'bat_1', plan_revision: `pr_k2x${HIDDEN}` }, 'open'],
  ] as const)(
    'shows all of them in the answer of %s, its data and its question [MCP-13]',
    async (tool, input, status) => {
      const host = await hostOf(status)
      const told = await host.call(tool, input)
      const said = [told.text, ...textsIn(told.data), ...host.questions]
      expect(said.join(' ')).toMatch(/‹U\+202E›|‹U\+3164›/)
      const hiding = said.filter(text => /[\u202e\u3164\u{e0041}\u00ad\u200b]|a\ufe0f/u.test(text))
      expect(hiding).toEqual([])
    },
  )
})
