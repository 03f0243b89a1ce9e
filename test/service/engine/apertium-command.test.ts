import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createApertium } from '../../../src/service/engine/apertium/apertium.ts'
import type { Engine, EngineJob } from '../../../src/service/engine/engine.ts'
import { temporaryFolder } from '../../support/world.ts'

const JOB: EngineJob = { source: 'en', target: 'es', tier: 'standard', glossary: [], keep: [], guidance: [] }
const HOUSES = ['House', 'Old house'].map((text, at) => ({ id: `${at}`, text }))

async function all(engine: Engine, job: EngineJob = JOB): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { id, text } of engine.translate(HOUSES, job)) found[id] = text
  return found
}

/** A command that lists two pairs and does what `body` says with a document; each run leaves its arguments in `runs`. */
function command(body: string): { engine: Engine; runs: () => string[]; folder: string } {
  const folder = temporaryFolder()
  const path = join(folder, 'apertium')
  const script = `#!/bin/sh
echo "$*" >> '${folder}/runs'
env > '${folder}/environment'
if [ "$1" = -l ]; then printf '  eng-spa\\n  spa-cat_valencia\\n  nonsense\\n'; exit 0; fi
${body}`
  writeFileSync(path, script)
  chmodSync(path, 0o755)
  const runs = (): string[] => readFileSync(`${folder}/runs`, 'utf8').trim().split('\n')
  return { engine: createApertium({ command: path, url: undefined }), runs, folder }
}

// It is a program of Linux and macOS.
describe.skipIf(process.platform === 'win32')('the command of Apertium', () => {
  it('is asked once for its pairs, and runs once for a whole batch', async () => {
    const { engine, runs } = command("sed 's/ouse/asa/'")
    expect(await engine.supports('en', 'es')).toBe(true)
    expect(await engine.supports('es', 'ca-valencia')).toBe(true)
    expect(await engine.supports('es', 'ca')).toBe(false)
    expect(await all(engine)).toEqual({ 0: 'Hasa', 1: 'Old hasa' })
    expect(runs()).toEqual(['-l', '-f html-noent eng-spa'])
  })

  it('is given nothing of our environment but the path and the home', async () => {
    vi.stubEnv('TRANSLATION_DEEPL_API_KEY', 'secret-1')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const { engine, folder } = command('cat')
    await all(engine)
    const environment = readFileSync(`${folder}/environment`, 'utf8')
    expect(environment).toContain('PATH=')
    expect(environment).not.toContain('secret-1')
  })

  it('that fails is passing, and one that is gone since is refused', async () => {
    await expect(all(command('cat > /dev/null; exit 3').engine)).rejects.toMatchObject({ kind: 'passing' })
    await expect(all(command('cat > /dev/null; exit 127').engine)).rejects.toMatchObject({ kind: 'refused' })
  })

  it('whose pipe lacks a program gives nothing back, and says what is missing', async () => {
    await expect(all(command('cat > /dev/null').engine)).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('cg3'),
    })
  })

  it('that does not read what it is given does not break us', async () => {
    const { engine, runs } = command('exec <&-; echo "<p id=\\"0\\">Casa</p>"')
    // What is missing is asked for once more, alone.
    expect(await all(engine)).toEqual({ 0: 'Casa', 1: 'Casa' })
    expect(runs()).toHaveLength(3)
  })

  it('ends when it is told to', async () => {
    const { engine, folder } = command(`touch "$0.begun"; sleep 3600`)
    const stop = new AbortController()
    const failed = expect(all(engine, { ...JOB, signal: stop.signal })).rejects.toMatchObject({
      message: 'Apertium was stopped.',
    })
    await expect.poll(() => existsSync(join(folder, 'apertium.begun')), { interval: 5 }).toBe(true)
    stop.abort()
    await failed
  })

  it('leaves nothing running that it began itself, when it is told to end', async () => {
    const begins = 'touch "$0.begun"; for turn in 1 2 3 4 5 6 7 8 9; do sleep 1; done'
    const { engine, folder } = command(`(trap 'touch "$0.ended"; exit' TERM; ${begins}) & cat > /dev/null; wait`)
    const stop = new AbortController()
    const failed = expect(all(engine, { ...JOB, signal: stop.signal })).rejects.toThrow('stopped')
    const isThere = (name: string) => expect.poll(() => existsSync(join(folder, name)), { interval: 5 }).toBe(true)
    await isThere('apertium.begun')
    stop.abort()
    await failed
    await isThere('apertium.ended')
  })
})
