import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { createClient } from '../../src/client/client.ts'
import { api } from '../../src/contract/operations.ts'
import { makePlace } from '../support/program.ts'
import { ROOT } from '../support/tree.ts'
import { srt } from './toy/subtitles/srt.ts'

const TOY = join(ROOT, 'test/formats/toy/subtitles/srt.ts')
const LINE = "export { srt } from './subtitles/srt.ts'\n"

/** A copy of the source with the toy family in it, and what of it is not as it was. */
function copyWithToy(): { folder: string; changed: string[] } {
  // Below node_modules, so that the bundles find the packages that they leave outside.
  const cache = join(ROOT, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'family-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true })
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  const formats = join(folder, 'src/formats')
  mkdirSync(join(formats, 'subtitles'))
  const toy = readFileSync(TOY, 'utf8').replaceAll('../../../../src/formats/', '../')
  writeFileSync(join(formats, 'subtitles/srt.ts'), toy)
  const registry = readFileSync(join(formats, 'registry.ts'), 'utf8')
  writeFileSync(join(formats, 'registry.ts'), registry + LINE)
  const files = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
  const changed = files.filter(name => {
    const [copy, own] = [join(folder, 'src', name), join(ROOT, 'src', name)]
    if (!statSync(copy).isFile()) return false
    return statSync(own, { throwIfNoEntry: false }) === undefined || !readFileSync(copy).equals(readFileSync(own))
  })
  return { folder, changed: changed.sort() }
}

async function bundled(folder: string): Promise<string> {
  const dir = join(folder, 'dist')
  const shared = { platform: 'node', external: (id: string) => /^[^./\0]/.test(id), logLevel: 'silent' } as const
  const main = { main: join(folder, 'src/cli/main.ts') }
  await build({ ...shared, input: main, output: { dir, entryFileNames: '[name].js' } })
  await build({ ...shared, input: { thread: join(folder, 'src/service/worker/thread.ts') }, output: { dir } })
  writeFileSync(join(dir, 'package.json'), '{"type": "module"}')
  return join(dir, 'main.js')
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

it('is a folder and a line of the registry: its files go from creation to the result, and nothing else was changed [CRE-8, RES-1]', async () => {
  const { folder, changed } = copyWithToy()
  expect(changed).toEqual(['formats/registry.ts', 'formats/subtitles/srt.ts'])
  const client = await clientOf(await bundled(folder))

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
