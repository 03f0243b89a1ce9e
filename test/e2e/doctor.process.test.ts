import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { VERSION } from '../../src/cli/version.ts'
import { dataDirIn, makePlace, type Place, runProgram, startProgram } from '../support/program.ts'

const Told = z.object({
  well: z.boolean(),
  findings: z.array(z.object({ name: z.string(), state: z.string(), said: z.string(), remedy: z.string().nullable() })),
  assistant: z.looseObject({ asked_in: z.string(), words: z.string() }).nullable(),
})

async function doctor(place: Place, words: readonly string[] = [], env: Record<string, string> = {}) {
  const { code, stdout } = await runProgram(['doctor', '--json', ...words], { place, env })
  const { findings, ...told } = Told.parse(JSON.parse(stdout))
  return { code, ...told, findings, of: (name: string) => findings.find(finding => finding.name === name) }
}

/** Starts the program as an assistant of these abilities does, and ends it when it has listed its tools. */
async function connect(place: Place, capabilities: object): Promise<void> {
  const { child, heard, ended } = startProgram([], { place })
  const say = (message: object) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const clientInfo = { name: 'Some Assistant', version: '7' }
  say({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities, clientInfo } })
  await heard('"id":1', 'stdout')
  say({ method: 'notifications/initialized' })
  say({ id: 2, method: 'tools/list' })
  await heard('"id":2', 'stdout')
  child.stdin.end()
  await ended
}

describe('doctor of the built program', () => {
  it('on a fresh machine breaks nothing, starts itself as an assistant would, and writes nothing', async () => {
    const place = makePlace()
    const told = await doctor(place)
    expect(told.findings.filter(({ state }) => state === 'broken')).toEqual([])
    expect([told.code, told.well, told.assistant]).toEqual([0, true, null])
    expect(told.of('stdio')?.said).toMatch(
      new RegExp(`^Started as an assistant does: \\d+ tools after .*${VERSION}\\.$`),
    )
    expect(place.written()).toEqual([])
  })

  it('finds a start that a variable breaks, in the words of the program', async () => {
    const told = await doctor(makePlace(), ['stdio', 'settings'], { TRANSLATION_CONSENT: 'maybe' })
    expect([told.code, told.of('settings')?.state, told.of('stdio')?.state]).toEqual([1, 'broken', 'broken'])
    expect(told.of('stdio')?.said).toContain('status 2: translation-mcp: TRANSLATION_CONSENT must be one of')
  })

  it('finds what else writes to standard output of a start', async () => {
    const place = makePlace()
    const file = join(place.work, 'noise.cjs')
    // Only a start over stdio has no argument.
    writeFileSync(file, "if (process.argv.length === 2) require('node:fs').writeSync(1, 'noise of a preload\\n')")
    const told = await doctor(place, ['stdio'], { NODE_OPTIONS: `--require=${file}` })
    expect(told.of('stdio')).toMatchObject({ state: 'broken', said: expect.stringContaining('noise of a preload') })
    expect(told.of('stdio')?.remedy).toContain('NODE_OPTIONS')
  })

  it('knows the assistant that connected last, and not itself', async () => {
    const place = makePlace()
    mkdirSync(join(dataDirIn(place), 'files'), { recursive: true, mode: 0o700 })
    await connect(place, { elicitation: { form: {} } })
    const told = await doctor(place, ['stdio', 'assistant'])
    expect(told.of('assistant')?.said).toMatch(/^Last seen: Some Assistant 7 \((?:just now|today)\): shows dialogs/)
    expect(told.assistant?.asked_in).toBe('dialog')
    await connect(place, {})
    const later = await doctor(place, ['assistant'], { TRANSLATION_CONSENT: 'required' })
    expect([later.code, later.of('assistant')?.state, later.assistant?.asked_in]).toEqual([1, 'broken', 'nowhere'])
  })
})
