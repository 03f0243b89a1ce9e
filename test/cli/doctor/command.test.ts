import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { CHECK_NAMES } from '../../../src/cli/doctor/checks.ts'
import { findingLines, summary } from '../../../src/cli/doctor/report.ts'
import { secretsOut } from '../../../src/cli/doctor/secrets.ts'
import { startFaults } from '../../support/faults.ts'
import { ran } from '../../support/ran.ts'
import { temporaryFolder } from '../../support/world.ts'

/** What `doctor --json` prints: each field is always there. */
const Told = z.strictObject({
  version: z.string(),
  well: z.boolean(),
  findings: z.array(
    z.strictObject({
      name: z.enum(CHECK_NAMES),
      state: z.enum(['well', 'warning', 'broken', 'skipped']),
      said: z.string().min(1),
      remedy: z.string().min(1).nullable(),
    }),
  ),
  assistant: z.null(),
})

const QUICK = ['node', 'settings', 'data-folder', 'database', 'folders', 'service', 'clock', 'browser', 'assistant']
const data = () => ({ TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') })

describe('doctor', () => {
  it('looks at what is named, in its own order, and makes nothing', async () => {
    const env = data()
    const { code, stdout } = await ran(['doctor', ...QUICK.toReversed()], env)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.filter(line => /^\S/.test(line)).map(line => line.split(/ +/)[1])).toEqual([
      ...QUICK,
      expect.stringMatching(/^well|to$/),
    ])
    expect(code).toBe(0)
    expect(existsSync(env.TRANSLATION_DATA_DIR)).toBe(false)
  })

  it('prints the same for a program, field by field, with status 1 where something is broken', async () => {
    const { code, stdout, stderr } = await ran(['doctor', '--json', ...QUICK], {
      ...data(),
      TRANSLATION_MAX_CREDITS: 'lots',
      TRANSLATION_ALOW: '/x',
    })
    const told = Told.parse(JSON.parse(stdout))
    expect([code, told.well, stderr]).toEqual([1, false, ''])
    expect(told.findings.map(({ name }) => name)).toEqual(QUICK)
    expect(told.findings.find(({ name }) => name === 'settings')).toMatchObject({ state: 'broken' })
    for (const { state, remedy } of told.findings) {
      expect(remedy === null).toBe(state === 'well' || state === 'skipped')
    }
  })

  it('refuses what it does not know, and a flag that cannot be read, with status 2', async () => {
    expect(await ran(['doctor', 'engin'])).toMatchObject({ code: 2, stderr: expect.stringContaining('mean engine?') })
    expect(await ran(['doctor', 'clock', '--max-credits', 'lots'])).toMatchObject({ code: 2, stdout: '' })
  })

  it('shows no secret, whatever repeats it [KEY-3]', async () => {
    const secrets = {
      TRANSLATION_API_KEY: 'tsk_live_planted-key-4f8a21c97e5d',
      TRANSLATION_OAUTH_CLIENT_SECRET: 'planted-client-secret-8c17be02',
      TRANSLATION_STATE_SECRET: 'planted-short',
      TRANSLATION_OPENAI_API_KEY: 'sk-planted-openai-19d3c0a7',
      TRANSLATION_DEEPL_API_KEY: 'planted-deepl-77aa02e1:fx',
      TRANSLATION_DATABASE_URL: 'postgres://me:planted-password@127.0.0.1:1/translation',
    }
    // A service that says all that it was sent, as its name, in its refusal and in a redirect.
    const parrot = await startFaults(({ headers }) => ({
      status: 401,
      headers: { 'x-echo': headers.authorization ?? '' },
      body: {
        error: { type: 'x', code: headers.authorization ?? 'none', message: JSON.stringify(headers) },
        request_id: 'r',
      },
    }))
    onTestFinished(() => parrot.close())
    const url = parrot.url.replace('http://', 'http://user:planted-user@')
    for (const TRANSLATION_API_URL of [parrot.url, url, 'postgres://me:planted-other@host/x']) {
      for (const flags of [[], ['--json']]) {
        const names = [...QUICK, 'engine', 'sign-in', 'port']
        const told = await ran(['doctor', ...flags, ...names], { ...data(), ...secrets, TRANSLATION_API_URL })
        expect(`${told.stdout}${told.stderr}`).not.toContain('planted')
      }
    }
    expect(parrot.seen.some(({ headers }) => headers.authorization?.includes('planted'))).toBe(true)
  })
})

describe('secrets', () => {
  it('go out of every text, the longest first, and with them the user of an address', () => {
    const clean = secretsOut({
      TRANSLATION_API_KEY: 'secret-one',
      TRANSLATION_STATE_SECRET: 'secret-one-and-more',
      PATH: '/bin',
    })
    expect(clean('a secret-one-and-more b secret-one c https://me:pass@host/x /bin')).toBe(
      'a [redacted] b [redacted] c https://[redacted]@host/x /bin',
    )
  })
})

describe('what is shown', () => {
  const finding = { name: 'clock', state: 'broken', said: 'It is\u202e late.', remedy: 'Set it.' } as const
  it('is a line with how it stands, and one with what to do, coloured at a terminal alone', () => {
    expect(findingLines(finding, false)).toBe(
      'BROKEN  clock       It is‹U+202E› late.\n                    → Set it.\n',
    )
    expect(findingLines(finding, true)).toContain('\x1b[31mBROKEN  \x1b[0mclock')
  })

  it('ends with how many stand how', () => {
    const well = { ...finding, state: 'well' } as const
    expect(summary([well, well, finding])).toBe('2 well, 1 broken.')
  })
})
