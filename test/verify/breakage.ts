/** A request on its way to the service. */
export interface Asked {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Where it arrived: scheme, host and port. */
  readonly origin: string
}

/** An answer on its way back. `body` is the text of a JSON value. */
export interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A service that differs from ours in one thing, and the promises at which that must be seen, by the beginning of each. */
export interface BrokenService {
  /** Those that must be found broken. */
  readonly caught: readonly string[]
  /** Those that must be shown as an allowed difference. */
  readonly shown?: readonly string[]
  readonly spend?: boolean
  readonly exceedRate?: boolean
  asked?(asked: Asked, key: string): Asked
  told?(told: Told, asked: Asked): Told
}

/** The same text with what a pattern finds replaced. */
export function rewriting(pattern: RegExp | string, by: string) {
  return (told: Told): Told => ({ ...told, body: told.body.replaceAll(pattern, by) })
}

/** Another status and code in place of refusals with a code. */
export function instead(code: string, status: number, other: string) {
  return (told: Told): Told =>
    told.body.includes(`"code":"${code}"`)
      ? { ...told, status, body: told.body.replaceAll(new RegExp(`\\b${code}\\b`, 'g'), other) }
      : told
}

/** A success in place of refusals with a code. */
export function taken(code: string) {
  return (told: Told): Told =>
    told.body.includes(`"code":"${code}"`) ? { ...told, status: 200, body: '{"data":{},"request_id":"req_1"}' } : told
}

/** A refusal in place of the answers to some requests. */
export function refusing(when: (asked: Asked) => boolean, status: number, code: string) {
  const error = { type: 'invalid_request_error', code, message: 'No.', docs_url: `x/errors#${code}` }
  return (told: Told, asked: Asked): Told =>
    when(asked) ? { ...told, status, body: JSON.stringify({ error, request_id: 'req_refused' }) } : told
}

/** Requests without these query parameters. */
export function without(...names: readonly string[]) {
  return (asked: Asked): Asked => {
    const url = new URL(asked.path, 'http://x')
    for (const name of names) url.searchParams.delete(name)
    return { ...asked, path: `${url.pathname}${url.search}` }
  }
}

/** Changes the answers of one path alone. */
export function at(path: string, change: (told: Told) => Told) {
  return (told: Told, asked: Asked): Told => (asked.path.split('?')[0] === path ? change(told) : told)
}

/** Requests with a part of the body replaced. */
export function writing(pattern: RegExp | string, by: string) {
  return (asked: Asked): Asked => ({ ...asked, body: asked.body.replace(pattern, by) })
}

/** Requests to usage with this granularity, whatever was asked. */
export function measured(granularity: string) {
  return (asked: Asked): Asked => {
    if (!asked.path.startsWith('/v1/usage')) return asked
    const url = new URL(asked.path, 'http://x')
    url.searchParams.set('granularity', granularity)
    return { ...asked, path: `${url.pathname}${url.search}` }
  }
}
