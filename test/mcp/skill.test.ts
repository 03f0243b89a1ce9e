import { createHash } from 'node:crypto'
import { skillEntry } from '@modelcontextprotocol/server/ext/skills'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { SKILL_NAME, SKILL_TEXT, SKILL_USES } from '../../src/mcp/skill/translate-files.ts'
import { TOOL_NAMES } from '../../src/mcp/tool-choice.ts'
import { HOSTS, type McpWorld, startMcpWorld } from '../support/mcp.ts'

const Skills = z.looseObject({
  skills: z.array(
    z.looseObject({ uri: z.string(), resources: z.array(z.looseObject({ uri: z.string(), digest: z.string() })) }),
  ),
})
const Contents = z.looseObject({ contents: z.array(z.looseObject({ uri: z.string(), text: z.string() })) })

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

describe.each(HOSTS)('through %s', kind => {
  it('the workflow is a skill, whose text has the digest of its entry [MCP-18]', async () => {
    const host = await world.open({ kind })
    const { skills } = Skills.parse(await host.request('skills/list'))
    const uri = skills[0]?.uri ?? ''
    const { contents } = Contents.parse(await host.request('resources/read', { uri }))
    const text = contents[0]?.text ?? ''
    expect(text).toBe(SKILL_TEXT)
    expect(skills[0]?.resources).toMatchObject([
      { uri, digest: `sha256:${createHash('sha256').update(text).digest('hex')}` },
    ])
    expect(await host.request('skills/get', { uri })).toMatchObject({ skill: skills[0] })
    await expect(host.request('skills/get', { uri: 'skill://other/SKILL.md' })).rejects.toThrow('There is no skill')
    await expect(host.request('resources/read', { uri: 'skill://other/SKILL.md' })).rejects.toThrow(/not found/i)
  })
})

describe('the skill', () => {
  it('has the entry that the SDK of the protocol makes of its text [MCP-18]', async () => {
    const host = await world.open()
    expect(await host.request('skills/list')).toMatchObject({
      skills: [await skillEntry(SKILL_NAME, { 'SKILL.md': SKILL_TEXT })],
    })
  })

  it('names exactly the tools that it needs [MCP-18]', () => {
    expect(TOOL_NAMES.filter(name => SKILL_TEXT.includes(`\`${name}\``))).toEqual(
      TOOL_NAMES.filter(name => SKILL_USES.includes(name)),
    )
  })

  it('is not offered where a tool that it needs is left out [MCP-18]', async () => {
    const tools = { read_only: true, tools: [], exclude: [] }
    const host = await world.open({}, { settings: { ...world.parts.settings, tools } })
    await expect(host.request('skills/list')).rejects.toThrow(/not found/i)
    expect(JSON.stringify(await host.request('resources/list'))).not.toContain('skill://')
  })
})
