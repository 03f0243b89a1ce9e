import { describe, expect, it } from 'vitest'
import { judge } from '../../../src/checks/index.ts'
import type { Unit } from '../../../src/formats/index.ts'
import { createAgent } from '../../../src/service/engine/agent/agent.ts'
import type { Engine, EngineJob } from '../../../src/service/engine/engine.ts'
import { createOpenAi } from '../../../src/service/engine/openai/openai.ts'
import { pseudo } from '../../../src/service/engine/pseudo/pseudo.ts'
import { better, keptOf, wantsRepair } from '../../../src/service/translation/kept.ts'
import { lineHasher } from '../../../src/service/translation/line.ts'
import { conditionsOf, sourceHasher } from '../../../src/service/translation/source-hash.ts'

const JOB: EngineJob = { source: 'en', target: 'de', tier: 'standard', glossary: [], keep: [], guidance: [] }
const UNIT: Unit = { index: 0, path: 'text:p0', part: 'paragraph', start: 0, end: 4, text: 'Save', charset: 'utf-8' }
const agent = createAgent('')
const NOW = { hash_edition: 2 }
const TERM = { source: 'save', target: 'Sichern', case_sensitive: false }

describe('the source hash of a segment', () => {
  const hash = sourceHasher(pseudo, JOB, NOW)(UNIT)

  it('is the same for equal texts under equal conditions, wherever they stand', () => {
    const elsewhere = { ...UNIT, index: 7, path: 'text:p7', part: 'menu', note: 'A button.', start: 40, end: 44 }
    expect(sourceHasher({ ...pseudo }, { ...JOB, signal: new AbortController().signal }, NOW)(elsewhere)).toBe(hash)
  })

  it.each<[string, Partial<Engine>, Partial<EngineJob>, Partial<Unit>]>([
    ['text', {}, {}, { text: 'Save ' }],
    ['syntax', {}, {}, { syntax: 'icu' }],
    ['sense', {}, {}, { sense: 'menu' }],
    ['limit', {}, {}, { max_length: 8 }],
    ['source language', {}, { source: 'en-GB' }, {}],
    ['target language', {}, { target: 'de-AT' }, {}],
    ['tier', {}, { tier: 'lite' }, {}],
    ['glossary', {}, { glossary: [TERM] }, {}],
    ['kept terms', {}, { keep: ['Save'] }, {}],
    ['slot', {}, {}, { slot: 'menu.save' }],
    ['guidance', {}, { guidance: ['Use du.'] }, {}],
    ['engine', { id: 'other' }, {}, {}],
    ['edition', { edition: () => 'another model' }, {}, {}],
  ])('is another one with another %s', (_, engine, job, unit) => {
    expect(sourceHasher({ ...pseudo, ...engine }, { ...JOB, ...job }, NOW)({ ...UNIT, ...unit })).not.toBe(hash)
  })

  it.each<[string, Partial<EngineJob>, Partial<Unit>]>([
    ['a term that does not occur', { glossary: [{ ...TERM, source: 'saviour' }] }, {}],
    ['a kept term that does not occur', { keep: ['Git'] }, {}],
    ['the same tone in other words', { guidance: [' Formal.  SHORT'] }, {}],
  ])('stays with %s', (_, job, unit) => {
    const formal = { ...JOB, guidance: ['short', 'formal'] }
    const changed = { ...formal, ...job, guidance: job.guidance ? ['Formal!', ' SHORT. formal'] : formal.guidance }
    expect(sourceHasher(pseudo, changed, NOW)({ ...UNIT, ...unit })).toBe(sourceHasher(pseudo, formal, NOW)(UNIT))
  })

  it('is the same for equal long texts, whatever their slots are', () => {
    const long = { ...UNIT, text: 'Save the whole file before you close the window.' }
    const hashOf = sourceHasher(pseudo, JOB, NOW)
    expect(hashOf({ ...long, slot: 'menu.save' })).toBe(hashOf({ ...long, slot: 'help.save' }))
  })

  it('of the first edition is that of an earlier build, whose work goes on', () => {
    const earlier = sourceHasher(pseudo, JOB, { hash_edition: 1 })
    expect(earlier(UNIT)).toBe('T-S86n8KULOXLwgQB75CTPFU2wCmEQh-DVJn4Wb2Hyg')
    expect(earlier({ ...UNIT, slot: 'menu.save' })).toBe(earlier(UNIT))
    expect(() => sourceHasher(pseudo, JOB, { hash_edition: 3 })).toThrow('edition 3')
  })

  it('never takes a sense for a text', () => {
    const hashOf = sourceHasher(pseudo, JOB, NOW)
    expect(hashOf({ ...UNIT, sense: 'a', text: 'b' })).not.toBe(hashOf({ ...UNIT, sense: '', text: 'ab' }))
    expect(hashOf({ ...UNIT, sense: 'a\n', text: 'b' })).not.toBe(hashOf({ ...UNIT, sense: 'a', text: '\nb' }))
  })

  it('is the text’s alone where a caller translates: what was handed out stays what it is', () => {
    const later = { ...JOB, glossary: [TERM], guidance: ['Use du.'] }
    expect(sourceHasher(agent, later, NOW)(UNIT)).toBe(sourceHasher(agent, JOB, NOW)(UNIT))
    expect(lineHasher(agent, later)(UNIT)).not.toBe(lineHasher(agent, JOB)(UNIT))
  })

  it('changes with the model of the tier that translates', () => {
    const conditions = (model: string, model_lite: string | undefined, tier: EngineJob['tier']) =>
      conditionsOf(createOpenAi({ base_url: 'http://127.0.0.1:9/v1', model, model_lite }), { ...JOB, tier })
    expect(conditions('a', undefined, 'standard')).not.toBe(conditions('b', undefined, 'standard'))
    expect(conditions('a', 'b', 'standard')).toBe(conditions('a', 'c', 'standard'))
    expect(conditions('a', 'b', 'lite')).not.toBe(conditions('a', 'c', 'lite'))
  })
})

describe('an answer', () => {
  const segment = { id: 'a', text: 'Open {name}\n' }
  const good = judge(segment, 'Öffne {name}', JOB)
  const lost = judge(segment, 'Öffne', JOB)
  const nothing = undefined

  it('gets the white space of its source, and is asked for again where it is wrong or missing', () => {
    expect(good).toEqual({ text: 'Öffne {name}\n', issues: [] })
    expect([good, lost, nothing].map(wantsRepair)).toEqual([false, true, true])
    expect(wantsRepair(judge(segment, 'Öffne {name}', JOB, { doubt: 'It may be another one.' }))).toBe(true)
  })

  it('is the better of two, and the first of two that are alike', () => {
    expect(better(lost, good)).toBe(good)
    expect(better(good, lost)).toBe(good)
    expect(better(nothing, lost)).toBe(lost)
    const again = judge(segment, 'Öffne', JOB)
    expect(better(lost, again)).toBe(lost)
  })

  it('is kept with what is said about it, or with the reason why its source stays', () => {
    expect(keptOf(segment, good, true)).toEqual({
      ...{ source_hash: 'a', text: 'Öffne {name}\n', finding: null, repaired: 1, note: null },
    })
    expect(keptOf(segment, lost)).toMatchObject({ finding: expect.stringMatching(/\{name\}.* The source was kept\.$/) })
    expect(keptOf(segment, nothing)).toMatchObject({ text: '', finding: expect.stringContaining('no translation') })
    const noted = judge({ text: 'Two files' }, '2 Dateien', JOB)
    expect(keptOf(segment, noted)).toMatchObject({ finding: null, note: expect.stringContaining('2') })
  })
})
