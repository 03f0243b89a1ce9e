import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { ACCOUNT, batch, planned } from '../support/answers.ts'
import { cannedParts } from '../support/canned.ts'
import { ask, type HttpServer, serveHttp, UPLOAD_MINUTES } from '../support/http.ts'
import { type Host, type McpWorld, madeIn, openHost, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

const Invited = z.object({
  upload: z.object({
    upload_id: z.string(),
    url: z.string(),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
    expires_at: z.string(),
  }),
})

/** A server over HTTP and a host that talks to the same parts. */
async function start(parts = world.parts): Promise<HttpServer & { host: Host }> {
  const server = await serveHttp(parts)
  return { ...server, host: await openHost(server.parts) }
}

async function invited(host: Host, wishes: object = {}) {
  const told = await host.call('create_batch', { ...wishes })
  expect(told.failed, told.text).toBe(false)
  const { upload } = Invited.parse(told.data)
  expect(told.text).toContain(upload.url)
  return upload
}

const put = (url: string, body: string, init: RequestInit = {}) => fetch(url, { method: 'PUT', body, ...init })

function formOf(name: string, content: string): FormData {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  return form
}

const Refused = z.object({ error: z.object({ message: z.string() }) })
const messageIn = async (response: Response) => Refused.parse(await response.json()).error.message

describe('an upload over HTTP', () => {
  it('is offered where create_batch has no file, and makes its translation [UPL-1]', async () => {
    const { host, parts } = await start()
    const wishes = { filename: 'menu.json', target_languages: ['de'], instruction: 'skip help' }
    const upload = await invited(host, wishes)
    expect(Date.parse(upload.expires_at) - parts.clock()).toBeGreaterThan((UPLOAD_MINUTES - 1) * 60_000)
    const sent = await put(upload.url, '{"menu":"Open the file","help":"Read"}', { headers: upload.headers })
    expect(sent.status).toBe(201)
    const answer = z.looseObject({ next_step: z.string() }).parse(await sent.json())
    expect(answer.next_step).toContain(upload.upload_id)
    const told = await host.call('create_batch', { upload_id: upload.upload_id })
    expect(madeIn(told).status).toBe('awaiting_review')
    expect(told.data.plan).toMatchObject({ target_languages: ['de'] })
    expect(told.text).toContain('menu.json')
    expect(told.text).toContain('help')
    expect(madeIn(await host.call('create_batch', { upload_id: upload.upload_id })).id).toBe(madeIn(told).id)
  })

  it('is planned by a service that answers planning with nothing: its plan is read [PLN-1, ENV-4]', async () => {
    const { parts: canned } = await cannedParts({
      'GET /v1/account': ACCOUNT,
      'POST /v1/batches': { batch: batch(), suggested_instructions: ['Translate into German'] },
      'POST /v1/batches/bat_1/plan': () => ({ status: 204 }),
      'GET /v1/batches/bat_1': batch(),
      'GET /v1/batches/bat_1/plan': planned(),
    })
    const { host } = await start(canned)
    const { url, upload_id } = await invited(host, { filename: 'menu.json' })
    expect((await put(url, '{"menu":"Open the file"}')).status).toBe(201)
    const { data, text } = await host.call('create_batch', { upload_id, target_languages: ['de'] })
    expect(data.plan, text).toMatchObject({ plan_revision: 'pr_k2x' })
    expect(text).not.toContain('No instruction was given')
  })

  it.each([['report.txt'], ['Отчёт (1).txt'], ['報告書.txt'], ['100% a&b #1?.txt']])(
    'takes %s by PUT under the name in its address, or by the page’s form [UPL-1]',
    async name => {
      const { host } = await start()
      const named = await invited(host, { filename: name })
      const nameless = await invited(host)
      const form = await invited(host)
      expect((await put(named.url, `by put ${name}`)).status).toBe(201)
      expect((await put(`${nameless.url}${encodeURIComponent(name)}`, `by put alone ${name}`)).status).toBe(201)
      const page = await fetch(form.url, { method: 'POST', body: formOf(name, `by form ${name}`) })
      expect(page.status).toBe(201)
      for (const { upload_id } of [named, nameless, form]) {
        const told = await host.call('create_batch', { upload_id })
        expect(told.data).toMatchObject({ batch: { file_name: name } })
      }
    },
  )

  it('believes the file about its kind, not what was announced', async () => {
    const { host } = await start()
    const { url, upload_id } = await invited(host, { filename: 'strings.json' })
    expect((await fetch(url, { method: 'POST', body: formOf('notes.txt', 'no JSON at all') })).status).toBe(201)
    expect((await host.call('create_batch', { upload_id })).data).toMatchObject({ batch: { file_name: 'notes.txt' } })
  })

  it('plans with the words of the second call where the first had none, once', async () => {
    const { host } = await start()
    const { url, upload_id } = await invited(host, { filename: 'late.txt' })
    await put(url, 'The words come later than the file')
    const first = await host.call('create_batch', { upload_id })
    expect(first.data).toMatchObject({ plan: null, suggested_instructions: expect.any(Array) })
    const words = { upload_id, target_languages: ['fr'] }
    const planned = madeIn(await host.call('create_batch', words))
    expect(planned.approval.plan_revision).not.toBe('')
    const refined = madeIn(await host.call('plan_batch', { batch_id: planned.id, instruction: 'also German' }))
    const again = await host.call('create_batch', words)
    expect(madeIn(again).approval).toEqual(refined.approval)
    expect(again.data.plan).toMatchObject({ target_languages: ['fr', 'de'] })
  })

  it('works once, and outlives its address', async () => {
    const { host } = await start()
    const { url, upload_id } = await invited(host, { filename: 'once.txt' })
    expect((await put(url, 'the only time')).status).toBe(201)
    expect(await messageIn(await put(url, 'another time'))).toContain('arrived already')
    expect((await fetch(url, { method: 'POST', body: formOf('once.txt', 'another time') })).status).toBe(410)
    expect(await (await fetch(url)).text()).not.toContain('<form')
    world.skip(2 * UPLOAD_MINUTES * 60_000)
    expect(madeIn(await host.call('create_batch', { upload_id })).id).toMatch(/^bat_/)
  })

  it('expires [UPL-1]', async () => {
    const { host } = await start()
    const { url, upload_id } = await invited(host, { filename: 'late.txt' })
    world.skip(UPLOAD_MINUTES * 60_000)
    const before = world.faults.seen.length
    expect((await put(url, 'too late')).status).toBe(404)
    expect((await fetch(url)).status).toBe(404)
    expect(world.faults.seen).toHaveLength(before)
    expect((await host.call('create_batch', { upload_id })).text).toContain('upload_unknown')
  })

  it('belongs to its caller, and to whoever holds its secret', async () => {
    const { host, origin, parts } = await start()
    const { url, upload_id } = await invited(host, { filename: 'mine.txt' })
    for (const wrong of [`${origin}/upload/`, `${origin}/upload/x/mine.txt`, url.replace(/upload\/./, 'upload/!')]) {
      expect((await put(wrong, 'from somebody else')).status).toBe(404)
    }
    expect((await put(url, 'mine')).status).toBe(201)
    const other = await openHost(parts, { principal: 'somebody else' })
    const told = await other.call('create_batch', { upload_id })
    expect(told).toMatchObject({ failed: true, text: expect.stringContaining('upload_unknown') })
  })

  it('says what is missing: the file, its name, and who has it [UPL-1]', async () => {
    const { host } = await start()
    const { url, upload_id } = await invited(host)
    expect((await host.call('create_batch', { upload_id })).text).toContain('No bytes have arrived yet')
    expect((await host.call('create_batch', { upload_id, filename: 'a.txt' })).text).toContain('leave filename out')
    expect(await messageIn(await put(url, 'nameless'))).toContain('has no name')
    const empty = await fetch(url, { method: 'POST', body: new FormData() })
    expect(empty.status).toBe(400)
    expect(await empty.text()).toContain('Choose a file')
    const text = await fetch(url, { method: 'POST', body: 'text' })
    expect(text.status).toBe(400)
    expect((await fetch(url, { method: 'DELETE' })).headers.get('allow')).toBe('GET, PUT, POST')
    expect((await put(`${url}a.txt`, 'with a name')).status).toBe(201)
  })
})

describe('an upload that fails', () => {
  it('for its format says so, to both, and takes the next file', async () => {
    const { host } = await start()
    const { url, upload_id } = await invited(host)
    const refused = await put(`${url}song.mp3`, 'la la')
    expect(refused.status).toBe(422)
    const message = await messageIn(refused)
    expect(message).toContain('address still works')
    expect((await host.call('create_batch', { upload_id })).text).toContain(message)
    const page = await fetch(url, { method: 'POST', body: formOf('song.mp3', 'la la') })
    expect(page.status).toBe(422)
    expect(await page.text()).toMatch(/role="alert"[\s\S]*<form method="post"/)
    expect((await put(`${url}song.txt`, 'la la')).status).toBe(201)
  })

  it('for its size is refused while it is being sent, and the sender hears it', async () => {
    const { host } = await start()
    const { url } = await invited(host, { filename: 'big.txt' })
    const large = 'x'.repeat(20 * 1024 * 1024)
    expect((await put(url, large)).status).toBe(413)
    const form = await fetch(url, { method: 'POST', body: formOf('big.txt', large) })
    expect(form.status).toBe(413)
    expect((await put(url, 'small')).status).toBe(201)
  })

  it('for an API that is away leaves the address working', async () => {
    const { parts, faults } = await cannedParts({
      'GET /v1/account': ACCOUNT,
      'POST /v1/batches': () => ({ status: 201, body: { data: planned(), request_id: 'req_1' } }),
      'GET /v1/batches/bat_1': batch(),
      'GET /v1/batches/bat_1/plan': planned(),
    })
    const { host } = await start(parts)
    const { url, upload_id } = await invited(host, { filename: 'app.json' })
    faults.script({ kind: 'reset' }, { kind: 'answer', status: 500, body: 'oops' })
    const lost = await put(url, '{"a":"b"}')
    expect(lost.status).toBe(502)
    expect(await messageIn(lost)).toContain('sending the same file again is safe')
    expect((await put(url, '{"a":"b"}')).status).toBe(502)
    expect((await put(url, '{"a":"b"}')).status).toBe(201)
    const keys = faults.seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])
    expect(new Set(keys).size).toBe(1)
    expect((await host.call('create_batch', { upload_id })).data.batch).toMatchObject({ id: 'bat_1' })
  })

  it('for a sender who goes away leaves the address working', async () => {
    const { host } = await start()
    const { url, upload_id } = await invited(host, { filename: 'broken.txt' })
    for (const method of ['PUT', 'POST']) {
      const leaving = new AbortController()
      const body = new ReadableStream<Uint8Array>({
        start: controller => controller.enqueue(new TextEncoder().encode(opening)),
      })
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const sending = fetch(url, { method, body, headers, duplex: 'half', signal: leaving.signal }).catch(() => 'left')
      const waiting = () => host.call('create_batch', { upload_id }).then(({ text }) => text)
      await expect.poll(waiting, { interval: 10 }).toContain('still arriving')
      expect((await put(url, 'at the same time')).status).toBe(409)
      leaving.abort()
      expect(await sending).toBe('left')
      await expect.poll(waiting, { interval: 10 }).toContain('broke off')
    }
    expect((await put(url, 'whole')).status).toBe(201)
  })
})

const opening = '--b\r\nContent-Disposition: form-data; name="file"; filename="broken.txt"\r\n\r\nthe beginning'

describe('the upload page', () => {
  it('is a form, in a page that loads nothing and runs its own script alone [MCP-12]', async () => {
    const { host } = await start()
    const { url } = await invited(host, { filename: '<b>"x".txt' })
    const page = await ask(url)
    expect(page.status).toBe(200)
    expect(page.text).toContain('&lt;b&gt;&quot;x&quot;.txt')
    expect(page.text).not.toMatch(/src=|href=|\son\w+=/)
    expect(page.headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      ),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('answers under our own name alone [MCP-12]', async () => {
    const { host } = await start()
    const { url } = await invited(host)
    expect((await ask(url, { headers: { host: 'evil.example' } })).status).toBe(403)
  })
})
