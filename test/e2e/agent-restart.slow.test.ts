import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { madeIn } from '../support/mcp.ts'
import { makePlace } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'
import { answerTo, assist, nextCall, roundIn, translateAll } from '../support/translator.ts'
import { ahead, book } from './agent-files.ts'

describe('an assistant that does what results say, over stdio', () => {
  it('translates a small file in three calls and fetches it, at no cost, counted in words [MCP-15]', async () => {
    const place = makePlace()
    const host = await openProgram(place)
    const account = await host.call('get_account')
    expect(account.data).toMatchObject({ local: { engine: 'agent' } })
    writeFileSync(join(place.work, 'note.txt'), 'Good morning, everybody.\n')
    const { calls, saved } = await assist(host, { file_path: 'note.txt', target_languages: ['de'] })
    expect(calls).toBe(4)
    expect(saved.text).toContain('Translated by your assistant.')
    expect(saved.data.next_step).toContain('that you, the assistant, translated it')
    expect(readFileSync(join(place.work, 'note.de.txt'), 'utf8')).toBe('Zgood Zmorning, Zeverybody.\n')
    expect((await host.call('get_account')).data.credit_balance).toBe(account.data.credit_balance)
    expect((await host.call('get_usage')).data.totals).toMatchObject({ words_translated: 3, credits_used: 0 })
  })
})

describe('a translation whose process is killed', () => {
  it('goes on in a new one, where get_batch says what is open; nothing kept is asked again [MCP-15]', async () => {
    const place = makePlace()
    const first = await openProgram(place)
    writeFileSync(join(place.work, 'book.txt'), book(220))
    const { approval, id } = madeIn(
      await first.call('create_batch', { file_path: 'book.txt', target_languages: ['de'] }),
    )
    const { segments } = roundIn(await first.call('translate_segments', approval))
    const second = await first.call('translate_segments', { ...approval, translations: segments.map(answerTo) })
    await first.kill()
    const next = await openProgram(place, ahead(place, 5))
    const state = await next.call('get_batch', { batch_id: id })
    expect(state.data.open).toEqual([expect.stringContaining(`${220 - segments.length} lines`)])
    expect(nextCall(state)).toEqual({ tool: 'translate_segments', input: approval })
    const asked = await translateAll(next, approval)
    expect(asked.slice(0, roundIn(second).segments.length)).toEqual(roundIn(second).segments)
    expect(new Set([...segments, ...asked]).size).toBe(220)
    expect(asked).toHaveLength(220 - segments.length)
    expect((await next.call('get_result', { batch_id: id })).failed).toBe(false)
  })
})

describe('a finished translation', () => {
  it('is read and corrected by a later process; killed at once, the next one writes what was taken [MCP-21]', async () => {
    const place = makePlace()
    const first = await openProgram(place)
    writeFileSync(join(place.work, 'menu.json'), '{"open": "Open the file", "save": "Save {name} now"}')
    await assist(first, { file_path: 'menu.json', target_languages: ['de'] })
    await first.kill()
    const second = await openProgram(place, ahead(place, 5))
    const { batches } = (await second.call('list_batches')).data
    const batch_id = String(Reflect.get(Object(Object(batches)[0]), 'id'))
    const { plan } = (await second.call('get_batch', { batch_id })).data
    const at = { batch_id, plan_revision: String(Reflect.get(Object(plan), 'plan_revision')) }
    const shown = await second.call('translate_segments', { ...at, search: 'save' })
    expect(shown.data.lines).toEqual([{ source: '2[save] Save {name} now', translation: '2 Zsave {name} Znow' }])
    await second.call('translate_segments', { ...at, translations: ['2 {name} jetzt sichern'] })
    await second.kill()
    const third = await openProgram(place, ahead(place, 10))
    const result = await third.call('get_result', { batch_id, overwrite: true, wait_seconds: 45 })
    expect(result.data.saved_to).toBe(join(place.work, 'menu.de.json'))
    const file = readFileSync(join(place.work, 'menu.de.json'), 'utf8')
    expect(JSON.parse(file)).toEqual({ open: 'Zopen Zthe Zfile', save: '{name} jetzt sichern' })
  })
})
