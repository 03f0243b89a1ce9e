/** The REST APIs of GitHub and GitLab, as far as pull and merge requests go, over a bare repository on the disk. */
import * as z from 'zod'
import { type Call, type Reply, type Server, serve } from '../support/engines/server.ts'

export interface RequestThere {
  readonly number: number
  readonly branch: string
  readonly base: string
  readonly title: string
  body: string
  state: 'open' | 'closed' | 'merged'
  /** The end of its branch when it was closed or merged. */
  tip?: string
}

export interface Platform extends Server {
  readonly requests: RequestThere[]
  /** The calls that changed something. */
  changes(): readonly Call[]
}

interface Dialect {
  readonly isAllowed: (call: Call, token: string) => boolean
  readonly path: RegExp
  readonly filter: { readonly head: string; readonly base: string }
  readonly opened: z.ZodType<{ branch: string; base: string; title: string; body: string }>
  readonly updated: z.ZodType<string>
  readonly update: string
  readonly shown: (request: RequestThere, tip: string, origin: string) => object
  readonly twice: Reply
}

const GITHUB: Dialect = {
  isAllowed: ({ headers }, token) => headers.authorization === `Bearer ${token}` && headers['user-agent'] !== undefined,
  path: /^\/repos\/owner\/app\/pulls(?:\/(\d+))?$/,
  filter: { head: 'head', base: 'base' },
  opened: z
    .strictObject({ title: z.string(), head: z.string(), base: z.string(), body: z.string() })
    .transform(({ head, ...rest }) => ({ branch: head, ...rest })),
  updated: z.strictObject({ body: z.string() }).transform(({ body }) => body),
  update: 'PATCH',
  shown: ({ number, body, state }, sha, origin) => ({
    number,
    html_url: `${origin}/owner/app/pull/${number}`,
    state: state === 'open' ? 'open' : 'closed',
    merged_at: state === 'merged' ? '2026-01-01T00:00:00Z' : null,
    head: { sha },
    body: body === '' ? null : body,
  }),
  twice: {
    status: 422,
    json: { message: 'Validation Failed', errors: [{ message: 'A pull request already exists.' }] },
  },
}

const GITLAB: Dialect = {
  isAllowed: ({ headers }, token) => headers['private-token'] === token,
  path: /^\/api\/v4\/projects\/7\/merge_requests(?:\/(\d+))?$/,
  filter: { head: 'source_branch', base: 'target_branch' },
  opened: z
    .strictObject({
      title: z.string(),
      source_branch: z.string(),
      target_branch: z.string(),
      description: z.string(),
      remove_source_branch: z.literal(true),
    })
    .transform(each => ({
      branch: each.source_branch,
      base: each.target_branch,
      title: each.title,
      body: each.description,
    })),
  updated: z.strictObject({ description: z.string() }).transform(({ description }) => description),
  update: 'PUT',
  shown: ({ number, body, state }, sha, origin) => ({
    iid: number,
    web_url: `${origin}/group/app/-/merge_requests/${number}`,
    state: state === 'open' ? 'opened' : state,
    sha,
    description: body === '' ? null : body,
  }),
  twice: { status: 409, json: { message: ['Another open merge request already exists for this source branch: !1'] } },
}

export const DIALECTS = { github: GITHUB, gitlab: GITLAB }

/** Starts a platform that ends with the test. */
export async function servePlatform(
  dialect: Dialect,
  { token, tipOf }: { readonly token: string; readonly tipOf: (branch: string) => string },
): Promise<Platform> {
  const requests: RequestThere[] = []
  const shown = (request: RequestThere) => dialect.shown(request, request.tip ?? tipOf(request.branch), server.origin)
  const server: Server = await serve(call => {
    const url = new URL(call.path, 'http://platform')
    const [, number] = dialect.path.exec(url.pathname) ?? ['', 'none']
    if (!dialect.isAllowed(call, token)) return { status: 401, json: { message: 'Bad credentials' } }
    const { head, base } = dialect.filter
    if (call.method === 'GET' && number === undefined) {
      const branch = url.searchParams.get(head)?.replace(/^owner:/, '')
      const found = requests.filter(each => each.branch === branch && each.base === url.searchParams.get(base))
      return { json: found.toReversed().map(shown) }
    }
    if (call.method === 'POST' && number === undefined) {
      const opened = dialect.opened.parse(JSON.parse(call.body))
      if (requests.some(({ branch, state }) => branch === opened.branch && state === 'open')) return dialect.twice
      const request: RequestThere = { ...opened, number: requests.length + 1, state: 'open' }
      requests.push(request)
      return { status: 201, json: shown(request) }
    }
    const request = requests.find(each => String(each.number) === number)
    if (call.method !== dialect.update || request === undefined) return { status: 404, json: { message: 'Not Found' } }
    request.body = dialect.updated.parse(JSON.parse(call.body))
    return { json: shown(request) }
  })
  return { ...server, requests, changes: () => server.calls.filter(({ method }) => method !== 'GET') }
}
