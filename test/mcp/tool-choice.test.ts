import { beforeAll, describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.ts'
import { toolChoiceOf } from '../../src/cli/chosen-tools.ts'
import { readSettings } from '../../src/cli/config.ts'
import { chosenTools, TOOL_NAMES, type ToolChoice } from '../../src/mcp/tool-choice.ts'
import { TOOLS } from '../../src/mcp/tools/index.ts'
import { HOSTS, type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

const ALL: ToolChoice = { read_only: false, tools: [], exclude: [] }

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'pseudo' } })
})

const withChoice = (choice: Partial<ToolChoice>, agent = true) => ({
  settings: { ...world.parts.settings, agent, tools: { ...ALL, ...choice } },
})

const namesIn = (listed: Record<string, unknown>) =>
  Array.isArray(listed.tools) ? listed.tools.map(({ name }: { name: string }) => name) : []

describe('the names of the tools', () => {
  it('are those of the tools, in their order', () => {
    expect(TOOLS.map(({ name }) => name)).toEqual(TOOL_NAMES)
  })

  it('that --read-only leaves are those whose effect is to read [MCP-18]', () => {
    const reading = TOOLS.filter(({ effect }) => effect === 'read').map(({ name }) => name)
    expect(chosenTools({ ...ALL, read_only: true })).toEqual(reading)
  })
})

describe.each(HOSTS)('through %s', kind => {
  it('--read-only leaves no tool that changes, spends or writes, and outranks --tools [MCP-18]', async () => {
    const host = await world.open({ kind }, withChoice({ read_only: true, tools: ['get_batch', 'approve_batch'] }))
    expect(namesIn(await host.request('tools/list'))).toEqual(['get_batch'])
    for (const name of TOOL_NAMES.filter(one => one !== 'get_batch')) {
      await expect(host.call(name), name).rejects.toThrow('Unknown tool. The tools are: get_batch')
    }
  })

  it('--tools and --exclude choose, and --exclude outranks --tools [MCP-18]', async () => {
    const host = await world.open({ kind }, withChoice({ tools: ['get_account', 'get_usage'], exclude: ['get_usage'] }))
    expect(namesIn(await host.request('tools/list'))).toEqual(['get_account'])
    expect((await host.call('get_account')).failed).toBe(false)
    await expect(host.call('get_usage')).rejects.toThrow('Unknown tool')
  })
})

const CHOICES: readonly Partial<ToolChoice>[] = [
  { read_only: true },
  { exclude: ['approve_batch'] },
  { exclude: ['get_result', 'plan_batch', 'get_account'] },
  { tools: ['create_batch', 'get_batch'] },
  { tools: ['list_batches', 'get_glossary', 'get_usage', 'list_languages', 'update_batch'] },
]

describe('where tools are left out', () => {
  it.each(CHOICES)('no text names one of them: %o [MCP-18, MCP-7]', async choice => {
    const whole = await world.open()
    const { id, approval } = madeIn(
      await whole.call('create_batch', {
        content: `Number ${CHOICES.indexOf(choice)}`,
        filename: 'a.txt',
        target_languages: ['de'],
      }),
    )
    const host = await world.open({}, withChoice(choice))
    const tries = [
      ['create_batch', { content: 'Save', filename: 'b.txt', target_languages: ['de'] }],
      ['create_batch', { content: 'Save', filename: 'c.txt' }],
      ['create_batch', { file_path: '/nowhere/a.txt' }],
      ['plan_batch', { batch_id: id }],
      ['get_batch', { batch_id: id }],
      ['get_batch', { batch_id: 'bat_none' }],
      ['approve_batch', { ...approval, batch_id: 'bat_none' }],
      ['get_result', { batch_id: id }],
      ['list_batches', {}],
      ['list_batches', { cursor: 'wrong' }],
      ['update_batch', { batch_id: id }],
      ['get_account', {}],
      ['get_usage', { from: '2020-01-02', to: '2020-01-01' }],
      ['list_languages', { search: 'none such' }],
      ['get_glossary', {}],
      ['get_glossary', { language_pair: 'en-xx' }],
      ['manage_glossary', { action: 'delete', language_pair: 'en-ja' }],
    ] as const
    await host.request('tools/list')
    await host.request('prompts/list').catch(() => undefined)
    await host.request('resources/list')
    await host.request('resources/templates/list')
    const left = chosenTools({ ...ALL, ...choice })
    for (const [tool, input] of tries) if (left.includes(tool)) await host.call(tool, input)
    const unlisted = TOOL_NAMES.filter(name => !left.includes(name))
    const named = new RegExp(`\\b(?:${unlisted.join('|')})\\b`)
    for (const message of [host.instructions ?? '', ...host.wire]) {
      expect(named.exec(message) && message.slice(Math.max(0, message.search(named) - 200))).toBeNull()
    }
  })

  it('the next step says what this server does not offer [MCP-18]', async () => {
    const host = await world.open({}, withChoice({ exclude: ['approve_batch'] }))
    const told = await host.call('create_batch', { content: 'Not here', filename: 'd.txt', target_languages: ['de'] })
    expect(told.data.next_step).toBe(
      'tell the person: approving the cost comes next, and this server does not offer it to assistants',
    )
  })
})

describe('the settings', () => {
  const choiceOf = (...argv: string[]) => toolChoiceOf(readSettings(readArguments(argv), {}))

  it('take names separated by commas, and name one that does not exist [MCP-18]', () => {
    expect(choiceOf('--tools', 'get_batch, get_usage', '--exclude', 'get_usage', '--read-only')).toEqual({
      ...{ read_only: true, tools: ['get_batch', 'get_usage'], exclude: ['get_usage'] },
    })
    expect(() => choiceOf('--tools', 'get_batches')).toThrow(
      '--tools: there is no tool "get_batches". Did you mean get_batch?',
    )
    expect(() => choiceOf('http', '--exclude', 'something')).toThrow('The tools are: create_batch, plan_batch')
  })

  it('refuse a choice that leaves nothing', () => {
    expect(() => choiceOf('--read-only', '--tools', 'approve_batch')).toThrow('leave no tool')
  })
})
