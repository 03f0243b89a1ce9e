import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { createClient } from '../../src/client/client.ts'
import { api } from '../../src/contract/operations.ts'
import { makePlace } from '../support/program.ts'
import { copySource } from '../support/source-copy.ts'
import { ROOT } from '../support/tree.ts'
import { srt } from './toy/captions/srt.ts'

const TOY = join(ROOT, 'test/formats/toy/captions')
const FILES = ['facts.ts', 'srt.ts']
const FACTS = "import { srtFacts } from './captions/facts.ts'\n"
const LOADED = "  { facts: srtFacts, load: async () => (await import('./captions/srt.ts')).srt },\n"
/** The lines of the family that reads such files: the toy takes its place. */
const OWN = /^.*\/subtitles\/.*\n/gm

/** The program with the toy family: its folder, and its two lines in the registry. */
async function programWithToy(): Promise<{ program: string; changed: string[] }> {
  const copy = copySource()
  for (const name of FILES) {
    const text = readFileSync(join(TOY, name), 'utf8')
    copy.write(`formats/captions/${name}`, text.replaceAll('../../../../src/formats/', '../'))
  }
  copy.change('formats/registry.ts', text => FACTS + text.replace(OWN, '').replace(/^\]$/m, `${LOADED}]`))
  return { program: await copy.build(), changed: copy.changed() }
}

/** A client of a service that this program starts. */
async function clientOf(program: string) {
  const place = makePlace()
  const child = spawn(process.execPath, [program, 'service', '--engine', 'pseudo', '--json'], {
    cwd: place.work,
    env: { PATH: process.env.PATH ?? '', HOME: place.home, TMPDIR: place.temporary },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', resolve)
    child.once('close', code => reject(new Error(`The service ended with ${code}.`)))
  })
  const started = z.object({ base_url: z.string(), key_file: z.string() }).parse(JSON.parse(said))
  const connection = { baseUrl: started.base_url, credential: readFileSync(started.key_file, 'utf8').trim() }
  const client = createClient({ connect: async () => connection, userAgent: 'translation-mcp/test' })
  onTestFinished(() => client.close())
  return client
}

const FILM = [
  '1\r\n00:00:01,000 --> 00:00:02,500\r\nGood morning.\r\n',
  '2\r\n00:00:03,000 --> 00:00:05,000\r\nDid you sleep well\r\nin your <i>new</i> house?\r\n',
  '3\r\n00:00:06,000 --> 00:00:07,000\r\n– – –\r\n',
].join('\r\n')

it('is a folder and two lines of the registry: its files go from creation to the result, and nothing else was changed [CRE-8, RES-1]', async () => {
  const { program, changed } = await programWithToy()
  expect(changed).toEqual([...FILES.map(name => `formats/captions/${name}`), 'formats/registry.ts'])
  const client = await clientOf(program)

  const { data: account } = await client.call(api.account.get, {})
  expect(account.capabilities.supported_formats).toEqual(expect.arrayContaining([...srt.extensions]))

  const instruction = 'Translate into German. Skip the timestamps.'
  const { data: made } = await client.call(api.batches.create, {
    body: { content: FILM, filename: `film.${srt.extensions[0]}`, instruction },
  })
  expect(made.plan).toMatchObject({
    included: [{ part: 'cue', segments: 2, words: 10 }],
    not_included: [{ part: 'cue', reason: 'not text', words: 0 }],
    not_understood: [],
  })

  const params = { batch_id: made.batch.id }
  await client.call(api.batches.approve, { params, body: { expected_plan_revision: made.plan_revision ?? '' } })
  const status = async () => (await client.call(api.batches.get, { params })).data.status
  await expect.poll(status, { interval: 20, timeout: 20_000 }).toBe('completed')
  const { data: result } = await client.call(api.batches.result, { params })
  const lines = (await (await fetch(result.url)).text()).split('\r\n')
  expect(lines[2]).toMatch(/^⟦de .*⟧$/)
  expect(lines.slice(6, 8).join('\n')).toMatch(/^⟦de .*\n.*<i>.*<\/i>.*⟧$/)
  const kept = (all: readonly string[]) => all.filter((_, at) => ![2, 6, 7].includes(at))
  expect(kept(lines)).toEqual(kept(FILM.split('\r\n')))
})
