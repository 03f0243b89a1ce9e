import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../../../src/cli/arguments.ts'
import { readSettings } from '../../../src/cli/config.ts'
import { assistantWords, consentWords, lookAtAssistant } from '../../../src/cli/doctor/assistant.ts'
import { examinedOf } from '../../../src/cli/doctor/examined.ts'
import { ASSISTANT_FILE } from '../../../src/cli/last-assistant.ts'
import { temporaryFolder } from '../../support/world.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const SEEN = {
  ...{ name: 'Claude Code', version: '2.1', form: false, url: false, sampling: false, roots: true, progress: false },
  seen_at: '2026-11-21T11:00:00.000Z',
}

interface Asked {
  readonly seen?: object
  readonly line?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** What the check finds after an assistant, or none, was here. */
async function found({ seen, line = [], env = {} }: Asked) {
  const data = temporaryFolder()
  if (seen !== undefined) writeFileSync(join(data, ASSISTANT_FILE), JSON.stringify(seen))
  const all = { TRANSLATION_DATA_DIR: data, ...env }
  const settings = readSettings(readArguments(['doctor', ...line]), all)
  const parts = { settings, env: all, working: '/', stderr: new PassThrough(), clock: () => NOON }
  return await lookAtAssistant(examinedOf({ ...parts, platform: 'linux' }))
}

const DISPLAY = { DISPLAY: ':0' }

describe('the assistant that was last here', () => {
  it('is none before the first, which is not wrong, and setup connects them', async () => {
    expect(await found({})).toMatchObject({ state: 'skipped', said: expect.stringMatching(/setup$/) })
  })

  it('is well where it shows dialogs, or a browser a page', async () => {
    const dialog = await found({ seen: { ...SEEN, form: true } })
    expect(dialog).toEqual({
      state: 'well',
      said: 'Last seen: Claude Code 2.1 (today): shows dialogs: you approve spending there.',
    })
    const page = await found({ seen: SEEN, env: DISPLAY })
    expect(page).toMatchObject({ state: 'well', said: expect.stringContaining('a page opens in your browser') })
  })

  it('without dialogs and browser needs a terminal, which is a warning with its command', async () => {
    expect(await found({ seen: SEEN })).toMatchObject({
      state: 'warning',
      said: expect.stringContaining('no browser can be opened'),
      remedy: expect.stringMatching(/approve$/),
    })
    const overSsh = await found({ seen: SEEN, env: { ...DISPLAY, SSH_CONNECTION: 'x' } })
    expect(overSsh.state).toBe('warning')
  })

  it('that can never ask its person is broken, and the setting that says so is named', async () => {
    const required = await found({ seen: SEEN, line: ['--consent', 'required'], env: DISPLAY })
    expect(required).toMatchObject({ state: 'broken', remedy: expect.stringContaining('TRANSLATION_CONSENT') })
    const code = await found({ seen: SEEN, line: ['--consent', 'code'] })
    expect(code).toMatchObject({ state: 'well', said: expect.stringContaining('the code') })
  })

  it('is none where its file holds something else, and more of a later version is no harm', async () => {
    for (const seen of [{ ...SEEN, form: 'yes' }, { ...SEEN, seen_at: 'yesterday' }, { name: 'x' }, []])
      expect((await found({ seen })).state).toBe('skipped')
    expect((await found({ seen: { ...SEEN, form: true, hands: 2 } })).state).toBe('well')
  })
})

it('each place where a person is asked has words of its own', () => {
  const words = (['dialog', 'page', 'terminal', 'code', 'nowhere'] as const).map(consentWords)
  expect(new Set(words).size).toBe(5)
  expect(words.filter(text => text.startsWith('shows dialogs'))).toHaveLength(1)
  expect(words[4]).toContain('nothing that costs something can be approved')
})

it('when it was here is told by days of the calendar (UTC), by its clock or by ours', () => {
  const at = (seen_at: string) => assistantWords({ ...SEEN, version: '', seen_at }, NOON)
  expect(at('2026-11-21T12:00:30.000Z')).toBe('Claude Code (just now)')
  expect(at('2026-11-21T11:59:00.001Z')).toBe('Claude Code (just now)')
  expect(at('2026-11-21T11:59:00.000Z')).toBe('Claude Code (today)')
  expect(at('2026-11-21T00:00:00.000Z')).toBe('Claude Code (today)')
  expect(at('2026-11-20T23:59:59.999Z')).toBe('Claude Code (yesterday)')
  expect(at('2026-11-19T23:59:59.999Z')).toBe('Claude Code (2 days ago)')
})
