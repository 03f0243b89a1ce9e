import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Created } from '../../src/contract/plan.ts'
import {
  type ArrivedFile,
  createUploadHandles,
  isHandleId,
  MOST_UPLOADED,
  refuseFile,
  takesMore,
} from '../../src/mcp/uploads.ts'
import { planned } from '../support/answers.ts'
import { NOON } from '../support/canned.ts'
import { UPLOAD_TERMS } from '../support/http.ts'
import { rounds } from '../support/seed.ts'

const BASE = 'http://127.0.0.1:8080'
const HOUR = 3_600_000
const NO_WISHES = { filename: undefined, instruction: undefined, terms: UPLOAD_TERMS }
const file = (name: string): ArrivedFile => ({
  ...{ name, created: Created.parse(planned()), request_id: 'req_1', instruction: undefined, read_at: 0 },
})
const secretIn = (url: string) => new URL(url).pathname.split('/')[2] ?? ''

/** Handles under a clock that stands still until it is told to go on. */
function start() {
  let now = NOON
  const pass = (ms: number) => {
    now += ms
  }
  return { handles: createUploadHandles(BASE, HOUR, () => now), pass }
}

describe('an address to upload to', () => {
  it('holds a secret that is in nothing else the caller is given, and says until when it works [KEY-3, UPL-1]', () => {
    const { handles } = start()
    const { upload_id, url, method, headers, expires_at } = handles.open('ada', NO_WISHES)
    expect({ method, headers, expires_at }).toEqual({
      ...{ method: 'PUT', headers: { 'content-type': 'application/octet-stream' } },
      expires_at: '2026-11-21T13:00:00.000Z',
    })
    expect(secretIn(url)).toMatch(/^[\w-]{32}$/)
    expect(upload_id).not.toContain(secretIn(url))
    expect(JSON.stringify(handles.find('ada', upload_id))).not.toContain(secretIn(url))
  })

  it('is another one each time, with a key of its own: two uploads never become one translation [CRE-10]', () => {
    const { handles } = start()
    const opened = Array.from({ length: 50 }, () => handles.open('ada', NO_WISHES))
    const found = opened.map(({ upload_id }) => handles.find('ada', upload_id)?.key)
    for (const all of [opened.map(({ url }) => url), opened.map(({ upload_id }) => upload_id), found]) {
      expect(new Set(all).size).toBe(50)
    }
    expect(opened.every(({ upload_id }) => isHandleId(upload_id))).toBe(true)
    expect(isHandleId('upl_01M7YXDQAKMRC85K59N39V7DAD')).toBe(false)
  })

  it('ends in the name of the file, whatever characters that has [CRE-2]', () => {
    const { handles } = start()
    const name = fc.string({ minLength: 1, maxLength: 20 }).filter(text => !/^\.{1,2}$/.test(text))
    fc.assert(
      fc.property(name, filename => {
        const { pathname, search, hash } = new URL(handles.open('ada', { ...NO_WISHES, filename }).url)
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

  it('works until its end and no longer; what it made is found after that, by its owner alone [UPL-1, ENV-5]', () => {
    const { handles, pass } = start()
    const [open, used] = [handles.open('ada', NO_WISHES), handles.open('ada', NO_WISHES)]
    const handle = handles.behind(secretIn(used.url))
    if (handle === undefined) throw new Error('it was just opened')
    handle.arrived.push(file('a.txt'))
    pass(HOUR - 1)
    expect(handles.behind(secretIn(open.url))?.upload_id).toBe(open.upload_id)
    expect(handles.find('eve', open.upload_id)).toBeUndefined()
    pass(1)
    expect([handles.behind(secretIn(open.url)), handles.find('ada', open.upload_id)]).toEqual([undefined, undefined])
    expect(handles.behind(secretIn(used.url))).toBeUndefined()
    expect(handles.find('ada', used.upload_id)?.arrived).toHaveLength(1)
    expect(handles.find('eve', used.upload_id)).toBeUndefined()
  })

  it('is not found by anything like its secret or its id [KEY-3]', () => {
    const { handles } = start()
    const { upload_id, url } = handles.open('ada', NO_WISHES)
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
      if (other !== secret) expect(handles.behind(other), other).toBeUndefined()
    }
    for (const other of ['', secret, upload_id.toUpperCase(), 'mup_', 'constructor']) {
      expect(handles.find('ada', other), other).toBeUndefined()
    }
  })

  it('gives way to a hundred newer ones of its owner: nobody fills the memory of a server [MCP-12]', () => {
    const { handles } = start()
    const [first, second] = [handles.open('ada', NO_WISHES), handles.open('ada', NO_WISHES)]
    for (let more = 0; more < 99; more += 1) handles.open('ada', NO_WISHES)
    expect(handles.find('ada', first.upload_id)).toBeUndefined()
    expect(handles.behind(secretIn(first.url))).toBeUndefined()
    expect(handles.behind(secretIn(second.url))?.upload_id).toBe(second.upload_id)
  })

  it('does not give way to another caller’s, however many those are [MCP-12, UPL-1]', () => {
    const { handles } = start()
    const first = handles.open('ada', NO_WISHES)
    for (let more = 0; more < 2000; more += 1) handles.open('eve', NO_WISHES)
    expect(handles.find('ada', first.upload_id)?.upload_id).toBe(first.upload_id)
    expect(handles.behind(secretIn(first.url))?.upload_id).toBe(first.upload_id)
  })

  it('takes so many files and no more, until it is closed [UPL-1]', () => {
    const { handles } = start()
    const handle = handles.behind(secretIn(handles.open('ada', NO_WISHES).url))
    if (handle === undefined) throw new Error('it was just opened')
    for (let count = 1; count < MOST_UPLOADED; count += 1) handle.arrived.push(file(`${count}.txt`))
    expect(takesMore(handle)).toBe(true)
    expect(takesMore({ ...handle, closed: true })).toBe(false)
    handle.arrived.push(file('last.txt'))
    expect(takesMore(handle)).toBe(false)
  })

  it('remembers why files were refused, and of endless ones only the first [MCP-12]', () => {
    const { handles } = start()
    const handle = handles.behind(secretIn(handles.open('ada', NO_WISHES).url))
    if (handle === undefined) throw new Error('it was just opened')
    for (let count = 0; count < 1000; count += 1) refuseFile(handle, `${count}.mp3`, `no ${count}`)
    refuseFile(handle, '3.mp3', 'no again')
    expect([handle.refused.size, handle.refused.get('3.mp3')]).toEqual([50, 'no again'])
  })
})
