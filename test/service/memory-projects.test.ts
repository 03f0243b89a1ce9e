import { expect, it } from 'vitest'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { type Apy, startApy } from '../support/apy.ts'
import { createdIn, translate } from '../support/flow.ts'
import { refusalIn, startWorld, type World } from '../support/world.ts'

const LONG = 'Read the first page of the manual before you begin.'

async function start(settings: Partial<ServiceSettings> = {}) {
  const apy = await startApy({})
  const world = await startWorld({
    settings: { engine: 'apertium', engines: { apertium: { url: apy.url } }, ...settings },
  })
  return { apy, world }
}

function sent(world: World, content: object, project?: string) {
  const body = { content: JSON.stringify(content), filename: 'en.json', instruction: 'Translate into Spanish.' }
  const headers = {
    'content-type': 'application/json',
    ...(project !== undefined && { 'translation-project': project }),
  }
  return world.send('POST', '/v1/batches', { headers, body: JSON.stringify(body) })
}

/** Translates a file for a project and says what the engine was asked for meanwhile. */
async function asked({ world, apy }: { world: World; apy: Apy }, content: object, project?: string) {
  const before = apy.asked.length
  const created = createdIn(await sent(world, content, project))
  await translate(world, created)
  return { new_words: created.plan?.new_words, asked: apy.asked.slice(before) }
}

it('uses the memory of a project in that project, and in no other [ENG-4]', async () => {
  const place = await start()
  const content = { intro: LONG }
  expect((await asked(place, content, 'shop-1')).asked).toEqual([LONG])
  expect(await asked(place, content, 'shop-1')).toEqual({ new_words: 0, asked: [] })
  expect(await asked(place, content, 'blog-2')).toMatchObject({ asked: [LONG] })
  expect(await asked(place, content)).toMatchObject({ asked: [LONG] })
})

it('keeps what was translated without a project from projects, unless memory is shared on purpose [ENG-4]', async () => {
  const place = await start()
  await asked(place, { intro: LONG })
  expect((await asked(place, { intro: LONG }, 'shop-1')).asked).toEqual([LONG])
  const shared = await start({ memory_shared: true })
  await asked(shared, { intro: LONG }, 'shop-1')
  expect(await asked(shared, { intro: LONG }, 'blog-2')).toEqual({ new_words: 0, asked: [] })
  expect(await asked(shared, { intro: LONG })).toEqual({ new_words: 0, asked: [] })
})

it('translates equal short texts under different keys apart, and those of one list once [ENG-3]', async () => {
  const place = await start()
  const content = { menu: { open: 'Open' }, status: { open: 'Open' }, tags: ['New', 'New', 'New'], a: LONG, b: LONG }
  const first = await asked(place, content)
  expect([...first.asked].sort()).toEqual(['New', 'Open', 'Open', LONG].sort())
  expect(await asked(place, content)).toEqual({ new_words: 0, asked: [] })
  expect((await asked(place, { dialog: { open: 'Open' }, menu: { open: 'Open' } })).asked).toEqual(['Open'])
})

it.each(['', ' ', 'a'.repeat(101), 'caf\u00e9', 'a\u0007b'])('refuses %j as the label of a project', async label => {
  const { world } = await start()
  if (label.includes('\u0007')) return expect(() => sent(world, { a: LONG }, label)).rejects.toThrow()
  const answer = await sent(world, { a: LONG }, label)
  expect(refusalIn(answer)).toMatchObject({ code: 'invalid_parameter', param: 'Translation-Project' })
})
