import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { Batch } from '../../src/contract/batch.ts'
import { hides } from '../../src/contract/hidden.ts'
import { compileWishes, type Wishes } from '../../src/mcp/instruction.ts'
import { Recent } from '../../src/mcp/recent.ts'
import { badArguments } from '../../src/mcp/render/arguments.ts'
import { isPaused, labelOf, stateOf } from '../../src/mcp/render/batch.ts'
import { quoted, revealed, visible } from '../../src/mcp/render/data.ts'
import { listed } from '../../src/mcp/render/list.ts'
import { bytes, count, counted, moment } from '../../src/mcp/render/numbers.ts'
import { languageLabel } from '../../src/mcp/render/plan.ts'
import { batch } from '../support/answers.ts'
import { rounds } from '../support/seed.ts'

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u202e',
      '\u200b',
      '\n',
      '\r',
      '\t',
      '\u2028',
      '«',
      '»',
      '\0',
      '\u{e0041}',
      '\u{e0100}',
      '\ufe0f',
      '1\ufe0f\u20e3',
      '❤\ufe0f',
      '\u3164',
      '\u00ad',
      '👩‍👩‍👧‍👦',
      'é',
      'e\u0301',
    ),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
  maxLength: 200,
})
const lengths = fc.integer({ min: 2, max: 80 })

describe('text that people wrote, as it is shown,', () => {
  it('stays on its line, hides nothing and keeps to its length, whatever it holds [MCP-13]', () => {
    fc.assert(
      fc.property(hostile, lengths, (text, longest) => {
        const shown = visible(text, longest)
        expect(shown.length).toBeLessThanOrEqual(longest)
        expect(shown).not.toMatch(/[\n\r\t\u2028\u2029]/)
        expect(hides(shown)).toBe(false)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('cannot close its own quotes, nor open others [MCP-13]', () => {
    fc.assert(
      fc.property(hostile, lengths, (text, longest) => {
        expect(quoted(text, longest)).toMatch(/^«[^«»]*»$/)
      }),
      { numRuns: rounds(300) },
    )
  })

  it('is what it was where it is plain and short: nothing is lost or changed [MCP-13]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\p{N} .,!?'"-]{0,60}$/u), text => {
        expect(visible(text)).toBe(text)
        expect(quoted(text)).toBe(`«${text}»`)
      }),
      { numRuns: rounds(200) },
    )
  })

  it('is cut between letters, never inside one, and says that it is cut [MCP-6]', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(visible(`ab${family}cd`, 8)).toBe('ab…')
    expect(visible('e\u0301'.repeat(10), 6)).toBe(`${'e\u0301'.repeat(2)}…`)
    expect(visible('x'.repeat(120))).toHaveLength(120)
    expect(visible('x'.repeat(121))).toBe(`${'x'.repeat(119)}…`)
  })

  it('keeps its lines where it may have several, each safe by itself [MCP-13]', () => {
    fc.assert(
      fc.property(
        fc.array(
          hostile.map(text => text.replaceAll('\n', '')),
          { minLength: 1, maxLength: 4 },
        ),
        texts => {
          const lines = revealed(texts.join('\n'), 300).split('\n')
          expect(lines).toHaveLength(texts.length)
          for (const line of lines) expect(hides(line)).toBe(false)
        },
      ),
      { numRuns: rounds(100) },
    )
  })
})

describe('numbers for people', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [9949, '9.9 kB'],
    [9950, '10 kB'],
    [48_200, '48 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [62_914_560, '63 MB'],
    [999_999_999, '1.0 GB'],
    [2_500_000_000, '2.5 GB'],
    [5_000_000_000_000, '5000 GB'],
  ])('%i bytes are %s', (size, words) => {
    expect(bytes(size)).toBe(words)
  })

  it('never say more than they are by half of their last digit, nor less, and have at most three', () => {
    const UNITS = new Map([
      ['bytes', 1],
      ['byte', 1],
      ['kB', 1e3],
      ['MB', 1e6],
      ['GB', 1e9],
    ])
    fc.assert(
      fc.property(fc.nat(999_000_000_000), size => {
        const [number = '', unit = ''] = bytes(size).split(' ')
        const one = UNITS.get(unit) ?? 0
        const last = number.includes('.') ? one / 10 : one
        expect(Math.abs(Number(number) * one - size)).toBeLessThanOrEqual(last / 2)
        expect(number.replace('.', '').length).toBeLessThanOrEqual(3)
      }),
      { numRuns: rounds(500) },
    )
  })

  it('have one for one, and the plural for every other', () => {
    expect([0, 1, 2, 1000].map(number => counted(number, 'word'))).toEqual([
      '0 words',
      '1 word',
      '2 words',
      '1,000 words',
    ])
    expect(counted(2, 'repaired', 'repaired')).toBe('2 repaired')
    expect(count(-1_234_567)).toBe('-1,234,567')
  })

  it('of a moment are to the minute and in UTC; what is none stays as it came', () => {
    expect(moment('2026-11-21T23:59:59.999-05:00')).toBe('2026-11-22 04:59 UTC')
    expect(moment('soon')).toBe('soon')
  })
})

describe('languages in words', () => {
  it.each([
    ['de', 'German (de)'],
    ['pt-BR', 'Brazilian Portuguese (pt-BR)'],
    ['qaa', 'qaa'],
    ['not a tag', 'not a tag'],
    ['', ''],
  ])('%j is %j: a name is never made up', (tag, words) => {
    expect(languageLabel(tag)).toBe(words)
  })

  it('are listed as people do', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c'])
  })
})

describe('the arguments as a sentence', () => {
  it.each<[Wishes, string | undefined]>([
    [{}, undefined],
    [{ instruction: '  ' }, undefined],
    [{ instruction: ' keep names ' }, 'keep names'],
    [{ quality_tier: 'lite' }, 'Use lite quality.'],
    [{ quality_tier: 'lite', instruction: 'keep names' }, 'Use lite quality. keep names'],
    [{ target_languages: ['de'] }, 'Translate into German (de).'],
    [{ source_language: 'en' }, 'Translate from English (en).'],
    [
      {
        source_language: 'en',
        target_languages: [' de ', 'pt_BR', 'fr'],
        quality_tier: 'standard',
        instruction: 'Skip notes.',
      },
      'Translate from English (en) into German (de), Brazilian Portuguese (pt-BR) and French (fr), standard quality. Skip notes.',
    ],
  ])('%j is %j [PLN-1]', (wishes, sentence) => {
    expect(compileWishes(wishes).instruction).toBe(sentence)
  })

  it.each(['', ' ', 'german', 'd', 'de; drop', 'de\nfr', 'en-', '-de', 'de-123456789'])(
    'refuses %j for a tag before it reads like one [MCP-4]',
    tag => {
      expect(() => compileWishes({ target_languages: ['fr', tag] })).toThrow('is not a BCP 47 language tag')
    },
  )
})

describe('arguments that are refused', () => {
  const input = z.strictObject({
    batch_id: z.string(),
    terms: z.array(z.strictObject({ source: z.string() })).optional(),
    many: z.array(z.string()).optional(),
  })
  const told = (given: unknown, schema: z.ZodType = input) => {
    const { error } = schema.safeParse(given)
    return error === undefined ? '' : badArguments('get_batch', error, schema, given)
  }

  it('are all named, with what is accepted [MCP-4]', () => {
    const text = told({ terms: [{ source: 'a' }, { source: 1, colour: 2 }], batchId: 'x' })
    expect(text).toContain('batch_id is missing')
    expect(text).toContain('terms[1].source: expected string')
    expect(text).toContain('terms[1] has an unknown field "colour"')
    expect(text).toContain('unknown argument "batchId"')
    expect(text).toMatch(/get_batch takes: batch_id, terms, many\. Correct the call and make it again\.$/)
  })

  it('say of an argument that is missing, or of another type, what the tool says of it [MCP-4]', () => {
    const described = z.strictObject({
      batch_id: z.string().describe('from create_batch'),
      lines: z.array(z.string()).optional().describe('answers, e.g. "12 Datei"'),
      other: z.string().optional(),
    })
    const text = told({ lines: [{ id: 12, text: 'Datei' }, 3], other: 1 }, described)
    expect(text).toContain(
      'batch_id, lines, other. batch_id: from create_batch. lines: answers, e.g. "12 Datei". Correct',
    )
  })

  it('are as many as can be read: a thousand faults are eight and a number [MCP-6]', () => {
    const text = told({ batch_id: 'x', many: Array(1000).fill(1) })
    expect(text).toContain('many[7]: expected string')
    expect(text).not.toContain('many[8]')
    expect(text).toContain('; and 992 more.')
    const keys = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}${'x'.repeat(100)}`, 1]))
    const unknown = told({ batch_id: 'x', ...keys })
    expect(unknown).toContain('and 22 more')
    expect(unknown.length).toBeLessThan(800)
  })

  it('say what a value that is too small or too large should be, in words [MCP-4]', () => {
    const bounded = z.strictObject({
      approvals: z.array(z.string()).min(1).max(2),
      name: z.string().min(1).max(3),
      code: z.string().min(4),
      limit: z.int().min(1).max(5000),
    })
    const small = told({ approvals: [], name: '', code: 'x', limit: 0 }, bounded)
    expect(small).toMatch(
      /^Nothing was done: approvals: must not be empty; name: must not be empty; code: must have at least 4 characters; limit: must be at least 1\./,
    )
    const large = told({ approvals: ['a', 'b', 'c'], name: 'long', code: 'long', limit: 9000 }, bounded)
    expect(large).toMatch(
      /^Nothing was done: approvals: must have at most 2 items; name: must have at most 3 characters; limit: must be at most 5,000\./,
    )
  })

  it.each([[null], [[]], ['x'], [7]])('must be an object: %j is none [MCP-4]', given => {
    expect(told(given)).toContain('the arguments must be an object')
  })

  it('of a tool without any are told so', () => {
    expect(told({ a: 1 }, z.strictObject({}))).toContain('get_batch takes no arguments.')
  })
})

describe('a translation in a line', () => {
  const one = (changes: object) => Batch.parse(batch(changes))
  const NOW = Date.parse('2026-11-21T12:00:00.000Z')

  it.each([
    [
      { status: 'translating', progress: { phase: 'translating', percent: 99.9, updated_at: null } },
      'being translated, 99 % done',
    ],
    [{ status: 'translating', progress: { phase: null, percent: 0, updated_at: null } }, 'being translated, 0 % done'],
    [
      { status: 'translating', progress: { phase: 'awaiting_translations', percent: null, updated_at: null } },
      'waiting for your translations',
    ],
    [
      { status: 'translating', error: { code: 'service_unavailable', message: 'The model is away.' } },
      'being translated; The model is away.',
    ],
    [{ status: 'failed', error: null }, 'failed'],
    [{ status: 'failed', error: { code: 'x', message: 'a\u202eb' } }, 'failed (x: a‹U+202E›b)'],
    [{ status: 'completed', progress: { phase: 'done', percent: 100, updated_at: null } }, 'completed'],
    [
      { status: 'completed', error: { code: 'x', message: 'The last one\u202e failed.' } },
      'completed; The last one‹U+202E› failed.',
    ],
  ])('%j is %j [BAT-5]', (changes, words) => {
    expect(stateOf(one(changes))).toBe(words)
  })

  it('has what people call it beside its id, and nothing where that is the id [BAT-5]', () => {
    expect(labelOf(one({ name: 'Spring', file_name: 'a.txt' }))).toBe('bat_1 «Spring»')
    expect(labelOf(one({ name: null, file_name: 'a.txt' }))).toBe('bat_1 «a.txt»')
    expect(labelOf(one({ name: null, file_name: null }))).toBe('bat_1')
  })

  it.each([
    ['translating', 61_000, true],
    ['translating', 60_000, false],
    ['analyzing', 61_000, true],
    ['queued', 600_000, false],
    ['completed', 600_000, false],
  ])('%s and without progress for %i ms is paused: %s', (status, ago, paused) => {
    const updated_at = new Date(NOW - ago).toISOString()
    expect(isPaused(one({ status, progress: { phase: 'x', percent: 1, updated_at } }), NOW)).toBe(paused)
    const waiting = { phase: 'awaiting_translations', percent: 1, updated_at }
    expect(isPaused(one({ status, progress: waiting }), NOW)).toBe(paused && status !== 'translating')
    expect(isPaused(one({ status, progress: { phase: null, percent: null, updated_at: null } }), NOW)).toBe(false)
  })
})

describe('what a process remembers', () => {
  it('is bounded: what was set longest ago goes first, and setting again makes it new', () => {
    const anyStep = fc.record({
      key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      value: fc.option(fc.nat(9), { nil: null }),
    })
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 30 }), fc.integer({ min: 1, max: 4 }), (steps, limit) => {
        const recent = new Recent<number>(limit)
        let model: [string, number][] = []
        for (const { key, value } of steps) {
          model = model.filter(([name]) => name !== key)
          if (value === null) recent.delete(key)
          else {
            recent.set(key, value)
            model.push([key, value])
            model = model.slice(-limit)
          }
          for (const name of 'abcde') expect(recent.get(name)).toBe(new Map(model).get(name))
        }
      }),
      { numRuns: rounds(200) },
    )
  })
})
