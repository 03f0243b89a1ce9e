/**
 * What our own layers cost around a call, without a protocol between: the same two requests made with undici directly, through
 * the client, and through the tool. Argument: the address of the API. Prints microseconds a time for each, and ends.
 */

import { Agent, request } from 'undici'
import { createClient } from '../../src/client/client.ts'
import { api } from '../../src/contract/operations.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import type { CallContext } from '../../src/mcp/context.ts'
import { createFolders } from '../../src/mcp/files/folders.ts'
import { createWritten } from '../../src/mcp/files/written.ts'
import { TOOLS } from '../../src/mcp/tools/index.ts'
import { MCP_SETTINGS } from '../support/mcp-settings.ts'

const [url = '', seconds = '1'] = process.argv.slice(2)
const CREDENTIAL = 'tms_live_bench'
/** The first half warms up: what is compiled while it runs has no place in the figure. */
const ROUNDS = 16

const dispatcher = new Agent()
const headers = { accept: 'application/json', authorization: `Bearer ${CREDENTIAL}` }
const ask = async (path: string) => (await request(`${url}${path}`, { dispatcher, headers })).body.json()

const client = createClient({ connect: async () => ({ baseUrl: url, credential: CREDENTIAL }), userAgent: 'bench' })
const tool = TOOLS.find(({ name }) => name === 'get_account')

const context: CallContext = {
  parts: {
    version: '0',
    client,
    settings: {
      ...MCP_SETTINGS,
      transport: 'http',
      embedded: false,
      agent: false,
    },
    folders: createFolders({ named: [], project: undefined, working: process.cwd(), home: process.cwd() }),
    sources: {
      recall: async () => undefined,
      sent: async () => undefined,
      remember: async () => undefined,
      run: async () => undefined,
      keepRun: async () => undefined,
    },
    written: createWritten({ folder: () => process.cwd(), days: 1, clock: Date.now }),
    callerState: createCallerState(),
    stateKey: async () => new Uint8Array(32),
    clock: Date.now,
    report: () => undefined,
  },
  principal: 'local',
  signal: new AbortController().signal,
  longest_wait: 25,
  knows_links: true,
  shows_progress: false,
  progress: async () => undefined,
  can_ask: false,
  can_open: false,
  answered: undefined,
  answered_page: undefined,
  answered_sign_in: undefined,
  question_state: undefined,
}

const CASES = {
  direct: () => Promise.all([ask('/v1/account'), ask('/v1/credits')]),
  client: () => Promise.all([client.call(api.account.get, {}), client.call(api.credits.get, {})]),
  tool: async () => tool?.call({}, context),
}

/** Microseconds of this process a time: waiting for the API costs none. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + (Number(seconds) * 1000) / ROUNDS
  const start = process.cpuUsage()
  let times = 0
  while (performance.now() < until) {
    await work()
    times += 1
  }
  const { user, system } = process.cpuUsage(start)
  return (user + system) / times
}

const costs: Record<string, number[]> = {}
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, work] of Object.entries(CASES)) {
    const value = await cost(work)
    if (round >= ROUNDS / 2) costs[name] = [...(costs[name] ?? []), value]
  }
}
process.stdout.write(`${JSON.stringify(costs)}\n`)
await client.close()
process.exit(0)
