import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings } from '../../src/cli/config.ts'
import { madeDataDir } from '../../src/cli/data-dir.ts'
import { createReport } from '../../src/cli/report.ts'
import { createStateKey } from '../../src/cli/state-key.ts'
import { expectMode } from '../support/mode.ts'
import { temporaryFolder } from '../support/world.ts'

const hex = async (key: Promise<Uint8Array>) => Buffer.from(await key).toString('hex')

describe('the key that signs questions and codes', () => {
  it('is made from the secret that is set, and then no file is made', async () => {
    const dir = temporaryFolder()
    const key = createStateKey('s'.repeat(32), async () => dir)
    expect((await key()).length).toBe(32)
    expect(await hex(key())).toBe(await hex(createStateKey('s'.repeat(32), async () => dir)()))
    expect(await hex(key())).not.toBe(await hex(createStateKey('t'.repeat(32), async () => dir)()))
    expect(readdirSync(dir)).toEqual([])
  })

  it('lies in a private file, made when it is first needed [KEY-3]', async () => {
    const dir = join(temporaryFolder(), 'made', 'later')
    const key = createStateKey(undefined, () => madeDataDir({ data_dir: dir }))
    expect(existsSync(dir)).toBe(false)
    await key()
    expect(readdirSync(dir)).toEqual(['state-secret'])
    expectMode(join(dir, 'state-secret'), 0o600)
    expectMode(dir, 0o700)
  })

  it('is one for all processes on a folder, also when they need it at the same moment', async () => {
    const dir = temporaryFolder()
    const keys = await Promise.all(Array.from({ length: 20 }, () => hex(createStateKey(undefined, async () => dir)())))
    expect(new Set(keys).size).toBe(1)
    expect(readdirSync(dir)).toEqual(['state-secret'])
  })

  it('is not guessed at from a file that was cut short, and is read again once that is mended', async () => {
    const dir = temporaryFolder()
    writeFileSync(join(dir, 'state-secret'), 'short')
    const key = createStateKey(undefined, async () => dir)
    await expect(key()).rejects.toThrow()
    await expect(key()).rejects.toThrow('file state-secret of the data folder')
    expect(readdirSync(dir)).toEqual(['state-secret'])
    writeFileSync(join(dir, 'state-secret'), 'x'.repeat(43))
    expect((await key()).length).toBe(32)
  })
})

describe('a report to the operator', () => {
  const reported = (level: string, error: unknown) => {
    const stderr = new PassThrough()
    const env = { TRANSLATION_API_KEY: 'very-secret', TRANSLATION_LOG_LEVEL: level }
    createReport(stderr, readSettings(readArguments([]), env))('something failed', error)
    return String(stderr.read() ?? '')
  }

  it('holds no credential and no link [KEY-3]', () => {
    const said = reported(
      'warn',
      new Error('Bearer abc with very-secret, tsk_live_abcdef at https://x.example/files/1?sig=2'),
    )
    expect(said).toBe(
      'translation-mcp: something failed: Bearer [redacted] with [redacted], [redacted] at https://x.example\n',
    )
  })

  it('has its stack under log level debug, and is nothing under silent', () => {
    expect(reported('debug', new Error('why'))).toContain('state-key.test.ts')
    expect(reported('warn', new Error('why'))).not.toContain('state-key.test.ts')
    expect(reported('silent', new Error('why'))).toBe('')
    expect(reported('warn', 'a text')).toContain('a text')
  })
})
