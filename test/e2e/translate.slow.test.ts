import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { serve } from '../support/engines/server.ts'
import { startFaults } from '../support/faults.ts'
import { runProgram, startProgram } from '../support/program.ts'
import { Report, read, SHOP, shop, translate, YES } from './shop.ts'

describe('translating in a terminal', () => {
  it('goes the whole way: plan and cost shown, result saved beside the file [RES-2]', async () => {
    const place = shop()
    const { code, stdout, stderr } = await translate(place, 'locales/en.json', 'into German', ...YES)
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${join('locales', 'de.json')}\n` })
    for (const shown of ['into German (de)', 'Cost: ', 'Left out:', 'Engine: pseudo']) expect(stderr).toContain(shown)
    const result: unknown = JSON.parse(read(place, 'locales', 'de.json'))
    expect(result).toMatchObject({ version: '1.2', items: expect.stringContaining('{{count}}') })
    expect(result).not.toMatchObject({ title: SHOP.title })
  })

  it('never replaces a file unless told, and finds out before it spends [MCP-10]', async () => {
    const place = shop()
    writeFileSync(join(place.work, 'notes.de.txt'), 'mine')
    const refused = await translate(place, 'notes.txt', 'into German', ...YES, '--json')
    expect(refused.code).toBe(1)
    expect(Report.parse(JSON.parse(refused.stdout)).files[0]).toMatchObject({ credits: null, saved: [] })
    expect(refused.stderr).toContain('notes.txt: notes.de.txt already exists. --overwrite replaces it')
    expect(read(place, 'notes.de.txt')).toBe('mine')
    const mine = await translate(place, 'notes.txt', 'into German', ...YES, '--overwrite')
    expect(mine.code).toBe(1)
    expect(mine.stderr).toContain('notes.de.txt was not written by this program, or somebody changed it since')
    expect(read(place, 'notes.de.txt')).toBe('mine')
  })

  it('replaces its own translation when told, and says how to get the old one back [MCP-10]', async () => {
    const place = shop()
    await translate(place, 'notes.txt', 'into German', ...YES)
    const first = read(place, 'notes.de.txt')
    writeFileSync(join(place.work, 'notes.txt'), 'Good evening.\n')
    const again = await translate(place, 'notes.txt', 'into German', ...YES, '--overwrite')
    expect(again.code, again.stderr).toBe(0)
    expect(read(place, 'notes.de.txt')).not.toBe(first)
    const [, copy = ''] = /this brings it back: cp -- (\S+) \S+notes\.de\.txt/.exec(again.stderr) ?? []
    expect(readFileSync(copy, 'utf8')).toBe(first)
  })

  it('says what to set where there is no engine [ENG-1]', async () => {
    const args = ['translate', 'notes.txt', 'into German', '--yes']
    const env = { TRANSLATION_APERTIUM_COMMAND: '/nowhere/apertium' }
    const { code, stderr } = await runProgram(args, { place: shop(), env })
    expect(code).toBe(2)
    expect(stderr).toMatch(/Nothing was sent, changed or spent\.(?:.*\n){2}.*engine use openai/)
  })

  it('spends nothing where nobody can be asked: plan and cost are shown, then what would do it [MCP-9]', async () => {
    const place = shop()
    const { code, stdout, stderr } = await translate(place, 'notes.txt', 'into German')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /Cost: [\s\S]*There is no terminal to ask for consent: --yes with a cap \(--max-credits, .*\) spends without asking/,
    )
    const shown = await runProgram(['credits', 'show', '--json'], { place })
    expect(JSON.parse(shown.stdout)).toMatchObject({ balance: 200_000 })
  })

  it('sends no text to an engine that charges its own account where nobody can be asked [MCP-9]', async () => {
    const engine = await serve(() => ({ status: 401, json: {} }))
    const env = {
      ...{ TRANSLATION_OPENAI_BASE_URL: `${engine.origin}/v1`, TRANSLATION_OPENAI_MODEL: 'm' },
      TRANSLATION_OPENAI_API_KEY: 'test-key',
    }
    const { code, stderr } = await runProgram(['translate', 'notes.txt', 'into German'], { place: shop(), env })
    expect({ code, calls: engine.calls }).toEqual({ code: 2, calls: [] })
    expect(stderr).toContain('There is no terminal to ask for consent')
  })

  it('says at once, in plain words, that the engine is down, while it waits for it [ENG-1]', async () => {
    const down = await serve(() => 'cut')
    const running = startProgram(['translate', 'notes.txt', 'into German', '--yes'], {
      place: shop(),
      env: { TRANSLATION_OPENAI_BASE_URL: `${down.origin}/v1`, TRANSLATION_OPENAI_MODEL: 'm' },
    })
    await running.heard('asked again until it answers. The model endpoint could not be reached.\n')
    running.child.kill('SIGINT')
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr.split('\n').filter(line => line.startsWith('{'))).toEqual([])
  })

  it('stops at Ctrl-C, whatever it waits for', async () => {
    const silent = await startFaults(() => new Promise(() => undefined))
    afterAll(() => silent.close())
    const env = { TRANSLATION_API_URL: silent.url, TRANSLATION_API_KEY: 'acme_live_hush' }
    const running = startProgram(['translate', 'notes.txt', 'into German', '--yes'], { place: shop(), env })
    await silent.arrived(1)
    running.child.kill('SIGINT')
    const { code, stdout, stderr } = await running.ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('Stopped.')
    expect(stderr).not.toContain('hush')
  })
})
