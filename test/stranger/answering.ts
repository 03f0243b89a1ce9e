import { Refusal, type State } from './state.ts'

/** A request to the API, read whole. */
export interface Asked {
  readonly method: string
  readonly path: string
  /** What the pattern of the route caught, decoded. */
  readonly caught: readonly string[]
  readonly query: URLSearchParams
  readonly idempotencyKey: string | undefined
  /** The fields of a JSON body or a form. */
  readonly fields: ReadonlyMap<string, unknown>
  /** The file of a form. */
  readonly file: { readonly name: string; readonly text: string } | undefined
  /** The origin that was asked. */
  readonly origin: string
}

/** An answer before its envelope: data, one page of a list, nothing at all, or another address. */
export type Answer =
  | { readonly status: number; readonly data: unknown }
  | { readonly status: number; readonly page: Page }
  | { readonly status: 204 }
  | { readonly status: 302; readonly location: string }

export interface Page {
  readonly items: readonly unknown[]
  readonly next_cursor: string | null
  readonly limit: number
}

/** The kind of a change, which decides its 2xx. */
type Change = 'made' | 'repeated' | 'started' | 'changed'

const STATUS = {
  usual: { made: 201, repeated: 200, started: 200, changed: 200 },
  ok: { made: 200, repeated: 200, started: 200, changed: 200 },
  accepted: { made: 202, repeated: 201, started: 202, changed: 200 },
  no_content: { made: 201, repeated: 200, started: 204, changed: 204 },
} as const

/** A change that has happened, with its status by choice. */
export function did({ choices }: State, change: Change, data: unknown): Answer {
  const status = STATUS[choices.statuses][change]
  return status === 204 ? { status } : { status, data }
}

/** @throws {Refusal} unknown_field, for a field that the route does not take */
export function checkFields({ fields }: Asked, ...taken: readonly string[]): void {
  for (const name of fields.keys()) {
    if (!taken.includes(name)) throw new Refusal(400, 'unknown_field', `${name} is not a field of this body`, name)
  }
}

/** A text of the body; undefined where it is absent. @throws {Refusal} invalid_parameter */
export function text({ fields }: Asked, name: string, most = Number.POSITIVE_INFINITY): string | undefined {
  const value = fields.get(name)
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value === '' || value.length > most) {
    throw new Refusal(400, 'invalid_parameter', `${name} must be text of at most ${most} characters`, name)
  }
  return value
}

/** The most items of a page, and how many there are where the caller says nothing. */
const LIMITS = { wide: { most: 100, usual: 20 }, low: { most: 5, usual: 3 }, clamped: { most: 5, usual: 3 } } as const

/** One page of a list, newest first. @throws {Refusal} invalid_parameter; invalid_cursor */
export function pageOf(state: State, { query }: Asked, all: readonly unknown[]): Answer {
  const { most, usual } = LIMITS[state.choices.limits]
  const asked = query.get('limit')
  const wanted = asked === null ? usual : Number(asked)
  const tooMany = wanted > most && state.choices.limits !== 'clamped'
  if (!Number.isInteger(wanted) || wanted < 1 || tooMany) {
    throw new Refusal(400, 'invalid_parameter', `limit must be a number from 1 to ${most}`, 'limit')
  }
  const limit = Math.min(wanted, most)
  const start = startOf(state, query.get('cursor'))
  const end = start + limit
  const next_cursor = end < all.length ? cursorAt(state, end) : null
  return { status: 200, page: { items: all.slice(start, end), next_cursor, limit } }
}

function cursorAt({ choices, key }: State, at: number): string {
  const forms = {
    letters: `at${at}`,
    base64: Buffer.from(`?>~${key.slice(-4)}:${at}`).toString('base64'),
    json: JSON.stringify({ after: at, by: ['created_at', 'id'] }),
  }
  return forms[choices.cursors]
}

function startOf(state: State, cursor: string | null): number {
  if (cursor === null) return 0
  const known = Array.from({ length: state.works.size + state.glossaries.size + 1 }, (_, at) => at)
  const start = known.find(at => cursorAt(state, at) === cursor)
  if (start === undefined) throw new Refusal(400, 'invalid_cursor', 'this is no cursor of ours', 'cursor')
  return start
}
