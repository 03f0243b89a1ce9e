import type { Setting, Settings } from '../settings.ts'

/** What settings and options are about, in the order of the help. An option that stands nowhere is one of `options`. */
const TOPICS = [
  {
    topic: 'wishes',
    title: 'What is translated',
    settings: ['to', 'from', 'only', 'leave_out', 'keep', 'tone', 'mark_unreviewed', 'keys', 'accept', 'prune'],
  },
  { topic: 'options', title: 'Options', settings: [] },
  {
    topic: 'results',
    title: 'What comes out',
    settings: ['out', 'overwrite', 'format', 'findings_format', 'review_format', 'lenient', 'json'],
  },
  {
    topic: 'limits',
    title: 'Limits on what may be approved',
    settings: [
      ...(['daily_credits', 'daily_characters', 'daily_tokens', 'daily_money', 'most_monthly_credits'] as const),
      ...(['monthly_characters', 'monthly_tokens', 'monthly_money', 'local'] as const),
    ],
  },
  {
    topic: 'service',
    title: 'Service and data',
    settings: [
      ...(['api_url', 'api_key', 'second_api_key', 'login_store'] as const),
      ...(['data_dir', 'database_url', 'files_url', 'files_endpoint', 'files_region', 'files_path_style'] as const),
      ...(['files_encryption', 'files_links', 'state_secret', 'state_secret_previous', 'log_level'] as const),
    ],
  },
  {
    topic: 'spending',
    title: 'Who agrees, and how much',
    settings: [
      ...(['consent', 'max_credits', 'max_characters', 'max_tokens', 'max_money'] as const),
      'ask_above_tokens',
    ],
  },
  { topic: 'assistants', title: 'What assistants may do', settings: ['allow', 'read_only', 'tools', 'exclude'] },
  {
    topic: 'engine',
    title: 'Who translates',
    settings: ['engine', 'engines', 'prices', 'source_language', 'unchecked'],
  },
  { topic: 'memory', title: 'What is remembered', settings: ['memory', 'memory_shared', 'memory_days'] },
  {
    topic: 'serving',
    title: 'Serving over HTTP, and sign-in',
    settings: [
      ...(['host', 'port', 'public_url', 'mcp_url', 'auth', 'credential', 'oauth_client_id'] as const),
      ...(['oauth_client_secret', 'registration', 'client_hosts', 'refresh_leeway_seconds'] as const),
      ...(['trusted_hops', 'max_sessions', 'session_minutes', 'member_password'] as const),
    ],
  },
  {
    topic: 'telemetry',
    title: 'What an operator is told',
    settings: ['metrics_port', 'metrics_token', 'request_log'],
  },
  {
    topic: 'work',
    title: 'Who does the work',
    settings: ['workers', 'jobs_at_once', 'drain_seconds', 'jobs_engine', 'jobs_schema'],
  },
  {
    topic: 'capacity',
    title: 'What the service inside this program takes in, keeps and grants',
    settings: [
      ...(['requests_per_minute', 'link_minutes', 'upload_minutes', 'segment_minutes', 'file_days'] as const),
      ...(['idempotency_days', 'seed_credits', 'monthly_credits', 'batch_creation', 'max_glossaries'] as const),
      ...(['max_terms', 'max_upload_bytes', 'max_result_bytes', 'max_request_bytes'] as const),
    ],
  },
] as const satisfies readonly {
  readonly topic: string
  readonly title: string
  readonly settings: readonly (keyof Settings)[]
}[]

export type Topic = (typeof TOPICS)[number]['topic']

const TOPIC_OF: ReadonlyMap<string, Topic> = new Map(
  TOPICS.flatMap(({ topic, settings }) => settings.map((name): [string, Topic] => [name, topic])),
)

/** What a setting is about. */
export function topicOf({ path: [name = ''] }: Pick<Setting, 'path'>): Topic {
  return TOPIC_OF.get(name) ?? 'options'
}

export interface TopicGroup {
  readonly topic: Topic
  readonly title: string
  readonly settings: readonly Setting[]
}

/** Settings with the title of their topic, in the order of the help; topics without any are left out. */
export function byTopic(settings: readonly Setting[]): readonly TopicGroup[] {
  return TOPICS.flatMap(({ topic, title }) => {
    const own = settings.filter(setting => topicOf(setting) === topic)
    return own.length === 0 ? [] : [{ topic, title, settings: own }]
  })
}
