import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { LimitLeft } from '../contract/spending-limits.ts'
import { type SharedState, SILENT, type Telemetry } from '../contract/telemetry.ts'
import { httpOrigin } from '../contract/url.ts'
import { type QuestionDesk, questionDesk } from './consent/questions.ts'
import { databaseOf } from './data-folder.ts'
import { createCursors } from './domain/cursor.ts'
import { folderKey } from './domain/folder-key.ts'
import { createFetchFile, type Fetching } from './files/fetch-url.ts'
import { createLinks } from './files/links.ts'
import { createApp } from './http/app.ts'
import { authorities } from './http/host.ts'
import { createNotes } from './http/notes.ts'
import { observedListener } from './http/observed.ts'
import { createOwnPass } from './http/own-pass.ts'
import { MemoryRates } from './http/rates.ts'
import { createReadiness, type Readiness } from './http/readiness.ts'
import type { Deps } from './http/route.ts'
import { keepToHttps, SENDING } from './http/sending.ts'
import { createWrongKeys } from './http/wrong-keys.ts'
import { createLog } from './log.ts'
import { type OAuthOptions, resourcesOf } from './oauth/options.ts'
import type { OAuthParts, OAuthServer } from './oauth/server.ts'

import { openState } from './open-state.ts'
import type { OwnedFiles } from './owned-files.ts'
import { startPass } from './pass.ts'

import type { Jobs, Log } from './ports.ts'
import { PAGES, ROUTES } from './routes/index.ts'
import { readOwnKey } from './seed.ts'
import type { ServiceSettings } from './settings.ts'

import { sharedSealing } from './shared-secrets.ts'
import type { Database } from './store/database.ts'
import { SealedElsewhere, type Secrets } from './store/secrets.ts'
import { sharedState } from './store/shared-state.ts'
import { type UploadDesk, uploadDesk } from './upload-desk.ts'

import { limitsLeft } from './views/limits.ts'
import { startWakeEngine } from './wake-engine.ts'
import { createJobs, type JobsParts } from './worker/jobs.ts'
import { startThread } from './worker/link.ts'
import { THREAD } from './worker/ready-thread.ts'

export interface ServiceOptions {
  /** Holds everything the service keeps; made when absent. */
  readonly dataDir: string
  /** Interface to listen on; default 127.0.0.1. */
  readonly host?: string
  /** Port to listen on; default 0, a free one. */
  readonly port?: number
  readonly settings?: Partial<ServiceSettings>
  /** Milliseconds since 1970; default the system's. */
  readonly clock?: () => number
  readonly log?: Log
  /** Who is told what happens; default nobody. */
  readonly telemetry?: Telemetry
  /** Makes the jobs that do the work; default in a worker thread, whose program lies beside the built service. */
  readonly jobs?: (parts: JobsParts) => Jobs
  /** What a fetch of `file_url`, or of the document of an OAuth client, may reach; default only the public internet. */
  readonly fetching?: Fetching
  /** Work will come at once: the thread that does it starts beside the service. Default false. */
  readonly busy?: boolean
  /** Makes this process an authorization server; without it only workspace keys are taken. */
  readonly oauth?: OAuthOptions
}

const inThread = (parts: JobsParts): Jobs => createJobs(parts, startThread(THREAD))

export interface RunningService {
  /** `http://127.0.0.1:<port>`, or `http://[::1]:<port>` where that is all it listens on; without a trailing slash. */
  readonly baseUrl: string
  /** The key of the seeded workspace, read from its file at each call since it may be rotated meanwhile. */
  ownKey(): Promise<string>
  /** The same for this process itself: its calls do not count as requests of a credential. Whoever lets others call with it limits them. */
  uncountedKey(): Promise<string>
  /** The questions whether to spend that wait for people's answers. */
  readonly questions: QuestionDesk
  /** The addresses to which callers send files over MCP. */
  readonly uploads: UploadDesk
  /**
   * Counts a call of somebody whom this program lets call with another's key, in a window of a minute that all processes share.
   * @returns seconds until the next window where there were as many as a credential may make, else undefined
   */
  countCall(who: string): Promise<number | undefined>
  /** What the spending limits leave a member; with undefined, whoever calls with this computer's own key. */
  limits(member_id: string | undefined): Promise<readonly LimitLeft[]>
  /** What its database says of work and credits, for metrics. */
  sharedState(): Promise<SharedState>
  /** Why the service cannot work now; undefined where it can. */
  readonly ready: Readiness
  /** The service as a function, for an entry that serves its links under its own address. */
  fetch(request: Request): Promise<Response>
  /** The authorization server, for an entry that serves it under the public address; the service's own address serves it too. */
  readonly oauth?: OAuthServer
  /** Settles when the pass that begins with the service has removed what was over and granted the month. */
  readonly firstPass: Promise<void>
  /** Ends requests, work and files. A second call changes nothing. */
  close(): Promise<void>
}

/**
 * Starts the Translation Service on a data folder. Several processes may do so on the same one.
 *
 * @throws {NewerSchema} when a newer program wrote the folder, or the error of listening
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { dataDir, host = '127.0.0.1', port = 0, clock = Date.now, telemetry = SILENT } = options
  const log = options.log ?? createLog()
  const opened = await openState({ dataDir, settings: options.settings, clock, log, telemetry })
  const { db, newId, secrets, signing_secret, settings, owned, files, data, letGo } = opened
  const server = createServer(SENDING)
  const begin = holdRequests(server)
  let jobs: Jobs | undefined
  try {
    const listening = await listen(server, port, host)
    const baseUrl = httpOrigin(host === '::1' ? '[::1]' : '127.0.0.1', listening)
    const links = createLinks(() => settings.public_url ?? baseUrl, folderKey(signing_secret, 'links'))
    const cursors = createCursors(folderKey(signing_secret, 'cursors'))
    jobs = (options.jobs ?? inThread)({ db, clock, log, telemetry, data })
    if (options.busy === true) jobs.start()
    const fetchFile = createFetchFile(options.fetching)
    const docsUrl = settings.docs_url ?? settings.public_url ?? baseUrl
    const hosts = authorities(listening, settings.public_url)
    const oauthParts = { db, secrets, clock, newId, log, fetchFile, hosts }
    const oauth = options.oauth && (await startOAuth(options.oauth, settings.public_url ?? baseUrl, oauthParts))
    const apiAudience = oauth && resourcesOf(oauth.issuer).api
    const rates = new MemoryRates({ db, points: settings.requests_per_minute, clock, log })
    const issuer = { apiAudience, oauthAddresses: oauth?.addresses }
    const beside = {
      docsUrl,
      jobs,
      fetchFile,
      rates,
      notes: createNotes(log),
      ownPass: createOwnPass(),
      wrongKeys: createWrongKeys(rates),
      ...issuer,
    }
    const deps = { db, settings, clock, newId, files, links, cursors, log, telemetry, ...beside }
    return serve({ server, begin }, { baseUrl, dataDir, secrets, letGo, hosts, oauth, files: owned }, deps)
  } catch (error) {
    // A server that still listens would keep the process and its port for ever.
    server.close()
    server.closeAllConnections()
    await jobs?.close()
    await letGo()
    await db.destroy()
    throw error
  }
}

/** Loads the authorization server only here: most processes do not need it. */
async function startOAuth(options: OAuthOptions, address: string, parts: OAuthParts): Promise<OAuthServer> {
  const { createOAuthServer } = await import('./oauth/server.ts')
  const issuer = options.issuer ?? address
  const hosts = new Set([...parts.hosts, new URL(issuer).host])
  return await createOAuthServer({ ...options, issuer }, { ...parts, hosts })
}

interface Serving {
  readonly baseUrl: string
  readonly dataDir: string
  readonly secrets: Secrets
  /** Ends the hold on the folder. */
  readonly letGo: () => Promise<void>
  readonly hosts: ReadonlySet<string>
  readonly oauth: OAuthServer | undefined
  readonly files: OwnedFiles
}

function serve(
  { server, begin }: { readonly server: Server; readonly begin: (listener: RequestListener) => void },
  { baseUrl, dataDir, secrets, letGo, hosts, oauth, files }: Serving,
  deps: Deps,
): RunningService {
  const ready = createReadiness({ db: deps.db, files, clock: deps.clock })
  const app = createApp({ routes: ROUTES, pages: PAGES, deps, hosts, ready })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  begin((request, response) => {
    // The path is cut from the text as it was sent: not all that may be sent is a URL (`//` is none), and parsing it would throw.
    const [pathname = ''] = (request.url ?? '').split('?', 1)
    keepToHttps(response, deps.settings.public_url ?? oauth?.issuer)
    if (!oauth?.owns(pathname)) return void answer(request, response)
    const ends = { incoming: request, outgoing: response }
    observedListener(deps.telemetry, { surface: 'api', operation: 'sign_in' }, ends)
    oauth.listener(request, response)
  })
  const { log, settings, db, jobs } = deps
  const pass = startPass(deps)
  const engine = startWakeEngine({ db, database: databaseOf(dataDir, settings), settings, jobs, pass, log })
  const ownKey = ownKeyOf(db, secrets)
  deps.jobs.wake()
  let closing: Promise<void> | undefined
  return {
    baseUrl,
    ownKey,
    uncountedKey: async () => deps.ownPass.mark(await ownKey()),
    questions: questionDesk(deps),
    uploads: uploadDesk({ ...deps, sealing: sharedSealing(databaseOf(dataDir, deps.settings), deps.settings) }),
    countCall: who => deps.rates.count(`calls of ${who}`),
    limits: member_id => limitsLeft(deps.db, member_id, deps.clock()),
    sharedState: () => sharedState(deps.db, deps.clock()),
    fetch: async request => app.fetch(request),
    ready,
    ...(oauth && { oauth }),
    firstPass: pass.firstPass,
    close() {
      jobs.endWatches()
      closing ??= Promise.all([pass.stopPass(), engine.close()])
        .then(() => close(server, deps.jobs))
        .then(() => Promise.all([deps.rates.close(), deps.notes.close()]))
        .then(letGo)
        .then(() => deps.db.destroy())
      return closing
    },
  }
}

/** Reads the own key at each call: another process may have rotated it. One that is sealed anew meanwhile is still the same. */
function ownKeyOf(db: Database, secrets: Secrets): () => Promise<string> {
  let last: string | undefined
  return async () => {
    last = await readOwnKey(db, secrets).catch((error: unknown) => {
      if (last !== undefined && error instanceof SealedElsewhere) return last
      throw error
    })
    return last ?? Promise.reject(new Error('The key that this program uses itself is missing.'))
  }
}

/** Holds the requests that come as soon as the server listens, until there is who answers them: nobody else would, ever. */
function holdRequests(server: Server): (listener: RequestListener) => void {
  const held: Parameters<RequestListener>[] = []
  let answer: RequestListener = (request, response) => void held.push([request, response])
  server.on('request', (request, response) => answer(request, response))
  return listener => {
    answer = listener
    for (const ends of held.splice(0)) listener(...ends)
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

/** Once the work has stopped: how long answers under way may still take, and how often that is looked at. In milliseconds. */
const ANSWERS_MS = 300
const LOOK_MS = 20

/** Takes no more requests, waits for the work to stop and for answers to end, then closes the connections that are left. */
async function close(server: Server, jobs: Jobs): Promise<void> {
  let open = true
  const closed = new Promise<void>(resolve => server.close(() => resolve())).then(() => {
    open = false
  })
  server.closeIdleConnections()
  await jobs.close()
  for (let waited = 0; open && waited < ANSWERS_MS; waited += LOOK_MS) {
    server.closeIdleConnections()
    await Promise.race([closed, setTimeout(LOOK_MS)])
  }
  server.closeAllConnections()
  await closed
}
