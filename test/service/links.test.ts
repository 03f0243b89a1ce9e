import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { createLinks, resultPath, uploadPath } from '../../src/service/files/links.ts'
import { createMenu, follow, resultOf, translate } from '../support/flow.ts'
import { plantBatch } from '../support/plant.ts'
import { manualClock, refusalIn, startWorld, temporaryFolder, type World } from '../support/world.ts'

const MINUTE = 60_000
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const NO_LINK = { status: 404, code: 'resource_not_found' }

describe('a signature', () => {
  const links = createLinks(() => 'http://127.0.0.1:1', Buffer.alloc(32, 7))
  const EXPIRES = 1_772_323_200_000
  const signed = links.sign('GET', resultPath('bat_01', 'Grüße.de.txt'), EXPIRES)
  const holds = (url: string) => URL.canParse(url) && links.check('GET', new URL(url), EXPIRES - 1)
  const start = 'http://127.0.0.1:1'.length

  it('fails with any one character of path, end or signature changed, left out or put in [RES-1]', () => {
    expect(holds(signed)).toBe(true)
    const held: string[] = []
    for (let at = start; at < signed.length; at++) {
      const [head, tail] = [signed.slice(0, at), signed.slice(at + 1)]
      const others = [...ALPHABET, '%', '+', '/', '=', '!', '.', ' ', 'é', '\t', '\\']
      const altered = [...others.filter(char => char !== signed[at]).map(char => head + char + tail), head + tail]
      held.push(...altered.filter(holds))
    }
    // An address does not know a separator from its other spelling, and leaves white space out: these are the same link.
    expect(held.filter(url => new URL(url).href !== signed)).toEqual([])
  })

  it.each([
    ['behind it', (url: string) => `${url}A`],
    ['that decoding would pass over', (url: string) => `${url}!`],
    ['of padding', (url: string) => `${url}=`],
    ['of white space', (url: string) => `${url}%20`],
  ])('fails with a character %s [RES-1]', (_, change) => {
    expect(holds(change(signed))).toBe(false)
  })

  it('fails in the spare bits of its last character too [RES-1]', () => {
    const held = [...ALPHABET].filter(char => holds(signed.slice(0, -1) + char))
    expect(held).toEqual([signed.at(-1)])
  })

  it.each(['expires=0', 'expires=', 'expires=NaN', 'expires=Infinity', 'expires=9e99', 'expires=-1', ''])(
    'fails with %s in place of its end [RES-1]',
    end => {
      expect(holds(signed.replace(/expires=\d+/, end))).toBe(false)
    },
  )

  it('fails when an earlier end or signature is put before its own [RES-1]', () => {
    expect(holds(signed.replace('?', '?expires=9999999999999&'))).toBe(false)
    expect(holds(signed.replace('?', '?sig=x&'))).toBe(false)
  })

  it('is over at its very millisecond, and whole ones count [RES-1]', () => {
    const url = new URL(links.sign('GET', '/files/a/b', 1000.9))
    expect([999, 999.9, 1000, 1001].map(now => links.check('GET', url, now))).toEqual([true, true, false, false])
  })

  it('of an upload is none for a file, and of a file none for an upload [RES-1, UPL-1]', () => {
    const put = new URL(links.sign('PUT', uploadPath('upl_1'), EXPIRES))
    expect([links.check('PUT', put, 1), links.check('GET', put, 1)]).toEqual([true, false])
    const moved = new URL(put.href.replace('/uploads/', '/files/'))
    expect(links.check('PUT', moved, 1)).toBe(false)
  })
})

describe('the link of a result', () => {
  const clock = manualClock('2026-03-10T12:00:00Z')
  let world: World
  const ids: string[] = []
  beforeAll(async () => {
    world = await startWorld({ clock, settings: { requests_per_minute: 1_000_000 } })
  })
  beforeEach(async () => {
    if (ids.length > 0) return
    for (const into of ['German', 'French']) {
      ids.push((await translate(world, await createMenu(world, `Translate everything into ${into}.`))).id)
    }
  })
  const link = async (which = 0) => (await resultOf(world, ids[which] ?? '')).result

  it('holds for its minutes by the service’s clock, and a new one for its own [RES-1]', async () => {
    const first = await link()
    expect(first.expires_at).toBe('2026-03-10T12:15:00.000Z')
    clock.advance(15 * MINUTE - 1)
    expect((await follow(first.url)).status).toBe(200)
    const second = await link()
    clock.advance(1)
    expect(refusalIn(await follow(first.url))).toMatchObject(NO_LINK)
    expect((await follow(second.url)).status).toBe(200)
  })

  it('reaches its own file only: parts of two links make none [RES-1]', async () => {
    const [one, other] = [new URL((await link(0)).url), new URL((await link(1)).url)]
    const mixed = [
      `${one.origin}${one.pathname}${other.search}`,
      `${one.origin}${other.pathname}${one.search}`,
      `${one.origin}${one.pathname.replace(ids[0] ?? '', ids[1] ?? '')}${one.search}`,
      `${one.origin}/files/${ids[0]}/..%2f${ids[1]}%2fmenu.de.json${one.search}`,
      `${one.origin}${one.pathname}/${one.search}`,
      `${one.origin}/v1/batches/${ids[0]}${one.search}`,
    ]
    for (const url of mixed) {
      const { status } = refusalIn(await follow(url))
      expect([401, 404], url).toContain(status)
    }
    expect((await follow(one.href)).text).toContain('⟦de')
    expect((await follow(other.href)).text).toContain('⟦fr')
  })

  it('is a link to read from: no other method reaches it [RES-1]', async () => {
    const { url } = await link()
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      expect(refusalIn(await follow(url, { method })), method).toMatchObject(NO_LINK)
    }
  })

  it('gives the whole file whatever part is asked for, and says how long it is [RES-1, RES-2]', async () => {
    const { url, size_bytes, media_type } = await link()
    for (const range of ['bytes=0-4', 'bytes=5-', 'bytes=-1', 'bytes=99999-', 'lines=1-2']) {
      const file = await follow(url, { headers: { range } })
      expect(file.status, range).toBe(200)
      expect(file.bytes.length, range).toBe(size_bytes)
    }
    const head = await follow(url, { method: 'HEAD' })
    expect([head.status, head.text]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBe(size_bytes)
    expect(head.headers.get('content-type')).toBe(media_type)
    expect(head.headers.get('content-disposition')).toContain('menu.de.json')
  })

  it('needs no credential, and is not helped by one [RES-1]', async () => {
    const { url } = await link()
    const authorization = `Bearer ${world.key}`
    expect((await follow(url, { headers: { authorization: 'Bearer nonsense' } })).status).toBe(200)
    expect(refusalIn(await follow(url.replace(/sig=.*/, ''), { headers: { authorization } }))).toMatchObject(NO_LINK)
    expect(url).not.toContain(world.key.slice(9, 20))
  })

  it('holds at a sibling process of its data folder, and after a restart; at another folder it is none [RES-1]', async () => {
    const dataDir = `${temporaryFolder()}/data`
    const first = await startWorld({ dataDir })
    const done = await translate(first, await createMenu(first))
    const { url } = (await resultOf(first, done.id)).result
    const sibling = await startWorld({ dataDir })
    const at = (other: World) => follow(url.replace(first.baseUrl, other.baseUrl))
    expect((await at(sibling)).text).toContain('⟦de')
    await first.close()
    await sibling.close()
    const restarted = await startWorld({ dataDir })
    expect((await at(restarted)).text).toContain('⟦de')
    expect(refusalIn(await at(world))).toMatchObject(NO_LINK)
  })

  it.skipIf(process.platform !== 'linux')(
    'holds no file open for a HEAD or a caller that went away [RES-1]',
    async () => {
      const { url } = await link()
      const blobs = () => readdirSync('/proc/self/fd').length
      const before = blobs()
      for (let time = 0; time < 30; time++) await follow(url, { method: 'HEAD' })
      for (let time = 0; time < 10; time++) await leaveEarly(url)
      await follow(url)
      await expect.poll(blobs, { timeout: 20_000 }).toBeLessThan(before + 10)
    },
  )
})

/** Asks for a file and goes away when its headers are there. */
function leaveEarly(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: false }, response => {
      response.destroy()
      resolve()
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('the link of an upload', () => {
  const clock = manualClock('2026-03-10T12:00:00Z')
  let world: World
  beforeAll(async () => {
    world = await startWorld({ clock, settings: { requests_per_minute: 1_000_000 } })
  })
  const open = () => world.call(api.uploads.create, { body: { filename: 'a.txt' } })
  const put = (url: string, body: string = 'Hello there') => follow(url, { method: 'PUT', body })

  it('takes bytes until its end by the service’s clock, and no longer [UPL-1]', async () => {
    const upload = await open()
    expect(upload.expires_at).toBe(new Date(clock() + 60 * MINUTE).toISOString())
    clock.advance(60 * MINUTE - 1)
    expect((await put(upload.url)).status).toBe(204)
    clock.advance(1)
    expect(refusalIn(await put(upload.url))).toMatchObject(NO_LINK)
    expect(await world.refuse(api.uploads.complete, { params: { upload_id: upload.id } })).toMatchObject(NO_LINK)
  })

  it('takes bytes at a sibling process of its data folder, and after a restart [UPL-1]', async () => {
    const dataDir = `${temporaryFolder()}/data`
    const first = await startWorld({ dataDir })
    const upload = await first.call(api.uploads.create, { body: { filename: 'a.txt' } })
    const at = (other: World) => put(upload.url.replace(first.baseUrl, other.baseUrl))
    const sibling = await startWorld({ dataDir })
    expect((await at(sibling)).status).toBe(204)
    await first.close()
    await sibling.close()
    const restarted = await startWorld({ dataDir })
    expect((await at(restarted)).status).toBe(204)
    await restarted.call(api.uploads.complete, { params: { upload_id: upload.id } })
    expect(refusalIn(await at(restarted))).toMatchObject(NO_LINK)
    expect(refusalIn(await at(world))).toMatchObject(NO_LINK)
  })

  it('takes nothing when a part of it is another’s [UPL-1]', async () => {
    const [one, other] = [await open(), await open()]
    const batch = await plantBatch(world)
    for (const url of [
      one.url.replace(one.id, other.id),
      one.url.replace('/uploads/', '/files/'),
      one.url.replace(one.id, batch.id),
      one.url.replace(/.$/, char => (char === 'A' ? 'B' : 'A')),
      `${one.url}&`.replace('&', '&&').replace(/sig=./, 'sig='),
      `${world.baseUrl}/uploads/${one.id}`,
    ]) {
      expect(refusalIn(await put(url)), url).toMatchObject(NO_LINK)
    }
    const rows = await world.db.selectFrom('uploads').select('blob').where('id', 'in', [one.id, other.id]).execute()
    expect(rows).toEqual([{ blob: null }, { blob: null }])
  })

  it('gives nothing back: it is a link to write to [UPL-1]', async () => {
    const { url } = await open()
    await put(url)
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'])
      expect((await follow(url, { method })).status, method).toBe(404)
  })

  it('keeps the last of what was sent to it and nothing of what was before [UPL-1]', async () => {
    const { id, url } = await open()
    const count = () => readdirSync(`${world.dataDir}/files`).length
    await put(url, 'First words of a text.')
    const before = count()
    for (const text of ['Second words of a text.', 'Third and last words of a text.']) await put(url, text)
    expect(count()).toBe(before)
    const upload = await world.db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(upload).toMatchObject({ state: 'received', size_bytes: 'Third and last words of a text.'.length })
  })

  it('keeps nothing of bytes that break off on the way, and may be used again [UPL-1]', async () => {
    const { id, url } = await open()
    const count = () => readdirSync(`${world.dataDir}/files`).length
    const before = count()
    await breakOff(url)
    await expect.poll(count).toBe(before)
    expect(await world.refuse(api.uploads.complete, { params: { upload_id: id } })).toMatchObject({
      code: 'invalid_request',
    })
    expect((await put(url)).status).toBe(204)
    await world.call(api.uploads.complete, { params: { upload_id: id } })
    expect(world.logged).toEqual([])
  })
})

/** Announces more than it sends, and goes away. */
function breakOff(url: string): Promise<void> {
  return new Promise(resolve => {
    const sent = request(url, { method: 'PUT', headers: { 'content-length': '1000' }, agent: false })
    sent.on('error', () => resolve())
    sent.on('close', () => resolve())
    sent.write('Hello', () => sent.destroy())
  })
}
