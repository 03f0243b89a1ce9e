import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { serveHttp, UPLOAD_MINUTES } from '../support/http.ts'
import { type Host, type McpWorld, madeIn, openHost, startMcpWorld, type Told } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { requests_per_minute: 100_000 } })
})

const Invited = z.object({ upload: z.object({ upload_id: z.string(), url: z.string() }) })
const Several = z.looseObject({
  batches: z.array(z.looseObject({ file_path: z.string(), status: z.string() })),
  failed: z.array(z.looseObject({ file_path: z.string(), code: z.string(), reason: z.string() })).default([]),
  total: z.looseObject({ files: z.number(), credit_cost: z.number() }),
  next_step: z.string(),
})

interface Opened {
  readonly host: Host
  readonly url: string
  /** Puts a file as the page does, which says how many come after it. */
  readonly send: (name: string, content: string, left: number) => Promise<Response>
  readonly made: (more?: object, by?: Host) => Promise<Told>
}

async function open(wishes: object = { target_languages: ['de'] }): Promise<Opened> {
  const server = await serveHttp(world.parts)
  const host = await openHost(server.parts)
  const { upload } = Invited.parse((await host.call('create_batch', { ...wishes })).data)
  const send = (name: string, body: string, left: number) =>
    fetch(`${upload.url}${encodeURIComponent(name)}?left=${left}`, { method: 'PUT', body })
  const made = (more: object = {}, by = host) => by.call('create_batch', { upload_id: upload.upload_id, ...more })
  return { host, url: upload.url, send, made }
}

function formOf(...files: readonly (readonly [string, string])[]): FormData {
  const form = new FormData()
  for (const [name, content] of files) form.append('file', new Blob([content]), name)
  return form
}
const post = (url: string, body?: FormData) => fetch(url, { method: 'POST', redirect: 'manual', ...(body && { body }) })

const namesIn = (told: Told) => Several.parse(told.data).batches.map(({ file_path }) => file_path)

describe('several files at one upload address', () => {
  it('are one answer with one total and one approval, as files in a folder are [UPL-1]', async () => {
    const { send, made } = await open()
    expect((await send('a.txt', 'Good morning.', 1)).status).toBe(201)
    expect((await send('b.txt', 'Good night, everybody.', 0)).status).toBe(201)
    const told = Several.parse((await made()).data)
    expect(told.batches).toMatchObject([{ file_path: 'a.txt' }, { file_path: 'b.txt' }])
    expect(told.total).toMatchObject({ files: 2, credit_cost: 5 })
    expect(told.next_step).toMatch(/approve_batch \{"approvals":\[/)
    expect(namesIn(await made())).toEqual(['a.txt', 'b.txt'])
  })

  it('are waited for while the page says that more are to come, and not for ever [UPL-1]', async () => {
    const { send, made } = await open()
    await send('a.txt', 'The first one.', 2)
    expect((await made()).text).toContain('the page is about to send 2 more')
    world.skip(61_000)
    expect(madeIn(await made()).status).toBe('awaiting_review')
  })

  it('are no more taken once the assistant has them, nor once the page has finished [UPL-1]', async () => {
    const { send, made, url } = await open()
    expect((await post(`${url}?close`)).status).toBe(409)
    await send('a.txt', 'The only one.', 0)
    await made()
    expect((await send('b.txt', 'Too late.', 0)).status).toBe(410)
    const other = await open()
    await other.send('a.txt', 'The other one.', 0)
    const closed = await post(`${other.url}?close`)
    expect([closed.status, closed.headers.get('location')]).toEqual([303, new URL(other.url).pathname])
    expect((await other.send('b.txt', 'Too late.', 0)).status).toBe(410)
  })

  it('are twenty at most [MCP-12]', async () => {
    const { send, made, url } = await open({})
    const names = Array.from({ length: 19 }, (_, at) => `${at}.txt`)
    for (const name of names) expect((await send(name, `the text of ${name}`, 5)).status).toBe(201)
    const page = await post(url, formOf(['last.txt', 'the last'], ['more.txt', 'one more']))
    expect(page.status).toBe(201)
    expect((await send('again.txt', 'once more', 0)).status).toBe(410)
    expect(namesIn(await made())).toEqual([...names, 'last.txt'])
  })

  it('come from one form too: a refused one is named to the person and to the assistant, and the others are taken', async () => {
    const { made, url } = await open()
    const page = await post(url, formOf(['a.txt', 'One.'], ['song.mp3', 'la la'], ['b.txt', 'Two.']))
    expect(page.status).toBe(422)
    expect(await page.text()).toMatch(/role="alert">.*song\.mp3[\s\S]*Arrived already[\s\S]*a\.txt[\s\S]*b\.txt/)
    const told = Several.parse((await made()).data)
    expect(told.batches).toHaveLength(2)
    expect(told.failed).toMatchObject([{ file_path: 'song.mp3', code: 'not_taken' }])
  })

  it('of which one was refused and then taken are all taken', async () => {
    const { send, made } = await open()
    await send('a.txt', '', 1)
    expect((await send('a.txt', 'Now with a text.', 0)).status).toBe(201)
    const { data, text } = await made()
    expect(data.batch, text).toMatchObject({ file_name: 'a.txt' })
    expect(text).not.toContain('not_taken')
  })

  it('keep one name apart: two of one name are two translations, and each its own text [CRE-10]', async () => {
    const { send, made } = await open()
    expect((await send('en.txt', 'The first.', 1)).status).toBe(201)
    expect((await send('en.txt', 'The second one.', 0)).status).toBe(201)
    const told = Several.parse((await made()).data)
    expect(new Set(told.batches.map(({ id }) => id)).size).toBe(2)
  })

  it('are all planned with the words of the second call where the first had none [PLN-1]', async () => {
    const { send, made } = await open({})
    await send('a.txt', 'Good morning to all of you.', 1)
    await send('b.txt', 'Good night to all of you.', 0)
    const told = Several.parse((await made({ target_languages: ['fr'] })).data)
    expect(told.batches).toMatchObject([{ target_languages: ['fr'] }, { target_languages: ['fr'] }])
  })

  it('are nothing to another caller, and outlive their address [UPL-1, ENV-5]', async () => {
    const { send, made, url, host } = await open()
    const server = await serveHttp(world.parts)
    const stranger = await openHost(server.parts, { principal: 'somebody else' })
    await send('a.txt', 'Mine.', 1)
    await send('b.txt', 'Mine too.', 0)
    expect((await made({}, stranger)).text).toContain('upload_unknown')
    world.skip(UPLOAD_MINUTES * 60_000)
    expect((await fetch(url)).status).toBe(404)
    expect((await send('c.txt', 'Late.', 0)).status).toBe(404)
    expect(namesIn(await made({}, host))).toEqual(['a.txt', 'b.txt'])
  })
})

describe('the page after an upload', () => {
  it('says in plain words what is planned, and approves nothing [UPL-1, PLN-1]', async () => {
    const { url } = await open({ target_languages: ['de'], leave_out: ['help'] })
    const page = await post(url, formOf(['menu.json', '{"menu":"Open the file","help":"Read the manual"}']))
    expect(page.status).toBe(201)
    const text = await page.text()
    for (const words of [
      'Your file has arrived',
      'into German (de).',
      '3 words',
      '3 credits',
      '<bdi>help</bdi> (3 words)',
    ])
      expect(text).toContain(words)
    expect(text).not.toMatch(/<form|<button/)
  })

  it('tells a file that could not be read by its own reason', async () => {
    const { url } = await open()
    const page = await post(url, formOf(['broken.json', '{"a":'], ['b.json', '{"a":"Open"}']))
    expect(await page.text()).toMatch(/broken\.json/)
  })

  it('shows what was known last where the plan cannot be read now', async () => {
    const { url, send } = await open()
    await send('a.txt', 'Good morning.', 0)
    await post(`${url}?close`)
    world.skip(5000)
    world.faults.script({ kind: 'answer', status: 400, body: 'oops' })
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('into German (de).')
  })
})
