import { describe, expect, it } from 'vitest'
import { callServer, failureOf, type ServerAnswer } from '../../../src/service/engine/server-call.ts'
import { collecting } from '../../support/collecting.ts'
import { type Reply, serve } from '../../support/engines/server.ts'

async function answered(reply: Reply, more: { timeout_ms?: number; signal?: AbortSignal } = {}) {
  const server = await serve(() => reply)
  const asked = { who: 'The server', url: new URL(`${server.origin}/a?b=c`), method: 'POST', body: '{}' } as const
  return { server, answer: callServer({ ...asked, timeout_ms: 10_000, ...more }) }
}

describe('an callServer', () => {
  it('gives the status and the JSON of an answer, whatever they are', async () => {
    const { server, answer } = await answered({ status: 418, json: { tea: true } })
    expect(await answer).toEqual({ status: 418, json: { tea: true }, retry_after_ms: undefined })
    expect(server.calls[0]).toMatchObject({ method: 'POST', path: '/a?b=c', body: '{}' })
    expect((await (await answered({ text: '<html>' })).answer).json).toBeUndefined()
  })

  it('ends after its time with a server that says nothing', async () => {
    const { answer } = await answered('silence', { timeout_ms: 100, signal: new AbortController().signal })
    await expect(collecting(answer)).rejects.toMatchObject({
      kind: 'passing',
      message: 'The server did not answer in time.',
    })
  })

  it('ends when it is told to', async () => {
    const stop = new AbortController()
    const { answer } = await answered('silence', { signal: stop.signal })
    const failed = expect(answer).rejects.toMatchObject({ kind: 'passing' })
    stop.abort()
    await failed
  })

  it.each(['cut', 'half'] as const)('is passing where the line is %s', async reply => {
    const { answer } = await answered(reply)
    await expect(answer).rejects.toMatchObject({ kind: 'passing', message: 'The server could not be reached.' })
  })

  it('reads no answer that is larger than any round of translations', async () => {
    const { answer } = await answered({ text: 'x'.repeat(17 * 1024 * 1024) })
    await expect(answer).rejects.toMatchObject({ kind: 'unusable' })
  })

  it.each([
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after-ms': '250', 'retry-after': '3' }, 250],
    [{ 'retry-after': 'Fri, 01 Jan 2021 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '86401' }, 86_400_000],
    [{ 'retry-after': '9'.repeat(400) }, 86_400_000],
    [{ 'retry-after': 'Fri, 01 Jan 2999 00:00:00 GMT' }, 86_400_000],
    [{}, undefined],
  ] as const)('is told when to come again by %j', async (headers, retry_after_ms) => {
    const { answer } = await answered({ status: 503, headers, json: {} })
    expect((await answer).retry_after_ms).toBe(retry_after_ms)
  })
})

describe('a limit', () => {
  const said = (json: unknown) => failureOf('The server', { status: 429, json, retry_after_ms: undefined }).limit?.said

  it.each([
    [{ error: { message: 'Too many requests\n a minute.' } }, 'Too many requests a minute.'],
    [{ error: 'overloaded' }, 'overloaded'],
    [{ message: 'slow\u200b \u001b[31mdown' }, 'slow [31mdown'],
    [
      { error: { message: 'Limit of org-Ab12Cd34 for sk-proj-9f3a7c, key 9f3a7c0011223344' } },
      'Limit of … for …, key …',
    ],
    [{ error: { message: 'x'.repeat(300) } }, `${'x'.repeat(200)}…`],
    [{ secret: 'sk-1' }, undefined],
    [undefined, undefined],
  ])('is told in the words of the server, on one line, without keys: %j', (json, words) => {
    expect(said(json)).toBe(words)
  })
})

describe('a status', () => {
  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [402, 'quota'],
    [408, 'passing'],
    [409, 'passing'],
    [425, 'passing'],
    [429, 'passing'],
    [500, 'passing'],
    [529, 'passing'],
    [400, 'unusable'],
    [413, 'unusable'],
    [200, 'unusable'],
  ] as const)('%i is %s', (status, kind) => {
    const answer: ServerAnswer = { status, json: { secret: 'sk-1' }, retry_after_ms: 7 }
    const failure = failureOf('The server', answer)
    expect(failure).toMatchObject({ kind, retry_after_ms: kind === 'passing' ? 7 : undefined })
    expect(failure.message).toMatch(/^The server /)
    expect(failure.message).not.toContain('sk-1')
  })
})
