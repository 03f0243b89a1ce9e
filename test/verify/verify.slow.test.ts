import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api, OPERATIONS } from '../../src/contract/operations.ts'
import { CHECKS } from '../../src/verify/checks/checks.ts'
import { type PromiseFinding, tryContract } from '../../src/verify/verify.ts'
import { ALL_CHOICES, type Choice, DIMENSIONS, dimensions, PLAIN } from '../stranger/choices.ts'
import { nameOf } from '../stranger/pairs.ts'
import { startStranger } from '../stranger/stranger.ts'
import { ROOT } from '../support/tree.ts'
import { breaking, keyElsewhere, unkept } from '../support/verifying.ts'
import { startWorld, type World } from '../support/world.ts'
import type { Asked, Told } from './breakage.ts'
import { BROKEN } from './broken.ts'

/** A stranger without a choice of its own, and what was found about each. */
const PLAIN_CHOICES: readonly Choice[] = []
const DIFFERENCES = new Map<readonly Choice[], readonly string[]>()

const MINUTE = 60_000
const PAGE = join(ROOT, 'docs', 'verify.md')

/** What has to be asked for, beside a credential with every scope. */
const NAMED: Readonly<Record<string, string>> = { spend: '`--spend`', second: 'a second key' }

/** What was found at our own service. */
const own: PromiseFinding[] = []

/** Choices that cannot be told from the plain one, and why. All others but the first of each dimension are an allowed difference. */
const UNSEEN: Readonly<Record<string, string>> = {
  'ids: digits': 'nothing: such an id is used like any other',
}

/** What is shown of each choice that was tried: promises. */
const shownOf = new Map<string, readonly string[]>()

let started: Promise<World> | undefined
function ours(): Promise<World> {
  started ??= startWorld({ settings: { requests_per_minute: 1_000_000 } })
  return started
}

let second: Promise<string> | undefined
function elsewhere(): Promise<string> {
  second ??= ours().then(keyElsewhere)
  return second
}

describe('the contract suite', () => {
  it('finds every promise kept at our own service [ENV-1] [ENV-2] [ENV-3] [ENV-5] [ERR-2] [SCP-1] [LIM-1]', async () => {
    const { clock, onFinding } = beforeTheMinuteEnds()
    const world = await startWorld({ settings: { requests_per_minute: 1000 }, clock })
    const to = { baseUrl: world.baseUrl, credential: world.key }
    const asked = { spend: true, maxCredits: 1000, second: await keyElsewhere(world), exceedRate: true }
    const { findings, left } = await tryContract(to, { ...asked, onFinding })
    expect(findings.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
    expect(left).toEqual([])
    own.push(...findings)
  })

  it('has a page with every promise and what is asked for it', async () => {
    expect(own).toHaveLength(Object.values(CHECKS).flat().length)
    const needs = new Map(Object.values(CHECKS).flatMap(checks => checks.map(({ promise, needs }) => [promise, needs])))
    const rows = own.map(({ id, promise, asked }) => {
      const wanted = (needs.get(promise) ?? []).filter(need => need in NAMED).map(need => NAMED[need])
      const requests = [...new Set(asked.map(templateOf))].join(', ') || 'those of others'
      return `| ${id} | ${promise.replaceAll('<', '\\<')} | ${requests} | ${wanted.join(', ')} |`
    })
    await writeSection('promises', ['| row | promise | requests | only with |', '|---|---|---|---|', ...rows])
  })

  it('says of our own service what it cannot try with one credential and without a flood of requests', async () => {
    const { baseUrl, key } = await ours()
    const lines = await unkept({ baseUrl, credential: key }, true)
    const why = lines.map(line => line.replace(/^untried .*: (?:.*, or )?/, ''))
    expect([...new Set(why)].sort()).toEqual([
      'run with --exceed-rate',
      'set TRANSLATION_SECOND_API_KEY',
      'set TRANSLATION_SECOND_API_KEY to such a key',
    ])
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
    await unkept({ baseUrl: await breaking(world.baseUrl, world.key, { asked }), credential: secret }, false)
    const silent = (told: Told): Told => ({ ...told, body: told.body.replace(/"scopes":\[[^\]]*\]/, '"scopes":"all"') })
    await unkept(
      { baseUrl: await breaking(world.baseUrl, world.key, { asked, told: silent }), credential: world.key },
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
    await unkept({ baseUrl: await breaking(baseUrl, key, { asked, told }), credential: key }, true)
    expect(approved.length).toBeGreaterThan(0)
    expect(approved.filter(body => body.includes('pr_'))).toEqual([])
  })

  it.each(Object.entries(BROKEN))('catches a service that %s', async (_, service) => {
    const { baseUrl, key } = await ours()
    const { caught, shown = [], spend = false, exceedRate = false } = service
    const to = { baseUrl: await breaking(baseUrl, key, service), credential: key }
    const wanted = [...caught.map(one => `broken ${one}`), ...shown.map(one => `differs ${one}`)]
    const missed = new Set(wanted)
    const run = new AbortController()
    const onFinding = ({ verdict, promise }: PromiseFinding) => {
      for (const one of wanted) if (`${verdict} ${promise}`.startsWith(one)) missed.delete(one)
      // What comes after the last of them would be tried for nothing.
      if (missed.size === 0) run.abort()
    }
    const how = { second: await elsewhere(), exceedRate, onFinding, signal: run.signal }
    const lines = await unkept(to, spend, how)
    expect([...missed], lines.join('\n')).toEqual([])
  })

  it.each(ALL_CHOICES.map(choice => [nameOf(choice), choice] as const))(
    'calls it an allowed difference, and no broken promise, that a stranger chose %s',
    async (name, choice) => {
      const [plain, lines] = [await differences(PLAIN_CHOICES), await differences([choice])]
      const shown = lines.filter(promise => !plain.includes(promise))
      shownOf.set(name, shown)
      const isPlain = PLAIN[choice.dimension] === choice.option
      expect({ name, isSeen: shown.length > 0 }).toEqual({ name, isSeen: !isPlain && UNSEEN[name] === undefined })
    },
  )

  it('has a page that says where each choice is seen; `npx vitest run --project slow test/verify -u` writes it', async () => {
    expect([...shownOf.keys()]).toEqual(ALL_CHOICES.map(nameOf))
    const lines = dimensions().flatMap(dimension => {
      const { title, options } = DIMENSIONS[dimension]
      const others = Object.entries(options).filter(([option]) => option !== PLAIN[dimension])
      return others.map(([option, words]) => `| ${title}: ${words} | ${seenAt(nameOf({ dimension, option }))} |`)
    })
    await writeSection('choices', ['| choice | shown at |', '|---|---|', ...lines])
  })
})

/**
 * The system's clock, which stands still for the flood of requests: a second before the minute ends that they are counted in, so that
 * the pause they are told is not waited for most of a minute. Once they are refused, the minute is over.
 */
function beforeTheMinuteEnds() {
  let ahead = 0
  let still: number | undefined
  const onFinding = ({ area, promise }: PromiseFinding) => {
    if (area === 'glossaries') still ??= Math.ceil(Date.now() / MINUTE) * MINUTE - 1000
    if (area !== 'limits' || !promise.startsWith('a request beyond the rate')) return
    still = undefined
    ahead = MINUTE
  }
  return { clock: () => still ?? Date.now() + ahead, onFinding }
}

/** Compares a section of the page with these lines, or writes them there. */
async function writeSection(name: string, lines: readonly string[]): Promise<void> {
  const page = readFileSync(PAGE, 'utf8')
  const section = new RegExp(`(?<=<!-- ${name} -->\\n)[\\s\\S]*?(?=<!-- /${name} -->)`)
  expect(page).toMatch(section)
  await expect(page.replace(section, () => `\n${lines.join('\n')}\n\n`)).toMatchFileSnapshot(PAGE)
}

/** A request with names in place of what it names, as the contract writes its path. */
function templateOf(asked: string): string {
  const [method = '', path = ''] = asked.split(' ')
  const known = OPERATIONS.find(
    one => one.method === method && new RegExp(`^${one.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )
  return known === undefined ? `${method} ${path}` : `${method} ${known.path}`
}

/** Where a choice is seen: the first promise and how many more. */
function seenAt(name: string): string {
  const [first, ...more] = shownOf.get(name) ?? []
  return first === undefined
    ? (UNSEEN[name] ?? 'nothing')
    : `${first}${more.length === 0 ? '' : `, and ${more.length} more`}`
}

/** The promises at which a stranger with these choices differs from what is assumed. It breaks none. */
async function differences(choices: readonly Choice[]): Promise<readonly string[]> {
  const known = DIFFERENCES.get(choices)
  if (known !== undefined) return known
  const stranger = await startStranger(choices)
  try {
    const to = { baseUrl: stranger.url, credential: stranger.key }
    const { findings } = await tryContract(to, { spend: true, maxCredits: 1000 })
    const of = (verdict: string) => findings.filter(one => one.verdict === verdict)
    expect(of('broken')).toEqual([])
    const promises = of('differs').map(({ promise }) => promise)
    DIFFERENCES.set(choices, promises)
    return promises
  } finally {
    await stranger.close()
  }
}
