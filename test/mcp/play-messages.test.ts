import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

const ACCEPT = [{ action: 'accept' }] as const
const MESSAGES = "# The door\ngreeting = Good morning, {0}\nbye = It''s late, see you soon\n"

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

it('takes messages of Play, whose names have no extension, to a result beside them [MCP-1, MCP-10]', async () => {
  const host = await world.open({ answers: ACCEPT })
  const file_path = world.file('one/conf/messages', MESSAGES)
  const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['pt-BR'] }))
  await host.call('approve_batch', made.approval)
  const refused = await host.call('get_result', { batch_id: made.id, save_to: 'one/conf/messages.txt' })
  expect(refused).toMatchObject({
    failed: true,
    text: expect.stringContaining(
      'the result is a messages file of Play, and «one/conf/messages.txt» does not end in a name such as messages.pt-BR.',
    ),
  })
  const saved_to = join(world.folder, 'one/conf/messages.pt-BR')
  expect((await host.call('get_result', { batch_id: made.id })).data).toMatchObject({ saved_to })
  expect(readFileSync(saved_to, 'utf8')).toMatch(/^# The door\ngreeting = \S.*\{0\}.*\nbye = \S.*''.*\n$/)
})

it('knows the language of their names, and saves several as a file each [MCP-10]', async () => {
  const host = await world.open({ answers: ACCEPT })
  const file_path = world.file('several/conf/messages.en', MESSAGES)
  const made = madeIn(await host.call('create_batch', { file_path, target_languages: ['de', 'fr'] }))
  await host.call('approve_batch', made.approval)
  const { data } = await host.call('get_result', { batch_id: made.id })
  const at = (name: string) => join(world.folder, 'several/conf', name)
  expect(JSON.stringify(data)).toContain(at('messages.de'))
  expect(JSON.stringify(data)).toContain(at('messages.fr'))
  expect(readFileSync(at('messages.fr'), 'utf8')).toMatch(/^# The door\n/)
  const zip = await host.call('get_result', { batch_id: made.id, save_to: 'several/all.zip' })
  expect(zip.data).toMatchObject({ saved_to: join(world.folder, 'several/all.zip') })
})
