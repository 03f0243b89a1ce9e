import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { completion, failure, serveOpenAi } from '../support/engines/openai.ts'
import { serve } from '../support/engines/server.ts'
import { runProgram } from '../support/program.ts'
import { mountSmall } from '../support/small-disk.ts'
import { PSEUDO, read, shop, translate, YES } from './shop.ts'

/** An endpoint that spoils every text with a placeholder: such a line keeps its source. */
async function spoiling(): Promise<Record<string, string>> {
  const endpoint = await serveOpenAi(({ text }) => (/[<{]/.test(text) ? 'Ohne Marke' : `Das ist: ${text}`))
  return { TRANSLATION_OPENAI_BASE_URL: `${endpoint.origin}/v1`, TRANSLATION_OPENAI_MODEL: 'tiny' }
}

describe('how a translation in a terminal ends', () => {
  it('with status 3 where lines kept their source text, with 0 where that is allowed [CLI-2]', async () => {
    const [place, env] = [shop(), await spoiling()]
    const order = ['translate', 'locales/en.json', '--to', 'de', '--yes', '--overwrite']
    const strict = await runProgram(order, { place, env })
    expect(strict.code, strict.stderr).toBe(3)
    expect(strict.stdout).toBe(`${join('locales', 'de.json')}\n`)
    expect(strict.stderr).toContain('1 segment kept the source text')
    expect(read(place, 'locales', 'de.json')).toContain('{{count}} items')
    const lenient = await runProgram([...order, '--lenient'], { place, env })
    expect(lenient.code, lenient.stderr).toBe(0)
  })

  it('at once where the engine is the model of an assistant, with the engines that would do [ENG-1]', async () => {
    const place = shop()
    const order = ['translate', 'notes.txt', '--to', 'de', '--yes', '--engine', 'agent']
    const { code, stdout, stderr } = await runProgram(order, { place })
    expect({ code, stdout, written: place.written() }).toEqual({ code: 2, stdout: '', written: [] })
    expect(stderr).toMatch(/no assistant takes part .* openai, deepl, apertium, pseudo/)
  })
})

describe('the thread that does the work of a command', () => {
  /** Runs a command, and tells what began in it, in order: a thread, and a server that listens. */
  async function began(order: readonly string[]) {
    const place = shop()
    const [hook, seen] = [join(place.work, 'hook.cjs'), join(place.work, 'seen')]
    writeFileSync(
      hook,
      `const { appendFileSync } = require('node:fs')
      const { isMainThread } = require('node:worker_threads')
      const { Server } = require('node:http')
      const say = what => appendFileSync(${JSON.stringify(seen)}, what)
      if (!isMainThread) say('thread ')
      const { listen } = Server.prototype
      Server.prototype.listen = function (...given) { say('listens '); return listen.apply(this, given) }`,
    )
    writeFileSync(seen, '')
    const { code } = await runProgram(order, { place, env: { ...PSEUDO, NODE_OPTIONS: `--require=${hook}` } })
    return { code, began: read(place, 'seen').trim().split(' ') }
  }

  it('starts once, before its service does, and none where nothing is to be done', async () => {
    const order = ['translate', 'notes.txt', '--to', 'de', ...YES]
    expect(await began(order)).toEqual({ code: 0, began: ['thread', 'listens'] })
    expect(await began([...order, '--consent', 'required'])).toEqual({ code: 2, began: [''] })
  })
})

describe('an endpoint that gives no translations', () => {
  const order = ['translate', 'long.txt', '--to', 'de', '--yes']
  const long = () => {
    const place = shop()
    writeFileSync(
      join(place.work, 'long.txt'),
      'Hello there, this goes on.\n\n'.repeat(400).replaceAll('this', () => `${counter++}`),
    )
    return place
  }
  let counter = 0
  const envOf = ({ origin }: { readonly origin: string }) => ({
    TRANSLATION_OPENAI_BASE_URL: `${origin}/v1`,
    TRANSLATION_OPENAI_MODEL: 'tiny',
  })

  it('since it is asked too often ends the translation, in its own words [ENG-1]', async () => {
    const limited = await serve(() => failure(429, 'rate_limit_exceeded', 'Limit: 3 a day.', { 'retry-after': '7200' }))
    const { code, stderr } = await runProgram(order, { place: long(), env: envOf(limited) })
    expect(code).toBe(1)
    expect(stderr).toContain('takes no more for now. It asks to wait 2 hours. It says: “Limit: 3 a day.” No credits')
    expect(limited.calls.length).toBeLessThanOrEqual(4)
  })

  it('but words of its own is not asked again and again, and that is told [ENG-1]', async () => {
    const chatty = await serve(() => completion('I would love to help you with that!'))
    const { code, stderr } = await runProgram(order, { place: long(), env: envOf(chatty) })
    expect(code).toBe(1)
    expect(stderr).toContain('something else than translations. 10 answers in a row could not be used. No credits')
    expect(chatty.calls.length).toBeLessThanOrEqual(13)
  })
})

/** A yes in advance that is enough for a long text. */
const RICH = ['--yes', '--max-credits', '100000'] as const

describe('a full disk is called that in a terminal', () => {
  it('where the data folder lies, at the start and by every command that writes there', async ({ skip }) => {
    const place = shop()
    const disk = join(place.temporary, 'small')
    if (!mountSmall(disk, 40)) skip('mounting a small disk needs root')
    const env = { ...PSEUDO, TRANSLATION_DATA_DIR: join(disk, 'data') }
    const translated = await runProgram(['translate', 'notes.txt', '--to', 'de', '--yes'], { place, env })
    expect(translated.code).toBe(1)
    expect(translated.stderr).toContain('The disk is full where the data folder')
    expect(translated.stderr).not.toContain('SQLITE')
    const key = await runProgram(['keys', 'create', '--name', 'x'], { place, env })
    expect({ code: key.code, stdout: key.stdout }).toEqual({ code: 1, stdout: '' })
    expect(key.stderr).toContain('The disk is full, so this was not done.')
  })

  it('where results pass through, and the same command saves the result once there is room', async ({ skip }) => {
    const place = shop()
    const disk = join(place.temporary, 'small')
    if (!mountSmall(disk, 40)) skip('mounting a small disk needs root')
    writeFileSync(join(place.work, 'long.txt'), 'Hello there, this goes on.\n\n'.repeat(4000))
    const order = ['translate', 'long.txt', '--to', 'de', ...RICH]
    const full = await runProgram(order, { place, env: { ...PSEUDO, TMPDIR: disk } })
    expect(full.code).toBe(1)
    expect(full.stderr).toContain('The disk is full: the file cannot be written (ENOSPC).')
    expect(full.stderr).toContain(`through the temporary folder ${disk} first; TMPDIR sets another.`)
    const again = await translate(place, ...order.slice(1))
    expect({ code: again.code, stdout: again.stdout }).toEqual({ code: 0, stdout: 'long.de.txt\n' })
    expect(again.stderr).toContain('nothing more is spent')
  })

  it('where the result goes', async ({ skip }) => {
    const place = shop()
    const disk = join(place.temporary, 'small')
    if (!mountSmall(disk, 40)) skip('mounting a small disk needs root')
    writeFileSync(join(place.work, 'long.txt'), 'Hello there, this goes on.\n\n'.repeat(4000))
    const { code, stderr } = await translate(place, 'long.txt', '--to', 'de', ...RICH, '--out', join(disk, 'out.txt'))
    expect(code).toBe(1)
    expect(stderr).toContain('out.txt cannot be written: the disk is full.')
  })
})
