import { INVALID_PARAMS, ProtocolError, Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Caller } from '../auth/caller.ts'
import { askWithin } from './asking.ts'
import { abilitiesIn, assistantIn, declaredIn } from './assistant.ts'
import { completeArgument } from './complete.ts'
import { APPROVAL_PAGE, QUESTION } from './consent/carry-out.ts'
import type { CallContext, ElicitationAnswer, ServerParts } from './context.ts'
import { callerOf } from './http/caller-info.ts'
import { instructionsFor } from './instructions.ts'
import { callableTool, listedTools, listingsOf, mayGrow } from './listed-tools.ts'
import { promptClient } from './prompt-client.ts'
import { getPrompt, promptsOf } from './prompts/index.ts'
import { RESOURCE_TEMPLATES, RESOURCES, readResource } from './resources/index.ts'
import { SIGN_IN } from './sign-in.ts'
import { serveSkill, skillAt, skillCapability, skillResources } from './skill/serve.ts'
import type { PreparedTool } from './tool.ts'
import { wordingFor } from './tool-choice.ts'
import { UNCHECKED } from './unchecked.ts'

/** The principal of all callers where callers need no token: on stdio, and over HTTP without sign-in. */
export const LOCAL = 'local'

/** The longest waits inside a call, in seconds. We assume that hosts give up on a request near 60 s, some at 30 s. */
const LONG_WAIT = 45
const SHORT_WAIT = 25

/** A call stops waiting this many seconds before its caller's token expires. */
const LAST_SECONDS = 3

/** The least time between two messages of a kind that comes often, in milliseconds. */
const OFTEN_MS = 1000

/** The protocol revision that introduced resource_link. Revisions are dates. */
const LINKS_SINCE = '2025-06-18'

/** The protocol revision since which a question is the result of a call. */
const QUESTIONS_SINCE = '2026-07-28'

/** How long hosts may cache the lists, in milliseconds. The lists are the same for every caller. */
const LISTS = { ttlMs: 300_000, cacheScope: 'public' } as const
/** For a list of tools that may still grow: hosts of newer revisions are told of a change only if they subscribed to it. */
const MAY_GROW = { ttlMs: 0, cacheScope: 'public' } as const

/**
 * Makes a server object for one connection or one HTTP request. This is cheap and uses neither network nor disk, because the tables
 * of tools and resources are made once for all. The same factory serves both protocol eras.
 */
export function createServer(given: ServerParts, principal: string = LOCAL): Server {
  const parts = { ...given, client: promptClient(given.client) }
  const server = new Server(
    { name: 'translation-mcp', title: 'Translation', version: parts.version },
    {
      capabilities: {
        ...{ tools: { listChanged: true }, resources: {}, prompts: {}, completions: {} },
        ...skillCapability(parts.settings.tools),
      },
      instructions: instructionsFor(
        listedTools(parts).map(({ name }) => name),
        parts.settings,
      ),
      cacheHints: {
        'tools/list': mayGrow(parts) ? MAY_GROW : LISTS,
        'prompts/list': LISTS,
        'resources/list': LISTS,
        'resources/templates/list': LISTS,
      },
      jsonSchemaValidator: UNCHECKED,
    },
  )
  server.oninitialized = () => tellSeen(server, parts)
  server.setRequestHandler('tools/list', (_, ctx) => {
    tellSeen(server, parts, ctx)
    return { tools: listingsOf(parts) }
  })
  server.setRequestHandler('tools/call', async (request, ctx) => {
    tellSeen(server, parts, ctx)
    const tool = named(request.params.name, parts)
    const context = contextOf(server, ctx, parts, principal)
    const call = watchedCall(tool, request.params.arguments, parts.watch, ctx)
    const listed = listedTools(parts)
    const result = await (isModern(server, ctx) ? call(context) : askWithin(call, context, ctx))
    // Hosts cache the list of tools. If a plan has just added translate_segments to it, tell the host before it reads the result.
    if (listedTools(parts) !== listed) await ctx.mcpReq.notify({ method: 'notifications/tools/list_changed' })
    return result
  })
  const { described } = wordingFor(parts.settings.tools)
  server.setRequestHandler('resources/list', () => ({
    resources: [...wordedAll(RESOURCES, described), ...skillResources(parts.settings.tools)],
  }))
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: wordedAll(RESOURCE_TEMPLATES, described),
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }, ctx) => {
    const skill = skillAt(uri, parts.settings.tools)
    return skill ?? readResource(uri, contextOf(server, ctx, parts, principal))
  })
  serveSkill(server, parts.settings.tools, () => (isModern(server) ? LISTS : {}))
  server.setRequestHandler('prompts/list', () => ({ prompts: promptsOf(parts.settings.tools) }))
  server.setRequestHandler('prompts/get', ({ params }, ctx) =>
    getPrompt(params.name, params.arguments ?? {}, contextOf(server, ctx, parts, principal)),
  )
  server.setRequestHandler('completion/complete', (request, ctx) =>
    completeArgument(request.params, contextOf(server, ctx, parts, principal)),
  )
  server.onerror = error => parts.report('protocol error', error)
  return server
}

/** A call of a tool, as often as its questions need. */
function watchedCall(tool: PreparedTool, raw: unknown, watch: ServerParts['watch'], ctx: ServerContext) {
  return (now: CallContext) => {
    const run = () => tool.call(raw, now)
    return watch?.(tool.name, ctx.mcpReq._meta, run) ?? run()
  }
}

/** Tells who connected or calls, where somebody wants to know. */
function tellSeen(server: Server, { seen }: ServerParts, ctx?: ServerContext): void {
  if (seen === undefined) return
  const connected = { info: server.getClientVersion(), capabilities: server.getClientCapabilities() }
  const { envelope, _meta: meta } = ctx?.mcpReq ?? {}
  const assistant = assistantIn(envelope, connected, meta?.progressToken !== undefined)
  if (assistant !== undefined) seen(assistant)
}

/** True if the client takes a question as the result of a call, and sends the answer with its next call. */
function isModern(server: Server, ctx?: ServerContext): boolean {
  const declares = declaredIn(ctx?.mcpReq.envelope) !== undefined
  return declares || (server.getNegotiatedProtocolVersion() ?? '') >= QUESTIONS_SINCE
}

/** A tool that the operator left out is like one that never was. */
function named(name: string, parts: ServerParts): PreparedTool {
  const tool = callableTool(name, parts)
  if (tool !== undefined) return tool
  const names = listedTools(parts).map(listed => listed.name)
  throw new ProtocolError(INVALID_PARAMS, `Unknown tool. The tools are: ${names.join(', ')}`)
}

function wordedAll<Listed extends { readonly description: string }>(
  all: readonly Listed[],
  described: (text: string) => string,
): Listed[] {
  return all.map(one => ({ ...one, description: described(one.description) }))
}

function contextOf(server: Server, ctx: ServerContext, parts: ServerParts, principal: string): CallContext {
  const { signal, _meta: meta, notify } = ctx.mcpReq
  const token = meta?.progressToken
  const state: unknown = ctx.mcpReq.requestState()
  const { callers } = parts
  const caller = callerOf(ctx.http?.authInfo)
  const can = abilitiesIn(declaredIn(ctx.mcpReq.envelope) ?? server.getClientCapabilities())
  let ticks = 0
  let told = Number.NEGATIVE_INFINITY
  return {
    // A session lives longer than the token that opened it, so each request uses its own token.
    parts: callers ? { ...parts, client: promptClient(callers.clientOf(ctx.http?.authInfo)) } : parts,
    principal: caller?.principal ?? principal,
    caller,
    signal,
    longest_wait: Math.min(
      parts.settings.transport === 'stdio' || token !== undefined ? LONG_WAIT : SHORT_WAIT,
      caller === undefined ? LONG_WAIT : leftOf(caller, parts.clock()),
    ),
    knows_links: (server.getNegotiatedProtocolVersion() ?? '') >= LINKS_SINCE,
    shows_progress: token !== undefined,
    progress: async (percent, message, often) => {
      if (token === undefined || (often && parts.clock() < told + OFTEN_MS)) return
      if (often) told = parts.clock()
      // The protocol wants each progress to be more than the last.
      ticks = Math.max(Math.floor(percent), ticks + 0.01)
      await notify({
        method: 'notifications/progress',
        params: { progressToken: token, progress: ticks, total: 100, message },
      })
    },
    ...can,
    answered: answerOf(ctx.mcpReq.inputResponses?.[QUESTION]),
    question_state: typeof state === 'string' ? state : undefined,
    answered_page: answerOf(ctx.mcpReq.inputResponses?.[APPROVAL_PAGE]),
    answered_sign_in: answerOf(ctx.mcpReq.inputResponses?.[SIGN_IN]),
  }
}

/** How long a call may wait, in seconds: its last request to the API must be answered before the caller's token expires. */
function leftOf({ expires_at }: Caller, now: number): number {
  return Math.max(0, Math.floor((expires_at - now) / 1000) - LAST_SECONDS)
}

function answerOf(response: unknown): ElicitationAnswer | undefined {
  if (typeof response !== 'object' || response === null || !('action' in response)) return undefined
  return typeof response.action === 'string' ? { action: response.action } : undefined
}
