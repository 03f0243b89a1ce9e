import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portOf, serveOllama, tag } from '../../support/engines/local.ts'
import { dataDirIn, makePlace, type Place, runProgram, TYPED } from '../../support/program.ts'
import { CTRL_C, ENTER, TERMINAL, typed } from '../../support/terminal.ts'

/** Of this machine nothing is taken along: no Apertium, and no server of models. */
const ALONE = { TRANSLATION_APERTIUM_COMMAND: '/nowhere/apertium', OLLAMA_HOST: '127.0.0.1:1', LLAMA_ARG_PORT: '1' }
const COMMAND = ['translate', 'app.json', '--to', 'de']
const MENU = 'or Enter for none:'

function freshPlace(): Place {
  const place = makePlace()
  writeFileSync(join(place.work, 'app.json'), '{"hi":"Good morning"}\n')
  return place
}

const choiceIn = (place: Place) => join(dataDirIn(place), 'engine.json')
const resultIn = (place: Place) => join(place.work, 'app.de.json')

describe('translate on a machine without an engine', () => {
  it('says in six lines what there is, before anything is sent or made', async () => {
    const place = freshPlace()
    const { code, stdout, stderr } = await runProgram(COMMAND, { place, env: ALONE })
    const [headline = '', ...lines] = stderr.trimEnd().split('\n')
    expect({ code, stdout, lines: lines.length }).toEqual({ code: 2, stdout: '', lines: 6 })
    expect(headline).toContain('Nothing was sent, changed or spent.')
    expect(lines.filter(line => line.includes(`${TYPED} `))).toHaveLength(5)
    expect(place.written()).toEqual([])
  })

  it('says the same to a program', async () => {
    const place = freshPlace()
    const { code, stdout } = await runProgram([...COMMAND, '--json'], { place, env: ALONE })
    const { files, error } = JSON.parse(stdout)
    expect({ code, files, error: error.code, engines: error.engines.length }).toEqual({
      ...{ code: 2, files: [], error: 'no_engine', engines: 6 },
    })
    expect(place.written()).toEqual([])
  })

  it('offers a server that runs here by its command, and that command is all it needs', async () => {
    const [place, server] = [freshPlace(), await serveOllama()]
    const env = { ...ALONE, OLLAMA_HOST: `127.0.0.1:${portOf(server)}` }
    const refused = await runProgram(COMMAND, { place, env })
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('Ollama, found here with gemma3:4b') })
    expect(await runProgram(['engine', 'use', 'ollama'], { place, env })).toMatchObject({ code: 0 })
    expect(await runProgram([...COMMAND, '--yes'], { place, env: ALONE })).toMatchObject({
      code: 0,
      stdout: 'app.de.json\n',
    })
    expect(readFileSync(resultIn(place), 'utf8')).toBe('{"hi":"Guten Morgen"}\n')
    const { stdout } = await runProgram(['status'], { place, env: ALONE })
    expect(stdout).toMatch(/^engine: +openai \(gemma3:4b at http:\/\/127\.0\.0\.1:\d+\/v1\)$/m)
  })

  it('goes on where the tag chooses its engine, or a file was sent before', async () => {
    const place = freshPlace()
    const accented = await runProgram(['translate', 'app.json', '--to', 'en-XA', '--yes', '--max-credits', '9'], {
      place,
      env: ALONE,
    })
    expect(accented.code).toBe(0)
    const again = await runProgram(COMMAND, { place, env: ALONE })
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('No engine here translates') })
  })

  it('is refused by sync and watch alike, and neither asks', async () => {
    const place = freshPlace()
    writeFileSync(join(place.work, 'en.json'), '{"hi":"Good morning"}\n')
    const project = { source: 'en', targets: ['de'], files: { include: ['[locale].json'] } }
    writeFileSync(join(place.work, 'translation-mcp.json'), JSON.stringify(project))
    for (const command of ['sync', 'watch']) {
      const ended = await runProgram([command], { place, env: ALONE })
      expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('No engine here can translate this.') })
    }
    expect(existsSync(join(place.work, 'de.json'))).toBe(false)
    expect(existsSync(join(dataDirIn(place), 'translation.db'))).toBe(false)
  })
})

describe.skipIf(!TERMINAL)('translate at a terminal without an engine', () => {
  it('sets up the server that was found, and goes on with the translation', async () => {
    const [place, server] = [freshPlace(), await serveOllama([tag('gemma3:4b'), tag('qwen3:8b')])]
    const env = { ...ALONE, OLLAMA_HOST: `127.0.0.1:${portOf(server)}` }
    const { code, screen } = await typed(COMMAND, {
      ...{ place, env, questions: [MENU, 'Model (Enter for gemma3:4b'], keys: [`1${ENTER}`, `qwen3:8b${ENTER}`] },
    })
    expect({ code, screen }).toEqual({ code: 0, screen: expect.stringContaining('nobody is charged') })
    expect(readFileSync(resultIn(place), 'utf8')).toBe('{"hi":"Guten Morgen"}\n')
    expect(JSON.parse(readFileSync(choiceIn(place), 'utf8'))).toMatchObject({ settings: { model: 'qwen3:8b' } })
    expect(screen.indexOf('engine use none')).toBeLessThan(screen.indexOf('From English'))
  })

  it.each([
    ['an empty line', ENTER],
    ['Ctrl-C', CTRL_C],
  ])('is declined by %s, and nothing is left', async (_, answer) => {
    const [place, server] = [freshPlace(), await serveOllama()]
    const env = { ...ALONE, OLLAMA_HOST: `127.0.0.1:${portOf(server)}` }
    const { code, screen } = await typed(COMMAND, { place, env, questions: [MENU], keys: [answer] })
    expect({ code, screen }).toEqual({
      code: 2,
      screen: expect.stringContaining('No engine was set up, so no file was sent'),
    })
    expect(place.written()).toEqual([])
    expect(server.calls.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('asks for a key without showing it, and Ctrl-C there leaves nothing', async () => {
    const place = freshPlace()
    const KEY = 'planted-at-the-menu'
    const { code, screen } = await typed(COMMAND, {
      ...{ place, env: ALONE, questions: [MENU, 'which is not shown: ', 'The same again: '] },
      keys: [`2${ENTER}`, `${KEY}${ENTER}`, CTRL_C],
    })
    expect({ code, screen }).toEqual({ code: 1, screen: expect.stringContaining('Cancelled: nothing was changed.') })
    expect(screen).not.toContain(KEY)
    expect(place.written().filter(name => /engine/.test(name))).toEqual([])
  })
})
