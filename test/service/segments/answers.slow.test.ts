import { describe, expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { createMenu, reaches, resultOf } from '../../support/flow.ts'
import {
  agentWorld,
  answer,
  answersTo,
  completed,
  type Handed,
  handedOver,
  next,
  paragraphs,
} from '../../support/segments.ts'
import { startWorld } from '../../support/world.ts'

const world = await agentWorld()
const at = ({ batch_id }: Handed) => ({ params: { batch_id } })

describe('an answer', () => {
  it('that is refused comes back once with what was wrong; refused again, the source stays and is reported [MCP-15, ENG-2]', async () => {
    const handed = await handedOver(world, { content: '{"a": "Save {name} now", "b": "Close"}', filename: 'a.json' })
    await next(world, handed)
    const first = await answer(world, handed, [
      { id: '1', text: 'Jetzt speichern' },
      { id: '2', text: 'Schließen' },
    ])
    const reason = expect.stringContaining('{name}')
    expect(first).toMatchObject({ rejected: [{ id: '1', reason, final: false }], remaining: 1, done: false })
    expect(first.segments).toEqual([expect.objectContaining({ id: '1', text: 'Save {name} now', problem: reason })])
    const second = await answer(world, handed, [{ id: '1', text: 'Jetzt speichern, bitte' }])
    expect(second).toMatchObject({ rejected: [{ id: '1', reason, final: true }], segments: [], done: true })
    await reaches(world, handed.batch_id, 'completed')
    const { result, file } = await resultOf(world, handed.batch_id)
    expect(file.text).toBe('{"a": "Save {name} now", "b": "Schließen"}')
    expect(result.quality).toEqual({
      ...{ segments: 2, repaired: 0, kept_source: 1 },
      findings: [{ segment: 'json:/a', language: 'de', reason, id: '1' }],
    })
  })

  it.each([
    [
      'a glossary',
      { content: '{"a": "Open the dashboard"}', filename: 'a.json' },
      'Das Armaturenbrett',
      /^The glossary has/,
    ],
    ['its length', { content: 'key,en,de,max_length\na,Save,,6\n', filename: 'a.csv' }, 'Speichern', /at most 6 fit/],
    ['its script', { content: '{"a": "Some words here"}', filename: 'a.json' }, 'Слова здесь', /not Latin script/],
  ] as const)('that is doubted twice for %s is taken and flagged; the source does not stay [ENG-2]', async (...row) => {
    const [, file, text, reason] = row
    const own = await agentWorld()
    const terms = [{ source: 'dashboard', target: 'Übersichtsseite' }]
    await own.call(api.glossaries.create, { body: { language_pair: 'en-de', terms } })
    const handed = await handedOver(own, file)
    const first = await answer(own, handed, [{ id: '1', text }])
    expect(first).toMatchObject({ rejected: [{ id: '1', final: false, stays: null }], remaining: 1 })
    const second = await answer(own, handed, [{ id: '1', text }])
    expect(second).toMatchObject({
      rejected: [],
      doubts: [{ id: '1', reason: expect.stringMatching(reason) }],
      done: true,
    })
    await reaches(own, handed.batch_id, 'completed')
    const { result, file: written } = await resultOf(own, handed.batch_id)
    expect(written.text).toContain(text)
    expect(result.quality).toMatchObject({ repaired: 0, kept_source: 0, findings: [{ id: '1' }] })
    expect(result.quality?.findings[0]?.reason).toMatch(/^Written, worth a look: /)
  })

  it('that is repaired is taken and counted as repaired [ENG-2]', async () => {
    const handed = await handedOver(world, { content: '{"a": "Delete {count} files"}', filename: 'a.json' })
    await answer(world, handed, [{ id: '1', text: 'Löschen' }])
    await answer(world, handed, [{ id: '1', text: '{count} Dateien löschen' }])
    await reaches(world, handed.batch_id, 'completed')
    const { result } = await resultOf(world, handed.batch_id)
    expect(result.quality).toMatchObject({ segments: 1, repaired: 1, kept_source: 0, findings: [] })
  })

  it('that loses a small number is taken, since it may be spelled out, and the doubt is said with it [ENG-2]', async () => {
    const handed = await handedOver(world, { content: 'Cut 3 apples.\n\nPeel 2 pears.', filename: 'a.txt' })
    const round = await answer(world, handed, [
      { id: '1', text: 'Äpfel schneiden.' },
      { id: '2', text: '2 Birnen schälen.' },
    ])
    const reason = 'The source has 3, the translation has not.'
    expect(round).toMatchObject({ rejected: [], doubts: [{ id: '1', reason }], done: true })
    const same = await answer(world, handed, [{ id: '1', text: 'Äpfel schneiden.' }])
    expect(same.doubts).toEqual([])
  })

  it('refuses itself alone where its id is none, another language’s, or comes twice [MCP-15]', async () => {
    const handed = await handedOver(world, { content: 'One door.\n\nTwo doors.\n\nThree doors.', filename: 'a.txt' })
    const round = await answer(world, handed, [
      { id: '1', text: 'Eine Tür.' },
      { id: '2', text: 'Zwei Türen.' },
      { id: '2', text: 'Zwei Tore.' },
      { id: '3', text: 'Drei Türen.' },
      { id: '3', text: 'Drei Türen.' },
      { id: '4', text: 'Vier Türen.' },
      { id: '01', text: 'x' },
      { id: '-1', text: 'x' },
      { id: '1e0', text: 'x' },
      { id: 'json:/a', text: 'x' },
    ])
    expect(round.rejected.map(({ id, final }) => [id, final])).toEqual([
      ['2', false],
      ...['01', '-1', '1e0', 'json:/a', '4'].map(id => [id, true]),
    ])
    expect(round.segments.map(({ id }) => id)).toEqual(['2'])
  })

  it('that was given before changes nothing, and one that is given anew replaces it [MCP-15]', async () => {
    const handed = await handedOver(world, { content: 'A gate.\n\nA wall.', filename: 'a.txt' })
    await answer(world, handed, [{ id: '1', text: 'Ein Gatter.' }])
    expect(await answer(world, handed, [{ id: '1', text: 'Ein Gatter.' }])).toMatchObject({
      rejected: [],
      remaining: 1,
    })
    await answer(world, handed, [
      { id: '1', text: 'Ein Tor.' },
      { id: '2', text: 'Eine Mauer.' },
    ])
    await reaches(world, handed.batch_id, 'completed')
    expect((await resultOf(world, handed.batch_id)).file.text).toBe('Ein Tor.\n\nEine Mauer.')
  })

  it('may hold whatever characters its source holds, and 2,000 may come at once [MCP-15]', async () => {
    const odd = 'A \u202Ebidi\u202C and \u0007 bell \u{E0041}\u200B here'
    const handed = await handedOver(world, { content: JSON.stringify({ a: odd }), filename: 'odd.json' })
    const { segments } = await next(world, handed)
    expect(segments).toEqual([expect.objectContaining({ text: odd, suspicious: true })])
    const text = 'Ein \u202Ebidi\u202C und \u0007 Glocke \u{E0041}\u200B hier'
    expect((await answer(world, handed, [{ id: '1', text }])).done).toBe(true)
    await reaches(world, handed.batch_id, 'completed')
    expect(JSON.parse((await resultOf(world, handed.batch_id)).file.text)).toEqual({ a: text })
    const long = await handedOver(world, { content: paragraphs(2000), filename: 'a.txt' })
    const all = await next(world, long, { whole: '1' })
    expect((await answer(world, long, answersTo(all.segments))).done).toBe(true)
    const many = Array.from({ length: 2001 }, () => ({ id: '1', text: 'x' }))
    const body = { plan_revision: long.plan_revision, target_language: 'de', translations: many }
    expect(await world.refuse(api.batches.answerSegments, { ...at(long), body })).toMatchObject({
      code: 'invalid_parameter',
      param: 'translations',
    })
  })

  it('cannot be asked of a text that no call can carry: it stays as it is, and is reported [ENG-2]', async () => {
    const content = JSON.stringify({ a: 'A zero \u0000 in it', b: 'A plain window' })
    const handed = await handedOver(world, { content, filename: 'zero.json' })
    const seen = await completed(world, handed)
    expect(seen.map(({ text }) => text)).toEqual(['A plain window'])
    const { result } = await resultOf(world, handed.batch_id)
    expect(result.quality).toMatchObject({ segments: 2, kept_source: 1 })
  })
})

describe('segments are refused', () => {
  it('for another revision of the plan, in both directions [APR-1]', async () => {
    const handed = await handedOver(world, { content: 'A chair.', filename: 'a.txt' })
    const query = { plan_revision: 'pr_other' }
    const changed = { code: 'plan_changed', status: 409, param: 'plan_revision' }
    expect(await world.refuse(api.batches.segments, { ...at(handed), query })).toMatchObject(changed)
    const body = { plan_revision: 'pr_other', target_language: 'de', translations: [{ id: '1', text: 'Ein Stuhl.' }] }
    expect(await world.refuse(api.batches.answerSegments, { ...at(handed), body })).toMatchObject(changed)
    expect((await next(world, handed)).remaining).toBe(1)
  })

  it('before the plan is approved, and while the translation is archived [MCP-15]', async () => {
    const { batch } = await createMenu(world)
    const params = { batch_id: batch.id }
    const early = await world.refuse(api.batches.segments, { params })
    expect(early).toMatchObject({ code: 'batch_not_editable', status: 409 })
    expect(early.message).toContain('approv')
    const handed = await handedOver(world, { content: 'A table.', filename: 'a.txt' })
    await completed(world, handed)
    await world.call(api.batches.update, { ...at(handed), body: { archived: true } })
    const body = { plan_revision: handed.plan_revision, target_language: 'de', translations: [] }
    const archived = await world.refuse(api.batches.answerSegments, { ...at(handed), body })
    expect(archived).toMatchObject({ code: 'batch_not_editable', message: expect.stringContaining('archived') })
  })

  it('where another engine translates and is not done [MCP-15]', async () => {
    const own = await startWorld()
    const { batch } = await createMenu(own)
    const refused = await own.refuse(api.batches.segments, { params: { batch_id: batch.id } })
    expect(refused).toMatchObject({ code: 'batch_not_editable', status: 409 })
    expect(refused.message).toContain('once it is completed')
  })

  it('to another workspace as though there were none, and without the scope [ENV-5, SCP-1]', async () => {
    const other = await agentWorld()
    const handed = await handedOver(other, { content: 'A shelf.', filename: 'a.txt' })
    const body = { plan_revision: handed.plan_revision, target_language: 'de', translations: [] }
    const none = { params: { batch_id: 'bat_none' } }
    for (const place of [none, at(handed)]) {
      const nothing = { code: 'batch_not_found', status: 404, message: 'There is no translation with this id.' }
      expect(await world.refuse(api.batches.segments, place)).toMatchObject(nothing)
      expect(await world.refuse(api.batches.answerSegments, { ...place, body })).toMatchObject(nothing)
    }
    const { secret } = await other.issueKey(['batches:read', 'batches:write'])
    const refused = { code: 'insufficient_scope', status: 403 }
    expect(await other.refuse(api.batches.segments, { ...at(handed), key: secret })).toMatchObject(refused)
    expect(await other.refuse(api.batches.answerSegments, { ...at(handed), body, key: secret })).toMatchObject(refused)
  })
})
