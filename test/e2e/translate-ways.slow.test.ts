import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serve } from '../support/engines/server.ts'
import { runProgram } from '../support/program.ts'
import { PSEUDO, Report, read, shop, translate, YES } from './shop.ts'

describe('the further ways of translating in a terminal', () => {
  it('unpacks several languages where --out says, for several files', async () => {
    const place = shop()
    const args = ['locales/en.json', 'notes.txt', '--to', 'de,fr', '--out', 'out/{lang}/{name}.{ext}', ...YES]
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
    const once = Report.parse(JSON.parse((await translate(place, 'notes.txt', 'into German', ...YES, '--json')).stdout))
    const again = await translate(place, 'notes.txt', 'into German', ...YES, '--json', '--overwrite')
    const twice = Report.parse(JSON.parse(again.stdout))
    expect(again.stderr).toContain('Found again: this was approved before, so nothing more is spent.')
    expect(twice.files[0]).toEqual({ ...once.files[0], credits: null })
    expect(once.files[0]?.credits).toBeGreaterThan(0)
  })

  it('refuses to write over the source and where nothing can be written, before it spends [MCP-10, APR-3]', async () => {
    const place = shop()
    const said = []
    for (const out of ['notes.txt', 'locales/en.json/{lang}.txt']) {
      const { code, stderr } = await translate(place, 'notes.txt', 'into German', ...YES, '--overwrite', '--out', out)
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
    const { code, stderr } = await translate(place, 'notes.txt', '--to', 'de,fr', '--out', 'one.txt', ...YES)
    expect(code).toBe(1)
    expect(stderr).toContain('give --out with {lang}')
    expect(existsSync(join(place.work, 'one.txt'))).toBe(false)
  })

  it('goes on with the other files where one fails, and ends with status 1', async () => {
    const place = shop()
    writeFileSync(join(place.work, 'empty.txt'), '')
    const { code, stdout, stderr } = await translate(place, 'empty.txt', 'notes.txt', 'into German', ...YES)
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'notes.de.txt\n' })
    expect(stderr).toContain('empty.txt: ')
  })

  it('says so too where nobody could be asked: what is missing first comes first [ENG-1]', async () => {
    const { code, stderr } = await runProgram(['translate', 'notes.txt', 'into German'], { place: shop() })
    expect(code).toBe(1)
    expect(stderr).toContain('TRANSLATION_ENGINE=pseudo')
    expect(stderr).not.toContain('no terminal')
  })

  it('keeps to the cap on a single approval', async () => {
    const place = shop()
    const { code, stderr } = await translate(place, 'notes.txt', 'into German', '--yes', '--max-credits', '1')
    expect(code).toBe(1)
    expect(stderr).toContain('--max-credits allows 1')
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

  it('says at the end what the trouble of the engine was, and what to check [ENG-1]', async () => {
    const closed = await serve(() => ({ status: 401, json: {} }))
    const env = { TRANSLATION_OPENAI_BASE_URL: `${closed.origin}/v1`, TRANSLATION_OPENAI_MODEL: 'm' }
    const args = ['translate', 'notes.txt', 'into German', '--yes']
    const { code, stderr } = await runProgram(args, { place: shop(), env })
    expect(code).toBe(1)
    expect(stderr).toContain('The model endpoint does not accept the key. No credits were charged.')
    expect(stderr).toContain('check that its engine runs and is configured correctly')
  })
})
