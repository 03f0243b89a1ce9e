import { address, choice, hostNames, origin, someText, whole } from './kinds.ts'
import { about, both, environment } from './setting-facts.ts'

const SERVERS = ['http', 'service'] as const

/** Settings of `http` and `service`: the address, who may call, and limits. */
export const servingSettings = {
  host: someText()
    .default('127.0.0.1')
    .register(about, {
      ...both,
      value: 'HOST',
      commands: [...SERVERS, 'worker', 'doctor'],
      help_in: { worker: 'address that metrics listen on, with TRANSLATION_METRICS_TOKEN' },
      help: 'address to listen on; one that others can reach (0.0.0.0) needs --public-url and sign-in',
    }),
  port: whole(0, 65_535)
    .optional()
    .register(about, {
      ...both,
      value: 'N',
      commands: [...SERVERS, 'doctor'],
      help: 'port to listen on; 0 takes a free one',
      unset: '8333 for http, a free one for service',
    }),
  public_url: origin()
    .optional()
    .register(about, {
      ...both,
      value: 'URL',
      commands: [...SERVERS, 'members', 'doctor'],
      help: 'address under which others reach this server, without a path; sign-in, MCP and every link use it, also that of an invited member',
      unset: 'the address it listens on; for members that of the server that ran last',
    }),
  mcp_url: address()
    .optional()
    .register(about, {
      ...both,
      value: 'URL',
      commands: ['service'],
      help: 'address of the MCP server in front of this service, for example https://mcp.example.com/mcp; its members sign in here',
      unset: '/mcp below the public address',
    }),
  auth: choice(['oauth', 'none'])
    .default('oauth')
    .register(about, {
      ...both,
      value: 'oauth|none',
      commands: [...SERVERS, 'doctor'],
      help: 'oauth: members sign in; none: no sign-in, http then serves everybody on this machine',
    }),
  credential: choice(['member', 'key'])
    .default('member')
    .register(about, {
      ...both,
      value: 'member|key',
      commands: ['http'],
      help: 'credential for calls to a hosted service; member: that of the member who calls; key: TRANSLATION_API_KEY, for members who sign in at this server',
    }),
  oauth_client_id: someText()
    .default('mcp-server')
    .register(about, {
      ...both,
      value: 'ID',
      commands: SERVERS,
      help: 'OAuth client id of this server at a hosted service; for service: id of the client that may exchange tokens here',
    }),
  oauth_client_secret: someText()
    .optional()
    .register(about, {
      ...environment,
      value: 'TEXT',
      commands: SERVERS,
      help: 'secret of that client',
    }),
  registration: choice(['open', 'listed', 'closed'])
    .default('open')
    .register(about, {
      ...both,
      value: 'open|listed|closed',
      commands: SERVERS,
      help: 'which assistants members may connect here; listed: those of --client-hosts; closed: no new ones',
    }),
  client_hosts: hostNames()
    .optional()
    .register(about, {
      ...both,
      value: 'NAMES',
      commands: SERVERS,
      help: 'for --registration listed: hosts of their documents and answers, separated by commas; localhost for programs on the computer of a member, cursor: for an address scheme',
    }),
  refresh_leeway_seconds: whole(0, 120)
    .prefault('30')
    .register(about, {
      ...both,
      value: 'N',
      commands: SERVERS,
      help: 'how long a refresh token may be used again, since some clients refresh twice at once',
    }),
  trusted_hops: whole(0, 10)
    .prefault('0')
    .register(about, {
      ...both,
      value: 'N',
      commands: SERVERS,
      help: 'number of proxies in front whose X-Forwarded-For is trusted',
    }),
  max_sessions: whole(1, 10_000)
    .prefault('200')
    .register(about, { ...both, value: 'N', commands: ['http'], help: 'most open sessions of older clients' }),
  session_minutes: whole(1, 1440)
    .prefault('30')
    .register(about, { ...both, value: 'N', commands: ['http'], help: 'how long a session may be idle' }),
}
