import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { ALL_CHOICES } from '../stranger/choices.ts'
import { startStranger } from '../stranger/stranger.ts'
import { breaking, unkept } from '../support/verifying.ts'
import { startWorld, type World } from '../support/world.ts'
import { type Asked, BROKEN, type Told } from './broken.ts'

/** What a service cannot be tried for with one credential that has every scope, or without provoking it. */
const UNTRIED = [/^untried LIM-1/, /^untried SCP-1/, /^untried ENV-5/]

/** Choices that are seen as an allowed difference, and at which promise. The others are read as they are. */
const SHOWN: Readonly<Record<string, string>> = {
  'creation: id_only': 'CRE-8 a creation without an instruction suggests some',
  'statuses: no_content': 'ENV-1 every success carries data',
  'languages: tags_names': 'LNG-1',
  'languages: strings': 'LNG-1',
  'languages: other': 'LNG-1',
  'languages: by_tag': 'LNG-1',
  'link: other': 'RES-1 the result is a link',
  'link: nested': 'RES-1 the result is a link',
  'link: redirect': 'RES-1 the result is a link',
  'file: redirects': 'RES-1 the result is a link',
  'times: epoch': 'ENV-2 timestamps are RFC 3339',
  'read_plan: absent': 'PLN-1 the current plan can be read',
  'read_plan: not_allowed': 'PLN-1 the current plan can be read',
  'read_plan: page': 'PLN-1 the current plan can be read',
  'rename: absent': 'BAT-6 a translation can be renamed',
  'rename: not_allowed': 'BAT-6 a translation can be renamed',
  'glossary: other': 'GLO-1',
  'glossary: absent': 'GLO-1',
  'upload: other': 'CRE-4 a completed upload',
  'upload: absent': 'CRE-4 a completed upload',
}

let started: Promise<World> | undefined
function ours(): Promise<World> {
  started ??= startWorld({ settings: { requests_per_minute: 1_000_000 } })
  return started
}

const found = async (to: Promise<readonly string[]>) =>
  (await to).filter(line => !UNTRIED.some(untried => untried.test(line)))

describe('the contract suite', () => {
  it('finds every promise kept at our own service [ENV-1] [ENV-2] [ENV-3] [ERR-2]', async () => {
    const { baseUrl, key } = await ours()
    expect(await found(unkept({ baseUrl, credential: key }, true))).toEqual([])
  })

  it('finds the promise of scopes kept at our own service, with a key that lacks some [SCP-1]', async () => {
    const { baseUrl, issueKey } = await ours()
    const { secret } = await issueKey(['account:read', 'batches:read'])
    const lines = await unkept({ baseUrl, credential: secret }, false)
    expect(lines.filter(line => !line.startsWith('untried '))).toEqual([])
    expect(lines.filter(line => line.includes('SCP-1'))).toEqual([])
  })

  it('finds no promise broken by a service that has no engine: it says so instead', async () => {
    const { baseUrl, key } = await startWorld({ settings: { engine: undefined, requests_per_minute: 1_000_000 } })
    const lines = await unkept({ baseUrl, credential: key }, true)
    expect(lines.filter(line => line.startsWith('broken '))).toEqual([])
    expect(lines.filter(line => line.startsWith('untried CRE-1 a creation costs nothing')).join()).toContain('engine')
  })

  it('deletes nothing that it did not make, also at a service that forgets the scopes [SCP-1]', async () => {
    const world = await ours()
    const terms = [{ source: 'cat', target: 'Katze' }]
    await world.call(api.glossaries.create, { body: { language_pair: 'en-de', terms } })
    const { secret } = await world.issueKey(['account:read'])
    const deleted: string[] = []
    const asked = ({ headers, ...given }: Asked): Asked => {
      if (given.method !== 'DELETE') return { ...given, headers }
      deleted.push(given.path)
      return { ...given, headers: { ...headers, authorization: `Bearer ${world.key}` } }
    }
    await unkept(
      { baseUrl: await breaking(world.baseUrl, world.key, { caught: '', asked }), credential: secret },
      false,
    )
    const silent = (told: Told): Told => ({ ...told, body: told.body.replace(/"scopes":\[[^\]]*\]/, '"scopes":"all"') })
    await unkept(
      { baseUrl: await breaking(world.baseUrl, world.key, { caught: '', asked, told: silent }), credential: world.key },
      false,
    )
    expect(deleted).toContain('/v1/glossaries/nonsense')
    expect(deleted).not.toContain('/v1/glossaries/en-de')
    const { terms: left } = await world.call(api.glossaries.get, { params: { language_pair: 'en-de' } })
    expect(left).toHaveLength(1)
    await world.call(api.glossaries.remove, { params: { language_pair: 'en-de' } })
  })

  it('approves no plan whose cost is above the bound, whatever the creation said [APR-3]', async () => {
    const { baseUrl, key } = await ours()
    const approved: string[] = []
    const asked = (given: Asked): Asked => {
      if (given.path.endsWith('/approve')) approved.push(given.body)
      return given
    }
    // The creation says 0 beside its plan; read again, the plan costs more than may be spent.
    const told = (answer: Told, { method, path }: Asked): Told => {
      const cost = method === 'POST' && path === '/v1/batches' ? '0' : '5000'
      return path.startsWith('/v1/batches')
        ? { ...answer, body: answer.body.replaceAll(/"credit_cost":\d+/g, `"credit_cost":${cost}`) }
        : answer
    }
    await unkept({ baseUrl: await breaking(baseUrl, key, { caught: '', asked, told }), credential: key }, true)
    expect(approved.length).toBeGreaterThan(0)
    expect(approved.filter(body => body.includes('pr_'))).toEqual([])
  })

  it.each(Object.entries(BROKEN))('catches a service that %s', async (_, service) => {
    const { baseUrl, key } = await ours()
    const lines = await unkept(
      { baseUrl: await breaking(baseUrl, key, service), credential: key },
      service.spend === true,
    )
    const broken = lines.filter(line => line.startsWith('broken '))
    expect(
      broken.filter(line => line.replace(/^broken \S+ /, '').startsWith(service.caught)),
      broken.join('\n'),
    ).not.toEqual([])
  })

  it.each(ALL_CHOICES)('calls it no broken promise that a stranger chose $dimension: $option', async choice => {
    const stranger = await startStranger([choice])
    try {
      const lines = await unkept({ baseUrl: stranger.url, credential: stranger.key }, true)
      expect(lines.filter(line => line.startsWith('broken '))).toEqual([])
      const shown = SHOWN[`${choice.dimension}: ${choice.option}`]
      if (shown !== undefined) expect(lines.filter(line => line.startsWith(`differs ${shown}`))).not.toEqual([])
    } finally {
      await stranger.close()
    }
  })
})
