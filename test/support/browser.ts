/** A page as a browser without scripts has it. */
export interface BrowserPage {
  readonly url: URL
  readonly status: number
  readonly html: string
  readonly headers: Headers
}

export type Stop = (url: URL) => boolean

interface Cookie {
  readonly value: string
  readonly path: string
}

/** A browser without scripts: it keeps cookies, follows redirects and posts forms. It stops where `stop` says, unvisited. */
export class Browser {
  readonly #jars = new Map<string, Map<string, Cookie>>()
  /** Each request, as `GET /path 200`. */
  readonly log: string[] = []

  async go(address: string | URL, init: RequestInit = {}, stop: Stop = () => false): Promise<BrowserPage> {
    let url = new URL(address)
    let next = init
    for (let step = 0; step < 15; step++) {
      if (stop(url)) return { url, status: 0, html: '', headers: new Headers() }
      const response = await fetch(url, { ...next, redirect: 'manual', headers: this.#headers(url, next.headers) })
      this.#keep(url, response.headers)
      this.log.push(`${next.method ?? 'GET'} ${url.pathname} ${response.status}`)
      const location = response.headers.get('location')
      const html = await response.text()
      if (location === null) return { url, status: response.status, html, headers: response.headers }
      url = new URL(location, url)
      next = {}
    }
    throw new Error(`Too many redirects:\n${this.log.join('\n')}`)
  }

  /** Posts the first form whose action ends like `action`, with what it holds and `fields`. */
  submit(from: BrowserPage, action: string, fields: Record<string, string | readonly string[]> = {}, stop?: Stop) {
    const forms = [...from.html.matchAll(/<form[^>]*?action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)]
    const [, target = '', inner = ''] = forms.find(([, found = '']) => found.endsWith(action)) ?? []
    if (target === '') throw new Error(`No form to ${action} on ${from.url.pathname}:\n${from.html}`)
    const body = new URLSearchParams()
    for (const { name, value, sent } of inputsOf(inner)) if (sent && !(name in fields)) body.append(name, value)
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) body.append(name, value)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: from.url.origin }
    return this.go(new URL(target, from.url), { method: 'POST', body, headers }, stop)
  }

  #headers(url: URL, given: RequestInit['headers']): Headers {
    const headers = new Headers(given)
    const jar = [...(this.#jars.get(url.host) ?? [])].filter(([, { path }]) => url.pathname.startsWith(path))
    if (jar.length > 0) headers.set('cookie', jar.map(([name, { value }]) => `${name}=${value}`).join('; '))
    headers.set('accept', 'text/html')
    return headers
  }

  #keep(url: URL, headers: Headers): void {
    const jar = this.#jars.get(url.host) ?? new Map<string, Cookie>()
    this.#jars.set(url.host, jar)
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';').map(part => part.trim())
      const name = pair.slice(0, pair.indexOf('='))
      const path = attributes.find(part => part.toLowerCase().startsWith('path='))?.slice('path='.length) ?? '/'
      if (attributes.some(part => /^expires=thu, 01 jan 1970/i.test(part))) jar.delete(name)
      else jar.set(name, { value: pair.slice(name.length + 1), path })
    }
  }
}

function inputsOf(form: string): { name: string; value: string; sent: boolean }[] {
  return [...form.matchAll(/<input[^>]*>/g)].flatMap(([input]) => {
    const name = attributeOf(input, 'name')
    if (name === undefined) return []
    const sent = attributeOf(input, 'type') !== 'checkbox' || /\bchecked\b/.test(input)
    return [{ name, value: attributeOf(input, 'value') ?? '', sent }]
  })
}

function attributeOf(input: string, name: string): string | undefined {
  return new RegExp(`\\b${name}="([^"]*)"`).exec(input)?.[1]
}
