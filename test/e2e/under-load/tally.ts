/** What happened to the calls of all clients. */

/** How long a client waits for the answer to one call: the time that the SDKs give it by themselves. In milliseconds. */
export const DEADLINE_MS = 60_000

export interface Tally {
  /** Times a call, and notes how it failed. @throws what it throws */
  timed<Value>(what: string, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>
  /** Notes an error that the client was told. */
  failed(what: string, code: string, said: string): void
  /** The calls by what they are: how many, and the longest in milliseconds. */
  readonly calls: ReadonlyMap<string, { count: number; longest: number }>
  /** How often each code came, and what was said with it first. */
  readonly errors: ReadonlyMap<string, { count: number; said: string }>
  /** Calls that took longer than the deadline. */
  readonly hung: readonly string[]
}

export function createTally(): Tally {
  const calls = new Map<string, { count: number; longest: number }>()
  const errors = new Map<string, { count: number; said: string }>()
  const hung: string[] = []
  const failed = (what: string, code: string, said: string) => {
    const name = `${what}: ${code}`
    const before = errors.get(name) ?? { count: 0, said }
    errors.set(name, { ...before, count: before.count + 1 })
  }
  async function timed<Value>(what: string, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const began = performance.now()
    try {
      return await work(AbortSignal.timeout(DEADLINE_MS))
    } catch (error) {
      failed(what, codeOf(error), String(error).slice(0, 300))
      throw error
    } finally {
      const took = performance.now() - began
      const { count, longest } = calls.get(what) ?? { count: 0, longest: 0 }
      calls.set(what, { count: count + 1, longest: Math.max(longest, took) })
      if (took >= DEADLINE_MS) hung.push(`${what} after ${Math.round(took)} ms`)
    }
  }
  return { timed, failed, calls, errors, hung }
}

/** The name of a failure: the status of HTTP, the code of the system or of the protocol, or what kind of error it is. */
export function codeOf(error: unknown): string {
  if (String(error).includes('Initialize again')) return 'session ended'
  const of = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  const [, status] = /(?:HTTP |status |No callback: \S+ )(\d{3})\b/.exec(String(error)) ?? []
  const cause = of(of(error, 'cause'), 'code')
  const found = [of(of(error, 'data'), 'status'), status, cause, of(error, 'status'), of(error, 'code')]
  const code = found.find(each => typeof each === 'number' || typeof each === 'string')
  return String(code ?? of(error, 'name') ?? 'unknown')
}
