import { describe, expect, it } from 'vitest'
import { CONNECTION_DAYS, offerOf, returnOf, wideningOf } from '../../../src/service/oauth/consent.ts'

const [API, MCP] = ['https://translate.example/v1', 'https://translate.example/mcp']

describe('the offer of a consent', () => {
  it('holds what is asked for and known, apart from what the ceiling leaves out [OAU-2] [OAU-3]', () => {
    const scope = 'openid account:read batches:create offline_access admin'
    expect(offerOf({ scope, resource: MCP }, [API, MCP], ['account:read', 'usage:read'])).toEqual({
      resources: [MCP],
      requested: ['account:read', 'batches:create'],
      offered: ['account:read'],
      overCeiling: ['batches:create'],
      openid: ['openid', 'offline_access'],
    })
  })

  it('names each resource that is asked for and known, and none for nothing [OAU-1]', () => {
    const resources = (resource?: unknown) => offerOf({ resource }, [API, MCP], []).resources
    expect(resources([MCP, API, 'https://evil.example/'])).toEqual([API, MCP])
    expect(resources()).toEqual([])
    expect(offerOf({}, [API], ['account:read'])).toMatchObject({ requested: [], offered: [], openid: [] })
  })
})

describe('where an approval goes', () => {
  it.each([
    ['https://agent.example/cb', 'agent.example', false, 'https://agent.example'],
    ['http://127.0.0.1:14523/cb', '127.0.0.1:14523', true, 'http://127.0.0.1:14523'],
    ['http://agent.example/cb', 'agent.example', false, 'http://agent.example'],
    ['com.example.agent:/cb', 'com.example.agent:', false, 'com.example.agent:'],
  ])('to %s is said and let through by the page [OAU-2]', (redirect, to, loopback, target) => {
    expect(returnOf(redirect)).toEqual({ to, loopback, formTargets: [target] })
  })

  it('is nowhere for what is no address: a device [OAU-2]', () => {
    for (const redirect of [undefined, 7, 'no address', ['https://agent.example/cb']]) {
      expect(returnOf(redirect)).toEqual({ to: null, loopback: false, formTargets: [] })
    }
  })
})

it('the command that widens a ceiling names the workspace where it is not the first [OAU-3]', () => {
  const widen = (slug: string) => wideningOf({ name: 'Ada L', slug }, ['usage:read', 'batches:create'])
  const command = "translation-mcp members set 'Ada L' --scopes +usage:read,+batches:create"
  expect(widen('local')).toBe(command)
  expect(widen('team')).toBe(`${command} --workspace team`)
})

it('a connection holds for ninety days at most [OAU-1]', () => {
  expect(CONNECTION_DAYS).toBe(90)
})
