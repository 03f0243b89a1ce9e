import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { serve } from '../support/engines/server.ts'
import { startFaults } from '../support/faults.ts'
import { makePlace, type Place, runProgram, startProgram } from '../support/program.ts'

const SHOP = { title: 'Welcome to the shop', items: '{{count}} items', version: '1.2' }
const PSEUDO = { TRANSLATION_ENGINE: 'pseudo' }

function shop(): Place {
  const place = makePlace()
  mkdirSync(join(place.work, 'locales'))
  writeFileSync(join(place.work, 'locales', 'en.json'), `${JSON.stringify(SHOP, null, 2)}\n`)
  writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n\nHave a nice day.\n')
  return place
}

const translate = (place: Place, ...args: string[]) => runProgram(['translate', ...args], { place, env: PSEUDO })
const read = (place: Place, ...name: string[]) => readFileSync(join(place.work, ...name), 'utf8')
const Report = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      batch_id: z.string().nullable(),
      credits: z.number().nullable(),
      saved: z.array(z.object({ language: z.string(), path: z.string() })),
      error: z.string().nullable(),
    }),
  ),
})

describe('translating in a terminal', () => {
  it('goes the whole way: plan and cost shown, result saved beside the file [RES-2]', async () => {
    const place = shop()
    const { code, stdout, stderr } = await translate(place, 'locales/en.json', 'into German', '--yes')
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${join('locales', 'de.json')}\n` })
    for (const shown of ['into German (de)', 'Cost: ', 'Left out:', 'Engine: pseudo']) expect(stderr).toContain(shown)
    const result: unknown = JSON.parse(read(place, 'locales', 'de.json'))
    expect(result).toMatchObject({ version: '1.2', items: expect.stringContaining('{{count}}') })
    expect(result).not.toMatchObject({ title: SHOP.title })
  })

  it('unpacks several languages where --out says, for several files', async () => {
    const place = shop()
    const args = ['locales/en.json', 'notes.txt', '--to', 'de,fr', '--out', 'out/{lang}/{name}.{ext}', '--yes']
    const { code, stdout } = await translate(place, ...args)
    expect(code).toBe(0)
    expect(stdout.trim().split('\n').sort()).toEqual([
      'out/de/en.json',
      'out/de/notes.txt',
      'out/fr/en.json',
      'out/fr/notes.txt',
    ])
    expect(read(place, 'out', 'fr', 'en.json')).not.toBe(read(place, 'out', 'de', 'en.json'))
    expect(readdirSync(place.temporary).filter(name => name.startsWith('translation-mcp'))).toEqual([])
  })

  it('finds the same translation again and spends nothing twice [CRE-10]', async () => {
    const place = shop()
    const once = Report.parse(
      JSON.parse((await translate(place, 'notes.txt', 'into German', '--yes', '--json')).stdout),
    )
    const again = await translate(place, 'notes.txt', 'into German', '--yes', '--json', '--overwrite')
    const twice = Report.parse(JSON.parse(again.stdout))
    expect(again.stderr).toContain('Found again: this was approved before, so nothing more is spent.')
    expect(twice.files[0]).toEqual({ ...once.files[0], credits: null })
    expect(once.files[0]?.credits).toBeGreaterThan(0)
  })

  it('never replaces a file unless told, and finds out before it spends [MCP-10]', async () => {
    const place = shop()
    writeFileSync(join(place.work, 'notes.de.txt'), 'mine')
    const refused = await translate(place, 'notes.txt', 'into German', '--yes', '--json')
    expect(refused.code).toBe(1)
    expect(Report.parse(JSON.parse(refused.stdout)).files[0]).toMatchObject({ credits: null, saved: [] })
    expect(refused.stderr).toContain('notes.txt: notes.de.txt is there already. --overwrite replaces it')
    expect(read(place, 'notes.de.txt')).toBe('mine')
    const allowed = await translate(place, 'notes.txt', 'into German', '--yes', '--overwrite')
    expect(allowed.code).toBe(0)
    expect(read(place, 'notes.de.txt')).not.toBe('mine')
  })

  it('refuses to write over the source and where nothing can be written, before it spends [MCP-10, APR-3]', async () => {
    const place = shop()
    const said = []
    for (const out of ['notes.txt', 'locales/en.json/{lang}.txt']) {
      const { code, stderr } = await translate(place, 'notes.txt', 'into German', '--yes', '--overwrite', '--out', out)
      expect({ code, reports: stderr.match(/ENO\w+|\.part/) }).toEqual({ code: 1, reports: null })
      said.push(stderr)
    }
    expect(said[0]).toContain('notes.txt is the source itself')
    expect(said[1]).toContain('de.txt cannot be written: a file is where a folder should be.')
    expect(read(place, 'notes.txt')).toContain('Good morning.')
    const shown = await runProgram(['credits', 'show', '--json'], { place })
    expect(JSON.parse(shown.stdout)).toMatchObject({ balance: 200_000 })
  })

  it('refuses places that several results would share, before it spends', async () => {
    const place = shop()
    const { code, stderr } = await translate(place, 'notes.txt', '--to', 'de,fr', '--out', 'one.txt', '--yes')
    expect(code).toBe(1)
    expect(stderr).toContain('give --out with {lang}')
    expect(existsSync(join(place.work, 'one.txt'))).toBe(false)
  })

  it('goes on with the other files where one fails, and ends with status 1', async () => {
    const place = shop()
    writeFileSync(join(place.work, 'empty.txt'), '')
    const { code, stdout, stderr } = await translate(place, 'empty.txt', 'notes.txt', 'into German', '--yes')
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'notes.de.txt\n' })
    expect(stderr).toContain('empty.txt: ')
  })

  it('says what to set where there is no engine [ENG-1]', async () => {
    const args = ['translate', 'notes.txt', 'into German', '--yes']
    const { code, stderr } = await runProgram(args, { place: shop() })
    expect(code).toBe(1)
    expect(stderr).toContain('TRANSLATION_ENGINE=pseudo')
  })

  it('says so too where nobody could be asked: what is missing first comes first [ENG-1]', async () => {
    const { code, stderr } = await runProgram(['translate', 'notes.txt', 'into German'], { place: shop() })
    expect(code).toBe(1)
    expect(stderr).toContain('TRANSLATION_ENGINE=pseudo')
    expect(stderr).not.toContain('no terminal')
  })

  it('spends nothing where nobody can be asked: plan and cost are shown, then what would do it [MCP-9]', async () => {
    const place = shop()
    const { code, stdout, stderr } = await translate(place, 'notes.txt', 'into German')
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /Cost: [\s\S]*There is no terminal to ask for consent: --yes spends the credits without asking/,
    )
    const shown = await runProgram(['credits', 'show', '--json'], { place })
    expect(JSON.parse(shown.stdout)).toMatchObject({ balance: 200_000 })
  })

  it('sends no text to an engine that costs no credits where nobody can be asked [MCP-9]', async () => {
    const engine = await serve(() => ({ status: 401, json: {} }))
    const env = { TRANSLATION_OPENAI_BASE_URL: `${engine.origin}/v1`, TRANSLATION_OPENAI_MODEL: 'm' }
    const { code, stderr } = await runProgram(['translate', 'notes.txt', 'into German'], { place: shop(), env })
    expect({ code, calls: engine.calls }).toEqual({ code: 2, calls: [] })
    expect(stderr).toContain('There is no terminal to ask for consent')
  })

  it('keeps to the cap on a single approval', async () => {
    const place = shop()
    const { code, stderr } = await translate(place, 'notes.txt', 'into German', '--yes', '--max-credits', '1')
    expect(code).toBe(1)
    expect(stderr).toContain('at most 1 in one approval')
    expect(existsSync(join(place.work, 'notes.de.txt'))).toBe(false)
  })

  it.each([
    [['into German', '--yes'], 'needs a file'],
    [['notes.txt', '--yes'], 'Say what to do'],
    [['notes.txt', 'missing.json', '--to', 'de', '--yes'], 'There is no file "missing.json" here.'],
    [['missing.json', 'notes.txt', '--to', 'de', '--yes'], 'There is no file "missing.json" here.'],
    [['notes.txt', 'into German', '--yes', '--consent', 'required'], '--yes is refused'],
    [['notes.txt', 'into German', '--yes', '--out', '{language}.txt'], 'not {language}'],
  ])('%j makes no sense: status 2, nothing touched', async (args, message) => {
    const place = shop()
    const { code, stdout, stderr } = await translate(place, ...args)
    expect({ code, stdout, written: place.written() }).toEqual({ code: 2, stdout: '', written: [] })
    expect(stderr).toContain(message)
  })

  it('spends nothing where the environment requires a person, with --yes and without [MCP-9]', async () => {
    const place = shop()
    const env = { ...PSEUDO, TRANSLATION_CONSENT: 'required' }
    const ended = async (...args: string[]) =>
      runProgram(['translate', 'notes.txt', 'into German', ...args], { place, env })
    const agreed = await ended('--yes')
    expect(agreed).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('TRANSLATION_CONSENT') })
    expect(place.written()).toEqual([])
    const unasked = await ended()
    expect(unasked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('run this at one.') })
    expect(unasked.stderr).not.toContain('--yes')
    const shown = await runProgram(['credits', 'show', '--json'], { place })
    expect(JSON.parse(shown.stdout)).toMatchObject({ balance: 200_000 })
  })

  it('says at once, in plain words, that the engine is down, while it waits for it [ENG-1]', async () => {
    const down = await serve(() => 'cut')
    const running = startProgram(['translate', 'notes.txt', 'into German', '--yes'], {
      place: shop(),
      env: { TRANSLATION_OPENAI_BASE_URL: `${down.origin}/v1`, TRANSLATION_OPENAI_MODEL: 'm' },
    })
    await running.heard('asked again and again. The model endpoint could not be reached.\n')
    running.child.kill('SIGINT')
    const { code, stderr } = await running.ended
    expect(code).toBe(1)
    expect(stderr.split('\n').filter(line => line.startsWith('{'))).toEqual([])
  })

  it('says at the end what the trouble of the engine was, and what to check [ENG-1]', async () => {
    const closed = await serve(() => ({ status: 401, json: {} }))
    const env = { TRANSLATION_OPENAI_BASE_URL: `${closed.origin}/v1`, TRANSLATION_OPENAI_MODEL: 'm' }
    const args = ['translate', 'notes.txt', 'into German', '--yes']
    const { code, stderr } = await runProgram(args, { place: shop(), env })
    expect(code).toBe(1)
    expect(stderr).toContain('The model endpoint does not accept the key. No credits were charged.')
    expect(stderr).toContain('check that its engine runs and is set right')
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
