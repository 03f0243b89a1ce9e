import { whenRead } from './when-read.ts'

/** How many streams of notifications one owner may hold open. */
const EACH = 100

/**
 * Streams on which modern clients wait for notifications (`subscriptions/listen`). Unlike calls, they end as soon as the process is
 * asked to end. An owner with too many streams loses the oldest of them, so that no owner uses up the places of others.
 */
export class Subscriptions {
  /** By owner. Keeps each request as long as its stream: once a request is garbage collected, its signal no longer fires. */
  readonly #open = new Map<string, Map<AbortController, Request>>()
  #ended = false

  constructor(ending: AbortSignal | undefined) {
    ending?.addEventListener('abort', () => this.#end(), { once: true })
  }

  /** Serves one request for a stream. `answer` makes the stream, and must close it when the request passed to `answer` is aborted. */
  async serve(request: Request, owner: string, answer: (request: Request) => Promise<Response>): Promise<Response> {
    const controller = new AbortController()
    const leave = () => controller.abort()
    request.signal.addEventListener('abort', leave, { once: true })
    const { url, method, headers } = request
    const passedOn = new Request(url, { method, headers, signal: controller.signal })
    const own = this.#open.get(owner) ?? new Map<AbortController, Request>()
    this.#open.set(owner, own.set(controller, passedOn))
    const [oldest] = own.keys()
    if (own.size > EACH) oldest?.abort()
    const done = () => {
      request.signal.removeEventListener('abort', leave)
      own.delete(controller)
      if (own.size === 0 && this.#open.get(owner) === own) this.#open.delete(owner)
    }
    controller.signal.addEventListener('abort', done, { once: true })
    if (this.#ended) leave()
    return whenRead(await answer(passedOn), done)
  }

  #end(): void {
    this.#ended = true
    for (const controller of [...this.#open.values()].flatMap(own => [...own.keys()])) controller.abort()
  }
}

/** True for a message that asks for a stream of notifications. */
export function isSubscribing(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen'
}
