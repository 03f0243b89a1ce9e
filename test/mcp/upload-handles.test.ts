import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Created } from '../../src/contract/plan.ts'
import type { ArrivedFile } from '../../src/mcp/upload-held.ts'
import {
  isHandleId,
  MOST_UPLOADED,
  refuseFile,
  takesMore,
  type UploadHandles,
  type UploadTurn,
} from '../../src/mcp/uploads.ts'
import { planned } from '../support/answers.ts'
import { NOON } from '../support/canned.ts'
import { UPLOAD_TERMS } from '../support/http.ts'
import { rounds } from '../support/seed.ts'
import { uploadsAtOrigin } from '../support/uploads.ts'

const BASE = 'http://127.0.0.1:8080'
const HOUR = 3_600_000
const NO_WISHES = { filename: undefined, instruction: undefined, terms: UPLOAD_TERMS }
const file = (name: string): ArrivedFile => ({
  ...{ name, created: Created.parse(planned()), request_id: 'req_1', instruction: undefined, read_at: 0 },
})
const secretIn = (url: string) => new URL(url).pathname.split('/')[2] ?? ''

/** Handles under a clock that stands still until it is told to go on. */
async function start() {
  let now = NOON
  const pass = (ms: number) => {
    now += ms
  }
  return { handles: await uploadsAtOrigin(BASE, HOUR, () => now), pass }
}

async function turnAt(handles: UploadHandles, url: string): Promise<UploadTurn> {
  const handle = await handles.behind(secretIn(url))
  const turn = handle && (await handles.begin(handle))
  if (turn === undefined) throw new Error('it was just opened')
  return turn
}

describe('an address to upload to', () => {
  it('holds a secret that is in nothing else the caller is given, and says until when it works [KEY-3, UPL-1]', async () => {
    const { handles } = await start()
    const { upload_id, url, method, headers, expires_at } = await handles.open('ada', NO_WISHES)
    expect({ method, headers, expires_at }).toEqual({
      ...{ method: 'PUT', headers: { 'content-type': 'application/octet-stream' } },
      expires_at: '2026-11-21T13:00:00.000Z',
    })
    expect(secretIn(url)).toMatch(/^[\w-]{32}$/)
    expect(upload_id).not.toContain(secretIn(url))
    expect(JSON.stringify(await handles.find('ada', upload_id))).not.toContain(secretIn(url))
  })

  it('is another one each time, with a key of its own: two uploads never become one translation [CRE-10]', async () => {
    const { handles } = await start()
    const opened = await Promise.all(Array.from({ length: 50 }, () => handles.open('ada', NO_WISHES)))
    const found = await Promise.all(opened.map(async ({ upload_id }) => (await handles.find('ada', upload_id))?.key))
    for (const all of [opened.map(({ url }) => url), opened.map(({ upload_id }) => upload_id), found]) {
      expect(new Set(all).size).toBe(50)
    }
    expect(opened.every(({ upload_id }) => isHandleId(upload_id))).toBe(true)
    expect(isHandleId('upl_01M7YXDQAKMRC85K59N39V7DAD')).toBe(false)
  })

  it('ends in the name of the file, whatever characters that has [CRE-2]', async () => {
    const { handles } = await start()
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter(text => !/^\.{1,2}$/.test(text))
    await fc.assert(
      fc.asyncProperty(name, async filename => {
        const { pathname, search, hash } = new URL((await handles.open('ada', { ...NO_WISHES, filename })).url)
        const [, , , last = '', ...more] = pathname.split('/')
        expect({ last: decodeURIComponent(last), more, search, hash }).toEqual({
          last: filename,
          more: [],
          search: '',
          hash: '',
        })
      }),
      { numRuns: rounds(200) },
    )
  })

  it('works until its end and no longer; what it made is found after that, by its owner alone [UPL-1, ENV-5]', async () => {
    const { handles, pass } = await start()
    const [open, used] = [await handles.open('ada', NO_WISHES), await handles.open('ada', NO_WISHES)]
    const turn = await turnAt(handles, used.url)
    turn.handle.arrived.push(file('a.txt'))
    await turn.end()
    pass(HOUR - 1)
    expect((await handles.behind(secretIn(open.url)))?.upload_id).toBe(open.upload_id)
    expect(await handles.find('eve', open.upload_id)).toBeUndefined()
    pass(1)
    expect([await handles.behind(secretIn(open.url)), await handles.find('ada', open.upload_id)]).toEqual([
      undefined,
      undefined,
    ])
    expect(await handles.behind(secretIn(used.url))).toBeUndefined()
    expect((await handles.find('ada', used.upload_id))?.arrived).toHaveLength(1)
    expect(await handles.find('eve', used.upload_id)).toBeUndefined()
  })

  it('is not found by anything like its secret or its id [KEY-3]', async () => {
    const { handles } = await start()
    const { upload_id, url } = await handles.open('ada', NO_WISHES)
    const secret = secretIn(url)
    for (const other of [
      '',
      secret.slice(0, -1),
      `${secret}a`,
      secret.toUpperCase(),
      upload_id,
      'constructor',
      '__proto__',
    ]) {
      if (other !== secret) expect(await handles.behind(other), other).toBeUndefined()
    }
    for (const other of ['', secret, upload_id.toUpperCase(), 'mup_', 'constructor']) {
      expect(await handles.find('ada', other), other).toBeUndefined()
    }
  })

  it('gives way to a hundred newer ones of its owner: nobody fills the memory of a server [MCP-12]', async () => {
    const { handles, pass } = await start()
    const first = await handles.open('ada', NO_WISHES)
    pass(1)
    const second = await handles.open('ada', NO_WISHES)
    for (let more = 0; more < 99; more += 1) {
      pass(1)
      await handles.open('ada', NO_WISHES)
    }
    expect(await handles.find('ada', first.upload_id)).toBeUndefined()
    expect(await handles.behind(secretIn(first.url))).toBeUndefined()
    expect((await handles.behind(secretIn(second.url)))?.upload_id).toBe(second.upload_id)
  })

  it('does not give way to another caller’s, however many those are [MCP-12, UPL-1]', async () => {
    const { handles } = await start()
    const first = await handles.open('ada', NO_WISHES)
    for (let more = 0; more < 200; more += 1) await handles.open('eve', NO_WISHES)
    expect((await handles.find('ada', first.upload_id))?.upload_id).toBe(first.upload_id)
    expect((await handles.behind(secretIn(first.url)))?.upload_id).toBe(first.upload_id)
  })

  it('takes so many files and no more, until it is closed [UPL-1]', async () => {
    const { handles } = await start()
    const { handle } = await turnAt(handles, (await handles.open('ada', NO_WISHES)).url)
    for (let count = 1; count < MOST_UPLOADED; count += 1) handle.arrived.push(file(`${count}.txt`))
    expect(takesMore(handle)).toBe(true)
    expect(takesMore({ ...handle, closed: true })).toBe(false)
    handle.arrived.push(file('last.txt'))
    expect(takesMore(handle)).toBe(false)
  })

  it('remembers why files were refused, and of endless ones only the first [MCP-12]', async () => {
    const { handles } = await start()
    const { handle } = await turnAt(handles, (await handles.open('ada', NO_WISHES)).url)
    for (let count = 0; count < 1000; count += 1) refuseFile(handle, `${count}.mp3`, `no ${count}`)
    refuseFile(handle, '3.mp3', 'no again')
    expect([handle.refused.size, handle.refused.get('3.mp3')]).toEqual([50, 'no again'])
  })
})
