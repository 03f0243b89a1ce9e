import { createServer, type Server, type ServerResponse } from 'node:http'
import { urlOf } from '../contract/url.ts'
import { SignInFailed } from './failure.ts'

/** A listener on this machine that waits for the browser to come back (RFC 8252 § 7.3). */
export interface Loopback {
  readonly redirectUri: string
  /** Settles with the outcome of the one valid answer; rejects after five minutes, and with `why` of `close`. */
  readonly done: Promise<void>
  /** Ends the wait; without effect where `done` has settled. */
  close(why: SignInFailed): void
}

/** How long a person may take, in milliseconds. */
const PATIENCE_MS = 5 * 60_000

/** Longest time for the last page to reach the browser, in milliseconds. */
const LAST_WORDS_MS = 500

const CALLBACK = '/callback'

/**
 * Listens on a free port of 127.0.0.1, for five minutes at most, until an answer with this state comes; `take` handles it. A
 * request for another host (DNS rebinding) or path, or with another state, changes nothing. The answer repeats no text from it.
 */
export async function openLoopback(state: string, take: (answer: URL) => Promise<void>): Promise<Loopback> {
  const { promise: done, resolve, reject } = settling()
  let taken = false
  const server = createServer((request, response) => {
    const asked = request.url ?? ''
    // A page in a browser can request an invalid address (`//`). That must not end this process.
    const url = urlOf(asked, redirect)
    const meant = request.method === 'GET' && request.headers.host === redirect.host && url?.origin === redirect.origin
    if (!meant || url?.pathname !== CALLBACK) return page(response, 404, 'There is nothing here.')
    if (url.searchParams.get('state') !== state) return page(response, 400, 'This sign-in was not started here.')
    if (taken) return page(response, 400, 'This sign-in has been answered already.')
    taken = true
    take(url).then(
      () => {
        page(response, 200, 'You are signed in. This page can be closed.')
        end(resolve)
      },
      (error: unknown) => {
        page(response, 400, 'The sign-in did not succeed. The program that asked for it says why.')
        end(() => reject(error))
      },
    )
  })
  const redirect = new URL(`http://127.0.0.1:${await listen(server)}${CALLBACK}`)
  const close = (why: SignInFailed) => end(() => reject(why))
  const timer = setTimeout(close, PATIENCE_MS, new SignInFailed('timed_out', 'Nobody signed in within five minutes.'))
  function end(settle: () => void): void {
    clearTimeout(timer)
    server.close()
    // Browsers open connections in advance. An open connection would keep this process from ending.
    setTimeout(() => server.closeAllConnections(), LAST_WORDS_MS).unref()
    settle()
  }
  return { redirectUri: redirect.href, done, close }
}

/** A promise with the functions that settle it. It may reject before anybody waits for it. */
function settling() {
  const settle: { resolve: () => void; reject: (why: unknown) => void } = { resolve: nothing, reject: nothing }
  const promise = new Promise<void>((resolve, reject) => {
    Object.assign(settle, { resolve, reject })
  })
  promise.catch(nothing)
  return { promise, resolve: () => settle.resolve(), reject: (why: unknown) => settle.reject(why) }
}

const nothing = () => undefined

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

function page(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  })
  response.end(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign-in</title>
<style>:root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem}</style>
<main><h1>translation-mcp</h1><p>${words}</p></main>
`)
}
