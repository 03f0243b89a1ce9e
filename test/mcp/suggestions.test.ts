import { expect, it } from 'vitest'
import { type Host, madeIn, startMcpWorld } from '../support/mcp.ts'

/** Has a file handed out to translate: what the assistant reads, and the call that answers. */
async function handed(host: Host, file_path: string) {
  const { approval } = madeIn(await host.call('create_batch', { file_path, target_languages: ['de'] }))
  const { text } = await host.call('translate_segments', approval)
  const answer = (...translations: string[]) => host.call('translate_segments', { ...approval, translations })
  return { text, answer }
}

it('an assistant sees earlier translations of the same text in another place, and of similar texts [ENG-4, MCP-15]', async () => {
  const world = await startMcpWorld({ service: { engine: 'agent' } })
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const first = { menu: { open: 'Open' }, help: 'The file could not be saved to this folder.' }
  const one = await handed(host, world.file('one.json', JSON.stringify(first)))
  expect(one.text).not.toContain('translated')
  const done = await one.answer('1 Öffnen', '2 Die Datei konnte nicht in diesem Ordner gespeichert werden.')
  expect(done.data).toMatchObject({ done: true, rejected: [] })

  const second = {
    status: { open: 'Open' },
    help: 'The file could not be moved to this folder.',
    other: 'Nothing here is known already.',
  }
  const two = await handed(host, world.file('two.json', JSON.stringify(second)))
  expect(two.text).toContain('about 1: translated elsewhere as «Öffnen»')
  expect(two.text).toContain(
    'about 2: like «The file could not be saved to this folder.», translated as «Die Datei konnte nicht in diesem Ordner gespeichert werden.»',
  )
  expect(two.text).not.toContain('about 3')
})

it('without a memory nothing is suggested [ENG-4]', async () => {
  const world = await startMcpWorld({ service: { engine: 'agent', memory: false } })
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const one = await handed(host, world.file('one.json', '{"menu":{"open":"Open"}}'))
  await one.answer('1 Öffnen')
  const two = await handed(host, world.file('two.json', '{"status":{"open":"Open"}}'))
  expect(two.text).not.toContain('about 1')
})
