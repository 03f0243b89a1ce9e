import { expect, it } from 'vitest'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { type Apy, startApy } from '../support/apy.ts'
import { createdIn, reaches, resultOf, translate } from '../support/flow.ts'
import { ran } from '../support/ran.ts'
import { answer } from '../support/segments.ts'
import { refusalIn, startWorld, type World } from '../support/world.ts'

const LONG = 'Read the first page of the manual before you begin.'

async function start(settings: Partial<ServiceSettings> = {}) {
  const apy = await startApy({})
  const world = await startWorld({
    settings: { engine: 'apertium', engines: { apertium: { url: apy.url } }, ...settings },
  })
  return { apy, world }
}

function sent(world: World, content: object, project?: string, instruction = 'Translate into Spanish.') {
  const body = { content: JSON.stringify(content), filename: 'en.json', instruction }
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

const CORRECTED = 'Lea primero la portada del manual.'

/** Translates one sentence for a project, and corrects it in the finished file. */
async function correct({ world }: { world: World }, project?: string) {
  const { batch, plan, plan_revision } = createdIn(await sent(world, { intro: LONG }, project))
  await translate(world, { batch, plan_revision })
  const handed = { batch_id: batch.id, plan_revision: plan_revision ?? '', languages: plan?.target_languages ?? [] }
  await answer(world, handed, [{ id: '1', text: CORRECTED }])
  await reaches(world, batch.id, 'completed')
}

/** What the file of a project then says, and whether the engine was asked for it. */
async function read({ world, apy }: { world: World; apy: Apy }, project?: string, instruction?: string) {
  const before = apy.asked.length
  const created = createdIn(await sent(world, { intro: LONG }, project, instruction))
  await translate(world, created)
  const { file } = await resultOf(world, created.batch.id)
  return { intro: JSON.parse(file.text).intro, asked: apy.asked.slice(before) }
}

it('a correction outranks the memory of its project, under another tone too, and stays in that project [MCP-21, ENG-4]', async () => {
  const place = await start()
  const before = await read(place, 'blog-2')
  await correct(place, 'shop-1')
  expect(await read(place, 'shop-1')).toEqual({ intro: CORRECTED, asked: [] })
  const friendly = 'Translate into Spanish. Use a friendly tone.'
  expect(await read(place, 'shop-1', friendly)).toEqual({ intro: CORRECTED, asked: [] })
  expect(await read(place, 'blog-2')).toEqual({ intro: before.intro, asked: [] })
  expect(await read(place, 'docs-3')).toEqual({ intro: before.intro, asked: [LONG] })
  expect(await read(place)).toEqual({ intro: before.intro, asked: [LONG] })
})

it('a correction without a project holds in each project that has none of its own [MCP-21, ENG-4]', async () => {
  const place = await start()
  await correct(place)
  expect(await read(place, 'shop-1')).toEqual({ intro: CORRECTED, asked: [] })
})

it('forgets what one project, file or author put there, counted before, and nothing else [ENG-4]', async () => {
  const place = await start()
  for (const project of ['shop-1', 'blog-2', undefined]) await asked(place, { intro: LONG }, project)
  const say = async (line: string) => {
    const ended = await ran(line.split(' '), { TRANSLATION_DATA_DIR: place.world.dataDir })
    expect(ended, line).toMatchObject({ code: 0, stderr: '' })
    return ended.stdout
  }
  const all = await say('memory show')
  expect(all).toMatch(/^3 translations, \d+ characters\.\nwithout a project: 1 .*\n.blog-2.: 1 .*\n.shop-1.: 1 .*\n$/)
  expect(await say('memory show --file other.json')).toBe('0 translations, 0 characters.\n')
  expect(await say('memory clear --file other.json')).toBe('Forgotten: 0 translations, 0 characters.\n')
  expect(await say('memory clear --member key_00000000000000000000000000')).toMatch(/^Forgotten: 0 /)
  expect(await say('memory show')).toBe(all)
  expect(await say('memory clear --project shop-1')).toMatch(/^Forgotten: 1 translation, /)
  const [last = ''] = (await say('audit --json')).split('\n')
  expect(JSON.parse(last)).toMatchObject({
    kind: 'memory_cleared',
    detail: { translations: 1, project: 'shop-1' },
  })
  expect((await asked(place, { intro: LONG }, 'blog-2')).asked).toEqual([])
  expect((await asked(place, { intro: LONG }, 'shop-1')).asked).toEqual([LONG])
  expect(await say('memory clear --file en.json --without-project')).toMatch(/^Forgotten: 1 translation, /)
  expect(await say('memory show')).not.toContain('without')
  const [key] = JSON.parse(await say('keys list --json')).keys
  expect(await say(`memory clear --member ${key.id}`)).toMatch(/^Forgotten: 2 translations, /)
  expect(await say('memory show')).toBe('0 translations, 0 characters.\n')
  const nobody = await ran(['memory', 'clear', '--member', 'nobody'], { TRANSLATION_DATA_DIR: place.world.dataDir })
  expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('no member of this name') })
})

it.each(['', ' ', 'a'.repeat(101), 'caf\u00e9', 'a\u0007b'])('refuses %j as the label of a project', async label => {
  const { world } = await start()
  if (label.includes('\u0007')) return expect(() => sent(world, { a: LONG }, label)).rejects.toThrow()
  const answer = await sent(world, { a: LONG }, label)
  expect(refusalIn(answer)).toMatchObject({ code: 'invalid_parameter', param: 'Translation-Project' })
})
