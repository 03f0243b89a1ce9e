import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { type Database, openDatabase } from '../../src/service/store/database.ts'
import { dataDirIn, makePlace, type Place, runProgram, startProgram } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'
import { CTRL_C, ENTER, TERMINAL, typed } from '../support/terminal.ts'

const env = { TRANSLATION_ENGINE: 'pseudo', TRANSLATION_SEED_CREDITS: '900000' }
const TEXTS = { greeting: 'Good morning to all of you.', menu: { open: 'Open' }, status: { open: 'Open' } }

/** Translates notes.json of a place into German, and gives what the file then says. */
async function translated(place: Place): Promise<unknown> {
  writeFileSync(join(place.work, 'notes.json'), JSON.stringify(TEXTS))
  const order = ['translate', 'notes.json', 'into German', '--yes', '--max-credits', '99999', '--overwrite']
  expect(await runProgram(order, { place, env })).toMatchObject({ code: 0 })
  return JSON.parse(readFileSync(join(place.work, 'notes.de.json'), 'utf8'))
}

const Listed = z.looseObject({ batches: z.array(z.looseObject({ id: z.string() })) })
const Found = z.looseObject({ lines: z.array(z.looseObject({ source: z.string() })) })
const Planned = z.looseObject({ plan: z.looseObject({ plan_revision: z.string() }) })

/** Corrects lines of the last translation of a place, by the key of each, as an assistant does. */
async function correct(place: Place, lines: Readonly<Record<string, string>>): Promise<void> {
  const host = await openProgram(place, env)
  const [batch] = Listed.parse((await host.call('list_batches')).data).batches
  const { plan_revision } = Planned.parse((await host.call('get_batch', { batch_id: batch?.id })).data).plan
  const found = { batch_id: batch?.id, plan_revision, target_language: 'de' }
  for (const [key, text] of Object.entries(lines)) {
    const { data } = await host.call('translate_segments', { ...found, search: key })
    const [line] = Found.parse(data).lines
    const [number = ''] = /^\d+/.exec(line?.source ?? '') ?? []
    const told = await host.call('translate_segments', { ...found, translations: [`${number} ${text}`] })
    expect(told.data, told.text).not.toHaveProperty('warnings')
  }
  await host.call('get_result', { batch_id: batch?.id, wait_seconds: 30 })
  await host.close()
}

async function memory(place: Place, ...args: string[]) {
  const ended = await runProgram(['memory', ...args], { place, env })
  expect(ended, args.join(' ')).toMatchObject({ code: 0 })
  return ended.stdout
}

describe('a memory that goes from one computer to another', () => {
  it.each(['tmx', 'csv'])('as %s says there what persons corrected here, and nothing more [ENG-4]', async format => {
    const here = makePlace()
    const before = z.record(z.string(), z.unknown()).parse(await translated(here))
    await correct(here, { 'menu.open': 'Aufmachen', greeting: 'Guten Morgen euch allen.' })
    const file = join(here.work, `memory.${format}`)
    expect(await memory(here, 'export', file)).toBe('')
    const there = makePlace()
    expect(await memory(there, 'import', file, '--without-project')).toMatch(/\n2 added, 0 changed, 0 the same\.\n$/)
    const expected = { ...before, greeting: 'Guten Morgen euch allen.', menu: { open: 'Aufmachen' } }
    // An equal label in another place is as it was: it may mean something else.
    expect(await translated(there)).toEqual(expected)
  })
})

const MANY = 20_000

function large(place: Place): string {
  const file = join(place.work, 'large.tmx')
  const units = Array.from({ length: MANY }, (_, at) => {
    const variant = (tag: string, text: string) => `<tuv xml:lang="${tag}"><seg>${text} ${at}.</seg></tuv>`
    return `<tu>${variant('en', 'Sentence number')}${variant('de-DE', 'Satz Nummer')}</tu>`
  })
  const header = '<header creationtool="Other" srclang="en"/>'
  writeFileSync(file, `<tmx version="1.4">${header}<body>${units.join('\n')}</body></tmx>`)
  return file
}

async function measureAll(db: Database): Promise<number> {
  const row = await db
    .selectFrom('remembered')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirst()
  return row?.rows ?? 0
}

it('an import that is killed leaves a memory that is whole, and the same import again completes it [ENG-4]', async () => {
  const place = makePlace()
  const file = large(place)
  const Shown = z.object({ memory: z.object({ translations: z.number() }) })
  const held = async () => Shown.parse(JSON.parse(await memory(place, 'show', '--json'))).memory.translations
  expect(await held()).toBe(0)
  const db = openDatabase(join(dataDirIn(place), 'translation.db'))
  onTestFinished(() => db.destroy())
  const { child, ended } = startProgram(['memory', 'import', file], { place, env })
  await expect.poll(() => measureAll(db), { interval: 5, timeout: 60_000 }).toBeGreaterThan(0)
  child.kill('SIGKILL')
  await ended
  const part = await held()
  expect(part).toBeLessThan(MANY)
  const again = await memory(place, 'import', file)
  expect(again).toContain(
    `${(MANY - part).toLocaleString('en-US')} added, 0 changed, ${part.toLocaleString('en-US')} the same.`,
  )
  expect(await held()).toBe(MANY)
})

describe.skipIf(!TERMINAL)('an import at a terminal', () => {
  const answered = async (...keys: string[]) => {
    const place = makePlace()
    mkdirSync(join(place.work, 'in'))
    writeFileSync(join(place.work, 'in', 'office.csv'), 'en,de\nGood morning.,Guten Morgen.\n')
    const order = ['memory', 'import', 'in/office.csv', ...(keys.length === 0 ? ['--yes'] : [])]
    const { code, screen } = await typed(order, { place, env, questions: keys.map(() => '[y/N]'), keys })
    rmSync(join(place.work, 'in'), { recursive: true })
    return { code, screen, held: await memory(place, 'show') }
  }

  it('asks once, and only a y takes it in', async () => {
    const agreed = await answered(`y${ENTER}`)
    expect(agreed).toMatchObject({ code: 0, held: expect.stringMatching(/^1 translation, /) })
    expect(agreed.screen).toContain(
      '1 translation: en to de 1. They are used for equal texts from now on. Import them? [y/N]',
    )
    for (const key of [ENTER, `n${ENTER}`, CTRL_C]) {
      expect(await answered(key)).toMatchObject({ code: 1, held: expect.stringMatching(/^0 translations, /) })
    }
  })

  it('does not ask with --yes', async () => {
    const done = await answered()
    expect(done).toMatchObject({ code: 0, held: expect.stringMatching(/^1 translation, /) })
    expect(done.screen).not.toContain('[y/N]')
  })
})
