import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { createClient } from '../../../src/client/client.ts'
import { api } from '../../../src/contract/operations.ts'
import { makePlace, runProgram, startProgram } from '../../support/program.ts'
import { copySource } from '../../support/source-copy.ts'
import { ROOT } from '../../support/tree.ts'
import { toy } from './toy/about.ts'

const REGISTRY = 'service/engine/registry.ts'
const LINE = "export { toy } from './toy/about.ts'\n"
const FOLDER = 'service/engine/toy'
const KEY = 'wind-me-up'

/** The program with a toy engine: its folder, and its line in the registry. */
async function programWithToy(): Promise<{ program: string; changed: string[] }> {
  const copy = copySource()
  for (const name of ['about.ts', 'toy.ts']) {
    const text = readFileSync(join(ROOT, 'test', FOLDER, name), 'utf8')
    copy.write(`${FOLDER}/${name}`, text.replaceAll('../../../../src/service/engine/', '../'))
  }
  copy.change(REGISTRY, text => text + LINE)
  return { program: await copy.build(), changed: copy.changed() }
}

/** A client of a service that this program starts on a folder. */
async function clientOf(program: string, args: readonly string[], env: Record<string, string>, marked = false) {
  const place = makePlace()
  if (marked) {
    mkdirSync(join(place.work, 'engine-keys'))
    writeFileSync(join(place.work, 'engine-keys', 'toy'), 'one\n')
  }
  const running = startProgram(['service', '--json', '--data-dir', place.work, ...args], { place, env, program })
  await running.heard('key_file', 'stdout')
  const started = z.object({ base_url: z.string(), key_file: z.string() }).parse(JSON.parse(running.said('stdout')))
  const connection = { baseUrl: started.base_url, credential: readFileSync(started.key_file, 'utf8').trim() }
  const client = createClient({ connect: async () => connection, userAgent: 'translation-mcp/test' })
  onTestFinished(() => client.close())
  return client
}

const body = { content: 'Good morning.\n', filename: 'a.txt', instruction: 'From English into German.' }

it('an engine is a folder and its line in the registry: settings, help, key, choice and plans follow [ENG-1, KEY-3]', async () => {
  const { program, changed } = await programWithToy()
  expect(changed).toEqual([REGISTRY, `${FOLDER}/about.ts`, `${FOLDER}/toy.ts`])

  const run = async (args: readonly string[], env: Record<string, string> = {}) =>
    (await runProgram(args, { place: makePlace(), env, program })).stdout
  const help = await run(['help', 'settings'])
  expect(help).toContain('  --toy-mood WORD  TRANSLATION_TOY_MOOD\n      how the toy feels (default: merry)\n')
  expect(help).toContain(`  TRANSLATION_TOY_API_KEY\n      ${toy.key?.help}`)
  expect(help.replace(/\s+/g, ' ')).toMatch(
    /agent, openai, deepl, apertium, pseudo, toy; .*\(default: the toy whose key is set; else /,
  )
  expect(await run(['engine-keys', '--help'])).toContain('engine-keys set openai|deepl|toy')

  const env = { TRANSLATION_TOY_API_KEY: KEY }
  expect(await run(['engine-keys', 'list'], env)).toMatch(/^toy {2}TRANSLATION_TOY_API_KEY$/m)
  expect(await run(['status'], env)).toMatch(/^engine: +toy: a toy translates\n(?:.*\n)*?engine keys: +toy from TRAN/m)

  const unset = await clientOf(program, ['--engine', 'toy'], {})
  const lacking = '“toy”, which needs TRANSLATION_TOY_API_KEY. Set it'
  await expect(unset.call(api.batches.create, { body })).rejects.toThrow(lacking)
  const unread = await clientOf(program, [], {}, true)
  const locked = /“toy” is in this system's keyring.* set TRANSLATION_TOY_API_KEY/
  await expect(unread.call(api.batches.create, { body })).rejects.toThrow(locked)

  const client = await clientOf(program, ['--toy-mood', 'sleepy'], env)
  const { data: made } = await client.call(api.batches.create, { body })
  expect(made.plan).toMatchObject({
    ...{ engine: 'toy', text_goes_to: 'a box of sleepy toys', credit_cost: 0 },
    billing: { who: 'operator', unit: 'characters', estimate: 13 },
    advice: ['A toy may break.'],
  })
  const params = { batch_id: made.batch.id }
  await client.call(api.batches.approve, { params, body: { expected_plan_revision: made.plan_revision ?? '' } })
  const status = async () => (await client.call(api.batches.get, { params })).data.status
  await expect.poll(status, { interval: 20, timeout: 20_000 }).toBe('completed')
  const { data: result } = await client.call(api.batches.result, { params })
  expect(await (await fetch(result.url)).text()).toBe('10 sleepy: Good morning.\n')
  // It builds the program and starts it seven times.
}, 120_000)
