import { onTestFinished } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { createCallerState } from '../../src/mcp/caller-state.ts'
import type { McpSettings, ServerParts } from '../../src/mcp/context.ts'
import { createFolders } from '../../src/mcp/files/folders.ts'
import { createWritten } from '../../src/mcp/files/written.ts'
import { type Faults, type Seen, startFaults, type Told } from './faults.ts'
import { MCP_SETTINGS } from './mcp-settings.ts'
import { temporaryFolder } from './world.ts'

/** Answers by `METHOD /path`, without the query; a function sees the request. */
export type Canned = Readonly<Record<string, object | ((seen: Seen) => Told | Promise<Told>)>>

export const NOON = Date.parse('2026-11-21T12:00:00.000Z')

/** The parts of a server whose API gives fixed answers over real HTTP, for what must not change from run to run. */
export async function cannedParts(
  canned: Canned,
  settings: Partial<McpSettings> = {},
): Promise<{ parts: ServerParts; faults: Faults; reported: string[]; folder: string }> {
  const faults = await startFaults(seen => {
    const answer = canned[`${seen.method} ${seen.path.split('?', 1)[0]}`] ?? notThere
    return typeof answer === 'function' ? answer(seen) : found(answer)
  })
  const client = createClient({
    connect: async () => ({ baseUrl: faults.url, credential: 'tms_live_canned' }),
    userAgent: 'translation-mcp/test',
  })
  onTestFinished(async () => {
    await client.close()
    await faults.close()
  })
  const folder = temporaryFolder()
  const reported: string[] = []
  const parts: ServerParts = {
    version: '0.0.0-test',
    client,
    settings: { ...MCP_SETTINGS, ...settings },
    folders: createFolders({ named: [folder], project: undefined, working: folder, home: folder }),
    sources: {
      recall: async () => undefined,
      sent: async () => undefined,
      remember: async () => undefined,
      run: async () => undefined,
      keepRun: async () => undefined,
    },
    written: createWritten({ folder: temporaryFolder, days: 30, clock: () => NOON }),
    callerState: createCallerState(),
    stateKey: async () => new Uint8Array(32).fill(7),
    clock: () => NOON,
    report: (event, error) => void reported.push(`${event}: ${String(error)}`),
  }
  return { parts, faults, reported, folder }
}

/** An object in its envelope; a list where the data is one. */
export function found(data: object, status = 200): Told {
  const page = Array.isArray(data) ? { has_more: false, next_cursor: null, limit: 100 } : {}
  return { status, body: { data, ...page, request_id: 'req_1' } }
}

/** A refusal of the API. */
export function refused(status: number, code: string, message: string, more: object = {}): Told {
  const error = { type: 'api_error', code, message, docs_url: `https://docs.test/errors#${code}`, ...more }
  return { status, body: { error, request_id: 'req_9' } }
}

const notThere = () => refused(404, 'resource_not_found', 'There is nothing here.')
