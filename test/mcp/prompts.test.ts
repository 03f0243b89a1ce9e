import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { api } from '../../src/contract/operations.ts'
import { PROMPTS } from '../../src/mcp/prompts/index.ts'
import { HOSTS, type Host, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'pseudo' } })
  const terms = [{ source: 'sign in', target: 'inloggen' }]
  await world.call(api.glossaries.create, { body: { language_pair: 'en-nl', terms } })
})

const Listed = z.looseObject({
  prompts: z.array(
    z.looseObject({ name: z.string(), arguments: z.array(z.looseObject({ name: z.string(), required: z.boolean() })) }),
  ),
})
const Messages = z.looseObject({
  messages: z.array(
    z.looseObject({
      role: z.literal('user'),
      content: z.looseObject({ type: z.string(), text: z.string().optional(), resource: z.unknown().optional() }),
    }),
  ),
})
const Completed = z.looseObject({ completion: z.looseObject({ values: z.array(z.string()), hasMore: z.boolean() }) })

async function textOf(host: Host, name: string, given: Record<string, string>): Promise<string> {
  const { messages } = Messages.parse(await host.request('prompts/get', { name, arguments: given }))
  return messages.map(({ content }) => content.text ?? JSON.stringify(content.resource)).join('\n')
}

async function completed(host: Host, name: string, argument: string, value: string) {
  const ref = { type: 'ref/prompt', name }
  return Completed.parse(await host.request('completion/complete', { ref, argument: { name: argument, value } }))
    .completion
}

async function made(host: Host, name: string): Promise<string> {
  return madeIn(
    await host.call('create_batch', { content: `The text ${name}`, filename: `${name}.txt`, target_languages: ['de'] }),
  ).id
}

describe.each(HOSTS)('through %s', kind => {
  it('lists four prompts with their arguments [MCP-18]', async () => {
    const host = await world.open({ kind })
    const { prompts } = Listed.parse(await host.request('prompts/list'))
    expect(prompts.map(({ name, arguments: given }) => [name, ...given.map(one => one.name)])).toEqual([
      ['translate_file', 'file', 'languages', 'wishes'],
      ['review_plan', 'batch_id'],
      ['fix_translation', 'batch_id', 'wrong', 'language'],
      ['build_glossary', 'language_pair', 'from'],
    ])
  })

  it('translate_file begins with an exact call [MCP-18]', async () => {
    const host = await world.open({ kind })
    expect(
      await textOf(host, 'translate_file', { file: 'en.json', languages: 'de, pt-BR', wishes: 'Formal.' }),
    ).toContain('create_batch {"file_path":"en.json","target_languages":["de","pt-BR"],"instruction":"Formal."}')
    expect(await textOf(host, 'translate_file', { file: 'en.json', languages: 'German, pt-BR' })).toContain(
      'create_batch {"file_path":"en.json","instruction":"Translate into German, pt-BR."}',
    )
  })

  it('review_plan carries the plan as it is now [MCP-18]', async () => {
    const host = await world.open({ kind })
    const id = await made(host, `review-${kind.replace(' ', '')}`)
    const text = await textOf(host, 'review_plan', { batch_id: id })
    expect(text).toContain('Do not approve it yourself.')
    expect(text).toContain('plan_revision')
    await expect(textOf(host, 'review_plan', { batch_id: 'bat_none' })).rejects.toThrow(/not found/i)
  })

  it('names what is missing, unknown or too long [MCP-18, MCP-7]', async () => {
    const host = await world.open({ kind })
    await expect(textOf(host, 'fix_translation', { batch_id: 'bat_1', wrong: ' ' })).rejects.toThrow(
      'wrong is missing. fix_translation takes: batch_id, wrong, language.',
    )
    await expect(textOf(host, 'build_glossary', { language_pair: 'en-de', file: 'a' })).rejects.toThrow(
      'There is no argument "file". build_glossary takes: language_pair, from.',
    )
    await expect(textOf(host, 'build_glossary', { language_pair: 'e'.repeat(3000) })).rejects.toThrow('over 2000')
    await expect(textOf(host, 'translate', {})).rejects.toThrow('The prompts are: translate_file, review_plan')
  })

  it('completes translations, languages and glossaries [MCP-18, MCP-2]', async () => {
    const host = await world.open({ kind })
    const name = `complete-${kind.replace(' ', '')}`
    const made_id = await made(host, name)
    expect((await completed(host, 'review_plan', 'batch_id', made_id.slice(0, -1))).values).toContain(made_id)
    expect((await completed(host, 'fix_translation', 'batch_id', `${name.toUpperCase()}.t`)).values).toEqual([made_id])
    expect((await completed(host, 'build_glossary', 'language_pair', 'EN-N')).values).toEqual(['en-nl'])
    expect((await completed(host, 'translate_file', 'languages', 'fr, Swed')).values).toEqual(['fr, sv', 'fr, sv-FI'])
    expect((await completed(host, 'translate_file', 'languages', 'pt-b')).values).toEqual(['pt-BR'])
    expect(await completed(host, 'translate_file', 'wishes', 'a')).toMatchObject({ values: [] })
    expect(await completed(host, 'none', 'batch_id', '')).toMatchObject({ values: [] })
  })
})

describe('the prompts', () => {
  it('name no tool but those they declare [MCP-18]', async () => {
    const host = await world.open()
    const batch_id = await made(host, 'declared')
    const given: Record<string, string> = {
      batch_id,
      file: 'a.md',
      languages: 'de',
      wrong: 'x',
      language_pair: 'en-de',
    }
    for (const { name, uses, arguments: takes } of PROMPTS) {
      const values = Object.fromEntries(
        takes.flatMap(one => (given[one.name] ? [[one.name, given[one.name] ?? '']] : [])),
      )
      const { messages } = Messages.parse(await host.request('prompts/get', { name, arguments: values }))
      const said = messages.flatMap(({ content }) => content.text ?? []).join('\n')
      const named = new Set(
        said.match(
          /\b(?:get|create|plan|approve|translate|manage|list|update)_(?:batch|result|segments|glossary|batches|languages|account|usage)\b/g,
        ),
      )
      expect(
        [...named].filter(tool => !uses.some(use => use === tool)),
        name,
      ).toEqual([])
    }
  })

  it('are not offered where a tool that they need is left out [MCP-18]', async () => {
    const tools = { read_only: false, tools: [], exclude: ['approve_batch' as const] }
    const host = await world.open({}, { settings: { ...world.parts.settings, tools } })
    const { prompts } = Listed.parse(await host.request('prompts/list'))
    expect(prompts.map(({ name }) => name)).toEqual(['fix_translation', 'build_glossary'])
    await expect(textOf(host, 'translate_file', { file: 'a', languages: 'de' })).rejects.toThrow('Unknown prompt')
  })

  it('read the file over HTTP by no path [MCP-18]', async () => {
    const host = await world.open({}, { settings: { ...world.parts.settings, transport: 'http' } })
    expect(await textOf(host, 'translate_file', { file: 'en.json', languages: 'de' })).toContain(
      '{"filename":"en.json"',
    )
  })
})
