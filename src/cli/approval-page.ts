import { randomBytes, timingSafeEqual } from 'node:crypto'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isHeadless, type Machine, openBrowser, openHtmlFile } from '../auth/open-browser.ts'
import type { OwnPage } from '../mcp/consent/ways.ts'
import type { QuestionDesk } from '../service/consent/questions.ts'
import { answeredIn, answerIn, approvalsPage } from '../service/web/approvals-page.ts'
import { endedPage, otherUserPage } from '../service/web/notice-page.ts'
import { pagePolicy } from '../service/web/page.ts'
import { fileLeadingTo } from './leading-file.ts'
import { type Ends, isOwnCall, withOwnCall } from './loopback-peer.ts'

/** How long an address may wait to be opened, and how long an opened page counts as open, in milliseconds. */
const OPEN_MS = 15 * 60_000
/** How long a browser may take to show the page, in milliseconds. */
const OPENING_MS = 20_000
/** The largest form, in bytes. */
const FORM_BYTES = 4096

export interface ApprovalPage extends OwnPage {
  close(): void
}

export interface ApprovalPageParts {
  readonly desk: () => Promise<QuestionDesk>
  readonly machine: Machine
  /** Makes the data folder, and gives its path. */
  readonly folder: () => Promise<string>
  /** With which the person answers in a terminal instead. */
  readonly command: string
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Opens an address in the person's browser, or a file that leads there. */
  readonly open?: (what: string, machine: Machine) => void
  /** Whether this user calls. */
  readonly isOwn?: (call: Ends) => Promise<boolean>
}

/**
 * The page on which the person on this machine answers. It listens on a free port of 127.0.0.1 from its first use on. An address
 * works once and leads the browser that opens it to a path with a secret, which no cookie could keep from other ports of this machine.
 * Every user may read the arguments of a program. So on Linux only calls of this user are answered, and on macOS, where the system does
 * not tell who calls, the address stands in a file of this user alone. Windows shows arguments to nobody else.
 */
export function createApprovalPage(given: ApprovalPageParts): ApprovalPage {
  const parts = { open: given.machine.platform === 'darwin' ? openHtmlFile : openBrowser, isOwn: isOwnCall, ...given }
  const { machine, clock, open, isOwn } = parts
  const state: PageState = {
    ...{ secret: randomBytes(24).toString('base64url'), tokens: new Map(), shown: new Set() },
    ...{ openUntil: 0, openingUntil: 0, files: new Set() },
  }
  const server = createServer()
  let origin: Promise<string | undefined> | undefined
  const listening = () => {
    origin ??= listen(server, base =>
      getRequestListener(pageApp(base, state, parts).fetch, { overrideGlobalObjects: false }),
    ).then(async base => ((await withOwnCall(Number(new URL(base).port), isOwn)) ? base : undefined))
    return origin
  }
  const address = async () => {
    const base = await listening()
    if (base === undefined) return undefined
    const token = randomBytes(24).toString('base64url')
    state.tokens.set(token, clock() + OPEN_MS)
    return `${base}/open/${token}`
  }
  const fileIn = async (url: string) => {
    const file = await fileLeadingTo(url, parts.folder)
    if (file !== undefined) state.files.add(file)
    return file
  }
  // One open page: it counts as open while a question that it showed still waits. Answered questions lead to the next ones.
  const isOpen = async () => {
    if (clock() < state.openingUntil) return true
    if (clock() >= state.openUntil) return false
    return (await (await parts.desk()).waiting(undefined)).some(({ id }) => state.shown.has(id))
  }
  return {
    address,
    async show() {
      if (isHeadless(machine)) return false
      if (await isOpen()) return true
      const url = await address()
      if (url === undefined) return false
      const what = machine.platform === 'darwin' ? await fileIn(url) : url
      if (what === undefined) return false
      state.openingUntil = clock() + OPENING_MS
      open(what, machine)
      return true
    },
    close() {
      for (const file of state.files) rmSync(file, { force: true })
      server.close()
      server.closeAllConnections()
    },
  }
}

interface PageState {
  readonly secret: string
  /** Addresses that nobody opened yet, and until when they may be. */
  readonly tokens: Map<string, number>
  /** The questions that the page showed. */
  readonly shown: Set<string>
  /** Until when the page counts as open, since it was last shown; and as being opened, since the browser was asked to. */
  openUntil: number
  openingUntil: number
  /** Files that lead to an address. */
  readonly files: Set<string>
}

interface Env {
  Bindings: HttpBindings
}

const HEADERS = {
  'content-security-policy': pagePolicy(),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

type PageParts = ApprovalPageParts & Required<Pick<ApprovalPageParts, 'isOwn'>>

function pageApp(base: string, state: PageState, { desk, clock, isOwn, command }: PageParts): Hono<Env> {
  const app = new Hono<Env>()
  const isOurs = (secret: string) => same(secret, state.secret)
  app.use(async (context, next) => {
    // A page of another site may have this address resolved to this machine (DNS rebinding).
    if (context.req.header('host') !== new URL(base).host) return context.text('There is nothing here.', 404, HEADERS)
    // Another user may have read the address in the arguments of the browser. It stays good for the person.
    if (!(await isOwn(context.env.incoming.socket))) return context.html(await otherUserPage(command), 403, HEADERS)
    await next()
    return undefined
  })
  app.get('/open/:token', async context => {
    const until = state.tokens.get(context.req.param('token'))
    state.tokens.delete(context.req.param('token'))
    if (until === undefined || clock() >= until) return context.html(await endedPage(command), 410, HEADERS)
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
    return context.redirect(`/answer/${state.secret}`, 303)
  })
  app.get('/answer/:secret', async context => {
    if (!isOurs(context.req.param('secret'))) return context.html(await endedPage(command), 404, HEADERS)
    const questions = await (await desk()).waiting(undefined)
    state.shown.clear()
    for (const { id } of questions) state.shown.add(id)
    Object.assign(state, { openUntil: clock() + OPEN_MS, openingUntil: 0 })
    const answered = answeredIn(context.req.query('answered'))
    const view = { questions, answered, action: `/answer/${state.secret}`, csrf: state.secret, now: clock() }
    return context.html(await approvalsPage(view), 200, HEADERS)
  })
  app.post('/answer/:secret', async (context, next) => {
    // Nothing is read of a request without the secret.
    if (!isOurs(context.req.param('secret'))) return context.html(await endedPage(command), 403, HEADERS)
    await next()
    return undefined
  })
  app.post('/answer/:secret', bodyLimit({ maxSize: FORM_BYTES }), async context => {
    const form = new URLSearchParams(await context.req.text())
    const origin = context.req.header('origin')
    if (!isOurs(form.get('csrf') ?? '') || (origin !== undefined && origin !== 'null' && origin !== base)) {
      return context.html(await endedPage(command), 403, HEADERS)
    }
    const answer = answerIn(form.get('answer'))
    const questions = await desk()
    const counted = await questions.answer(form.get('id') ?? '', answer, 'page', undefined)
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value)
    return context.redirect(`/answer/${state.secret}?answered=${counted ? answer : 'gone'}`, 303)
  })
  app.notFound(context => context.text('There is nothing here.', 404, HEADERS))
  return app
}

function same(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)]
  return left.length === other.length && timingSafeEqual(left, other)
}

type Listener = ReturnType<typeof getRequestListener>

function listen(server: ReturnType<typeof createServer>, listenerFor: (base: string) => Listener): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      const base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
      const listener = listenerFor(base)
      server.on('request', (request, response) => void listener(request, response))
      // The page alone does not keep the program running.
      server.unref()
      resolve(base)
    })
  })
}
