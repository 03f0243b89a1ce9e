import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

function written(name: string, content: string): string {
  const file = path.join(world.folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
  return file
}

it('a text that shows no language has that of its folder; one that does keeps its own [CRE-2, FMT-4]', async () => {
  const host = await world.open()
  const planned = async (file_path: string, more = {}) => {
    const { id } = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'], ...more }))
    const { plan } = await world.call(api.batches.getPlan, { params: { batch_id: id } })
    return [plan?.source_language, plan?.source_language_from, ...(plan?.advice ?? [])]
  }
  const short = '{"ok":"OK","mode":"Mode"}'
  expect(await planned(written('app/locales/fr/common.json', short))).toEqual(['fr', 'folder'])
  expect(await planned(written('app/it/notes/common.json', short))).toEqual(['en', 'default'])
  const said = { source_language: 'es' }
  expect(await planned(written('web/locales/fr/common.json', short), said)).toEqual(['es', 'instruction'])
  const english = '{"hello":"Welcome back, please sign in with the address that we know of you."}'
  expect(await planned(written('shop/locales/fr/common.json', english))).toEqual([
    'en',
    'detected',
    'The folder of the file says French (fr), but the text looks English (en). Taken: English. Say “from French” if that is wrong.',
  ])
  expect(await planned(written('shop/src/ml/common.json', english))).toEqual(['en', 'detected'])
  // A folder named like a language that is not supported.
  expect(await planned(written('sm/common.json', short))).toEqual(['en', 'default'])
  // From a language into itself: the plan stays as it was.
  expect(await planned(written('app/locales/de/common.json', short))).toEqual(['en', 'default'])
})

it('a folder that says what would be assumed is the reason, also of a catalogue [CRE-2, FMT-4]', async () => {
  const host = await world.open()
  const from = async (file_path: string) => {
    const made = await host.call('create_batch', { file_path, target_languages: ['de'] })
    return /From .*? into/.exec(made.text)?.[0]
  }
  expect(await from(written('_locales/en/messages.json', '{"ok":{"message":"OK"}}'))).toBe(
    'From English (en) (as its folder says) into',
  )
  const po = 'msgid ""\nmsgstr "Language: \\n"\n\nmsgid "OK"\nmsgstr ""\n'
  expect(await from(written('en/LC_MESSAGES/x.po', po))).toBe('From English (en) (as its folder says) into')
  expect(await from(written('fr/LC_MESSAGES/x.po', po))).toBe('From English (en) (assumed) into')
})

it('the translations that a catalogue has are in the language of its folder, where its header says none [RES-2, FMT-4]', async () => {
  const host = await world.open()
  const po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Save"\nmsgstr "Spara"\n'
  const { id } = madeIn(
    await host.call('create_batch', { file_path: written('sv/LC_MESSAGES/x.po', po), target_languages: ['de'] }),
  )
  const { plan } = await world.call(api.batches.getPlan, { params: { batch_id: id } })
  expect(plan?.included).toEqual([{ part: 'messages', segments: 1, words: 1 }])
})

it('a file that is found again keeps its plan, with the doubt about its folder [CRE-10]', async () => {
  const host = await world.open()
  const file_path = written('again/locales/fr/common.json', '{"a":"Welcome back, please sign in with your address."}')
  const call = () => host.call('create_batch', { file_path, target_languages: ['de'] })
  const [first, again] = [await call(), await call()]
  expect(first.text).toContain('The folder of the file says French (fr)')
  expect(madeIn(again)).toEqual(madeIn(first))
  expect(again.text).toContain('The folder of the file says French (fr)')
})

it('a file that is planned later has the language of its folder, too [CRE-2]', async () => {
  const host = await world.open()
  const file_path = written('later/locales/fr/common.json', '{"ok":"OK","mode":"Mode"}')
  const { id: batch_id } = madeIn(await host.call('create_batch', { file_path }))
  const planned = await host.call('plan_batch', { batch_id, target_languages: ['de'] })
  expect(planned.text).toContain('From French (fr) (as its folder says) into German (de).')
  const refined = await host.call('plan_batch', { batch_id, instruction: 'also Spanish' })
  expect(refined.text).toContain('From French (fr) (as its folder says) into German (de) and Spanish (es).')
})

it('a file whose translation was approved is found, though its folder says the target [CRE-10]', async () => {
  const host = await world.open()
  const file_path = written('done/locales/de/common.json', '{"ok":"OK","mode":"Mode"}')
  const call = () => host.call('create_batch', { file_path, target_languages: ['de'] })
  const { id, approval } = madeIn(await call())
  await world.call(api.batches.approve, {
    params: { batch_id: id },
    body: { expected_plan_revision: approval.plan_revision },
  })
  expect(madeIn(await call()).id).toBe(id)
})
