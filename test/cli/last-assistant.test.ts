import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assistantWords, lastAssistant } from '../../src/cli/doctor/assistant.ts'
import { ASSISTANT_FILE, createAssistantNote, DOCTOR_CLIENT, readLastAssistant } from '../../src/cli/last-assistant.ts'
import { assistantIn } from '../../src/mcp/assistant.ts'
import { expectMode } from '../support/mode.ts'
import { temporaryFolder } from '../support/world.ts'

const NOON = Date.parse('2026-11-21T12:00:00.000Z')
const CLAUDE = {
  name: 'Claude Code',
  version: '2.1',
  form: true,
  url: false,
  sampling: false,
  roots: true,
  progress: false,
}

/** A data folder in use. */
function usedFolder(): string {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'key'), '')
  return folder
}

const noted = (folder: string) =>
  createAssistantNote(
    () => folder,
    () => NOON,
  )

describe('the assistant that was last here', () => {
  it('is kept in a private file of the data folder, and read from there', async () => {
    const folder = usedFolder()
    const note = createAssistantNote(
      () => folder,
      () => NOON,
    )
    note.seen(CLAUDE)
    await note.settled()
    expect(readdirSync(folder)).toEqual([ASSISTANT_FILE, 'key'])
    expectMode(join(folder, ASSISTANT_FILE), 0o600)
    expect(await readLastAssistant(folder)).toEqual({ ...CLAUDE, seen_at: '2026-11-21T12:00:00.000Z' })
  })

  it('is not written again where nothing changed, and keeps that it asked for progress', async () => {
    const folder = usedFolder()
    const note = createAssistantNote(
      () => folder,
      () => NOON,
    )
    const written = async (progress: boolean) => {
      note.seen({ ...CLAUDE, progress })
      await note.settled()
      return statSync(join(folder, ASSISTANT_FILE)).ino
    }
    const [first, same, more, less] = [
      await written(false),
      await written(false),
      await written(true),
      await written(false),
    ]
    expect([same, less]).toEqual([first, more])
    expect(more).not.toBe(first)
    expect((await readLastAssistant(folder))?.progress).toBe(true)
  })

  it('makes no data folder, and is noted at the end where there is one by then [MCP-11]', async () => {
    const folder = join(temporaryFolder(), 'data')
    const note = createAssistantNote(
      () => folder,
      () => NOON,
    )
    note.seen(CLAUDE)
    await note.settled()
    expect(existsSync(folder)).toBe(false)
    mkdirSync(join(folder, '.restoring'), { recursive: true })
    await note.settled()
    // A backup is restored into a folder without anything else alone.
    expect(readdirSync(folder)).toEqual(['.restoring'])
    writeFileSync(join(folder, 'key'), '')
    await note.settled()
    expect((await readLastAssistant(folder))?.name).toBe('Claude Code')
  })

  it('never fails, is not the doctor itself, and is cut to a line', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const nowhere = createAssistantNote(
      () => file,
      () => NOON,
    )
    nowhere.seen(CLAUDE)
    await nowhere.settled()
    const folder = usedFolder()
    const note = createAssistantNote(
      () => folder,
      () => NOON,
    )
    note.seen({ ...CLAUDE, name: DOCTOR_CLIENT })
    await note.settled()
    expect(readdirSync(folder)).toEqual(['key'])
    note.seen({ ...CLAUDE, name: `a\u202eb\n${'x'.repeat(500)}` })
    await note.settled()
    const kept = (await readLastAssistant(folder))?.name ?? ''
    expect(kept).toContain('a‹U+202E›b⏎x')
    expect(kept.length).toBeLessThanOrEqual(81)
  })

  it.each(['', '{"name": "x"', '[]', '{"name": 7}'])('is nobody where its file holds %j', async text => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, ASSISTANT_FILE), text)
    expect(await readLastAssistant(folder)).toBeUndefined()
    expect(readFileSync(join(folder, ASSISTANT_FILE), 'utf8')).toBe(text)
  })

  it('is replaced whole by another, and the folder keeps nothing else of the writing', async () => {
    const folder = usedFolder()
    // What a later version wrote, and what was broken off while it was written.
    writeFileSync(join(folder, ASSISTANT_FILE), JSON.stringify({ ...CLAUDE, more: 'x'.repeat(100_000) }), {
      mode: 0o644,
    })
    const note = noted(folder)
    note.seen({ ...CLAUDE, name: 'Other' })
    note.seen({ ...CLAUDE, name: 'Third' })
    await note.settled()
    expect(readdirSync(folder)).toEqual([ASSISTANT_FILE, 'key'])
    expectMode(join(folder, ASSISTANT_FILE), 0o600)
    expect(readFileSync(join(folder, ASSISTANT_FILE), 'utf8').length).toBeLessThan(400)
    expect((await readLastAssistant(folder))?.name).toBe('Third')
  })

  it('is not noted where a folder is in the place of its file, which stays, and nobody is told of', async () => {
    const folder = usedFolder()
    mkdirSync(join(folder, ASSISTANT_FILE, 'mine'), { recursive: true })
    const note = noted(folder)
    note.seen(CLAUDE)
    await note.settled()
    expect(readdirSync(folder)).toEqual([ASSISTANT_FILE, 'key'])
    expect(readdirSync(join(folder, ASSISTANT_FILE))).toEqual(['mine'])
    expect(await readLastAssistant(folder)).toBeUndefined()
    rmSync(join(folder, ASSISTANT_FILE), { recursive: true })
    await note.settled()
    expect((await readLastAssistant(folder))?.name).toBe('Claude Code')
  })

  it('is written in place of a link, not through it', async () => {
    const folder = usedFolder()
    const elsewhere = join(temporaryFolder(), 'elsewhere')
    writeFileSync(elsewhere, 'mine')
    symlinkSync(elsewhere, join(folder, ASSISTANT_FILE))
    const note = noted(folder)
    note.seen(CLAUDE)
    await note.settled()
    expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
    expect((await readLastAssistant(folder))?.name).toBe('Claude Code')
  })

  it.each([
    ['a time without a zone', { ...CLAUDE, seen_at: '2026-11-21T12:00:00' }],
    ['a time that is none', { ...CLAUDE, seen_at: '2026-13-45T12:00:00.000Z' }],
    ['no time', CLAUDE],
    ['an ability that is neither yes nor no', { ...CLAUDE, url: null, seen_at: '2026-11-21T12:00:00.000Z' }],
  ])('is nobody where its file has %s', async (_, content) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, ASSISTANT_FILE), JSON.stringify(content))
    expect(await readLastAssistant(folder)).toBeUndefined()
  })

  it('is told with where its person is asked', async () => {
    const data_dir = temporaryFolder()
    writeFileSync(join(data_dir, ASSISTANT_FILE), JSON.stringify({ ...CLAUDE, seen_at: '2026-11-20T23:00:00.000Z' }))
    const given = { data_dir, env: {}, platform: 'linux', clock: () => NOON } as const
    const told = async (consent: 'ask' | 'required') =>
      (await lastAssistant({ ...given, settings: { consent } }))?.words
    expect(await told('ask')).toBe('Claude Code 2.1 (yesterday): shows dialogs: you approve spending there')
    writeFileSync(
      join(data_dir, ASSISTANT_FILE),
      JSON.stringify({ ...CLAUDE, form: false, seen_at: '2026-11-11T12:00:00.000Z' }),
    )
    expect(await told('ask')).toMatch(/^Claude Code 2\.1 \(10 days ago\): shows no dialogs, .* approve`$/)
    expect(await told('required')).toContain('nothing that costs something can be approved')
  })

  it('was here just now, today, or as many days ago', () => {
    const at = (ms: number) => assistantWords({ ...CLAUDE, seen_at: new Date(NOON - ms).toISOString() }, NOON)
    expect([5000, 3_600_000, 86_400_000, 3 * 86_400_000].map(at)).toEqual([
      'Claude Code 2.1 (just now)',
      'Claude Code 2.1 (today)',
      'Claude Code 2.1 (yesterday)',
      'Claude Code 2.1 (3 days ago)',
    ])
  })
})

describe('what a client says of itself', () => {
  const info = { name: 'claude-code', title: 'Claude Code', version: '2.1' }
  it('is read from its connection, or from the request where that says it', () => {
    const connected = { info, capabilities: { elicitation: {}, roots: {} } }
    expect(assistantIn(undefined, connected, false)).toEqual(CLAUDE)
    const envelope = {
      'io.modelcontextprotocol/clientInfo': { name: 'other', version: '3' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { url: {} }, sampling: {} },
    }
    expect(assistantIn(envelope, connected, true)).toEqual({
      ...{ name: 'other', version: '3', form: false, url: true, sampling: true, roots: false, progress: true },
    })
  })

  it('is nobody where there is no name', () => {
    expect(assistantIn(undefined, { info: undefined, capabilities: {} }, false)).toBeUndefined()
    expect(assistantIn(undefined, { info: { version: '1' }, capabilities: {} }, false)).toBeUndefined()
  })
})
