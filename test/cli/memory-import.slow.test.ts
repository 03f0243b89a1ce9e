import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import type { ServiceSettings } from '../../src/service/settings.ts'
import { startApy } from '../support/apy.ts'
import { createdIn, reaches, resultOf, translate } from '../support/flow.ts'
import { ran } from '../support/ran.ts'
import { agentWorld, answer, completed, handedOver } from '../support/segments.ts'
import { startWorld, temporaryFolder } from '../support/world.ts'

const LONG = 'Read the first page of the manual before you begin.'
const OTHER = 'Close the manual when you have read it.'

/** A service, and the command on its data folder. */
async function place(settings: Partial<ServiceSettings> = {}) {
  const apy = await startApy({})
  const world = await startWorld({
    settings: { engine: 'apertium', engines: { apertium: { url: apy.url } }, ...settings },
  })
  const folder = temporaryFolder()
  const memory = (...argv: string[]) => ran(['memory', ...argv], { TRANSLATION_DATA_DIR: world.dataDir })
  const file = (name: string, content: string | Uint8Array) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const send = async (content: object, project?: string, instruction = 'Translate into Spanish.') => {
    const body = JSON.stringify({ content: JSON.stringify(content), filename: 'en.json', instruction })
    const label = project === undefined ? {} : { 'translation-project': project }
    const headers = { 'content-type': 'application/json', ...label }
    return createdIn(await world.send('POST', '/v1/batches', { headers, body }))
  }
  /** What the texts become, what the engine was asked for, and how many words the plan counts as new. */
  const read = async (content: object, project?: string, instruction?: string) => {
    const before = apy.asked.length
    const created = await send(content, project, instruction)
    await translate(world, created)
    const { file: made } = await resultOf(world, created.batch.id)
    return { ...JSON.parse(made.text), asked: apy.asked.slice(before), new_words: created.plan?.new_words }
  }
  const correct = async (content: object, text: string, project?: string) => {
    const { batch, plan, plan_revision } = await send(content, project)
    await translate(world, { batch, plan_revision })
    const handed = { batch_id: batch.id, plan_revision: plan_revision ?? '', languages: plan?.target_languages ?? [] }
    await answer(world, handed, [{ id: '1', text }])
    await reaches(world, batch.id, 'completed')
  }
  return { world, apy, memory, file, folder, read, correct }
}

function tmx(units: string, header = 'srclang="en-US"'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4"><header creationtool="Other" creationtoolversion="1" segtype="sentence" o-tmf="x" adminlang="en" ${header} datatype="plaintext"/>
<body>${units}</body></tmx>`
}

function unit(source: string, target: string, [from, to] = ['en-US', 'es-ES'], more = ''): string {
  return `<tu>${more}<tuv xml:lang="${from}"><seg>${source}</seg></tuv><tuv xml:lang="${to}"><seg>${target}</seg></tuv></tu>`
}

describe('the command memory import', () => {
  it('takes over the TMX of another program: its translations are used, in every project, and cost nothing [ENG-4]', async () => {
    const { memory, file, read } = await place()
    const path = file('office.tmx', tmx(unit(LONG, 'Lea la portada del manual.')))
    const done = await memory('import', path)
    expect(done).toEqual({
      code: 0,
      stdout: '1 translation: en-US to es 1.\n1 added, 0 changed, 0 the same.\n',
      stderr: '',
    })
    const used = { intro: 'Lea la portada del manual.', asked: [], new_words: 0 }
    expect(await read({ intro: LONG })).toEqual(used)
    expect(await read({ deep: { er: LONG }, intro: LONG }, 'shop-1')).toMatchObject(used)
    expect(await memory('import', path)).toMatchObject({
      stdout: expect.stringContaining('0 added, 0 changed, 1 the same'),
    })
    expect((await memory('show', '--file', 'office.tmx')).stdout).toMatch(/^1 translation, 26 characters\./)
    expect((await memory('clear', '--file', 'office.tmx')).stdout).toMatch(/^Forgotten: 1 /)
    expect(await read({ intro: LONG })).toMatchObject({ asked: [LONG] })
  })

  it('comes before what an engine made here, and after what a person corrected here [MCP-21, ENG-4]', async () => {
    const { memory, file, read, correct } = await place()
    await read({ a: LONG, b: OTHER }, 'shop-1')
    await correct({ a: LONG }, 'Corregido aquí por una persona.', 'shop-1')
    const units = unit(LONG, 'Lea fuera la primera hoja del manual.') + unit(OTHER, 'Cierre el manual.')
    await memory('import', file('office.tmx', tmx(units)), '--project', 'shop-1')
    const content = { a: LONG, b: OTHER }
    expect(await read(content, 'shop-1')).toMatchObject({
      a: 'Corregido aquí por una persona.',
      b: 'Cierre el manual.',
      asked: [],
    })
    expect((await read(content, 'blog-2')).asked).toHaveLength(2)
    await memory('import', file('all.tmx', tmx(unit(LONG, 'Lea con todos la primera hoja.'))))
    expect(await read({ a: LONG }, 'shop-1')).toMatchObject({ a: 'Corregido aquí por una persona.' })
    expect(await read({ a: LONG }, 'blog-2')).toMatchObject({ a: 'Lea con todos la primera hoja.', asked: [] })
    await correct({ a: LONG }, 'Corregido después por una persona.', 'blog-2')
    expect(await read({ a: LONG }, 'blog-2')).toMatchObject({ a: 'Corregido después por una persona.' })
    expect(await read({ a: LONG }, 'docs-3')).toMatchObject({ a: 'Lea con todos la primera hoja.' })
  })

  it('spares an assistant that translates itself, too', async () => {
    const world = await agentWorld()
    const path = join(temporaryFolder(), 'office.csv')
    writeFileSync(path, `en,de\n${LONG},Lies zuerst die Titelseite des Handbuchs.\n`)
    await ran(['memory', 'import', path], { TRANSLATION_DATA_DIR: world.dataDir })
    const handed = await handedOver(world, { content: `${LONG}\n\n${OTHER}\n`, filename: 'notes.txt' })
    expect((await completed(world, handed)).map(({ text }) => text)).toEqual([OTHER])
    const { file } = await resultOf(world, handed.batch_id)
    expect(file.text).toMatch(/^Lies zuerst die Titelseite des Handbuchs\.\n/)
  })

  it('gives nothing that a check refuses or doubts [ENG-2]', async () => {
    const { memory, file, read, world } = await place()
    const texts = [
      'Read {page} of the manual first.',
      'Wait 30 seconds before you begin.',
      'Clean the manual with care.',
    ]
    const units = [unit('Read {page} of the manual first.', 'Lea el manual primero.')]
    units.push(
      unit('Wait 30 seconds before you begin.', 'Espere 45 segundos.'),
      unit(texts[2] ?? '', 'Limpie el libro.'),
    )
    await memory('import', file('office.tmx', tmx(units.join(''))))
    const terms = [{ source: 'manual', target: 'manual de uso' }]
    await world.call(api.glossaries.create, { body: { language_pair: 'en-es', terms } })
    const found = await read(Object.fromEntries(texts.entries()))
    expect(found.asked).toHaveLength(3)
    expect(found).toMatchObject({ 0: expect.stringContaining('{page}'), 1: expect.stringContaining('30') })
  })

  it('says what it would do, and what it did, for people and programs, and the audit log has it', async () => {
    const { memory, file, world } = await place()
    const path = file('office.csv', `source,target\n${LONG},Lea.\n${OTHER},Cierre.\nno target,\n`)
    const order = ['import', path, '--from', 'en', '--to', 'es']
    const words = '2 translations: en to es 2.\n2 added, 0 changed, 0 the same.\nLeft out: 1 empty translation.\n'
    expect(await memory(...order, '--dry-run')).toEqual({
      code: 0,
      stdout: `${words}This would be done; nothing was changed.\n`,
      stderr: '',
    })
    expect((await memory('show')).stdout).toBe('0 translations, 0 characters.\n')
    expect((await memory(...order, '--yes')).stdout).toBe(words)
    const other = file('more.csv', `source,target\n${LONG},Lea esto.\n${OTHER},Cierre.\n`)
    const said = await memory('import', other, '--from', 'en', '--to', 'es', '--json')
    expect(JSON.parse(said.stdout)).toMatchObject({
      ...{ dry_run: false, added: 0, changed: 1, same: 1, kept: 0 },
      pairs: [{ source_language: 'en', target_language: 'es', translations: 2 }],
      projects: [{ project: null, translations: 2 }],
      left_out: { machine: 0, empty: 0, repeated: 0 },
    })
    const audit = await ran(['audit', '--json', '--what', 'memory_imported'], { TRANSLATION_DATA_DIR: world.dataDir })
    const events = audit.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line).detail)
    expect(events).toEqual(['more.csv', 'office.csv'].map(name => ({ translations: 2, file: name })))
  })

  it.each([
    [['import'], 2, 'memory import needs a FILE'],
    [['import', 'no-such-file.tmx'], 1, 'Nothing was changed. no-such-file.tmx: The file cannot be read (ENOENT).'],
    [['import', 'a.csv', '--to', 'tlh'], 2, 'tlh is no language that this program knows'],
    [['import', 'a.csv', '--format', 'tbx'], 2, 'memory takes --format tmx, csv or tsv'],
    [['import', 'a.csv', '--file', 'x'], 2, 'does not take --file or --member'],
    [['import', 'a.csv', '--project', 'café'], 2, '--project must be a label'],
    [['import', 'a.csv', 'b.csv'], 2, 'b.csv'],
    [['show', '--format', 'csv'], 2, 'memory show does not take --format'],
    [['clear', '--yes'], 2, 'memory clear does not take'],
    [['export', '--dry-run'], 2, 'memory export does not take'],
  ])('refuses %j', async (argv, code, words) => {
    const ended = await ran(['memory', ...argv], { TRANSLATION_DATA_DIR: join(temporaryFolder(), 'data') })
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) })
  })
})

describe('the export of a memory', () => {
  it('goes into a new file in the format that its ending says, and replaces none', async () => {
    const { memory, folder, read } = await place()
    await read({ a: LONG, b: OTHER }, 'shop-1')
    const path = join(folder, 'memory.csv')
    expect(await memory('export', path)).toEqual({ code: 0, stdout: '', stderr: 'Exported: 2 translations.\n' })
    expect(readFileSync(path, 'utf8')).toMatch(
      /^source_language,target_language,source,target,created,project,file,part,engine,corrected,line\nen,es,/,
    )
    expect(await memory('export', path)).toMatchObject({ code: 1, stderr: expect.stringContaining('replaces none') })
    expect((await memory('export', '--format', 'tsv')).stdout.split('\n')[0]).toContain('source\ttarget')
    expect(await memory('export', join(folder, 'no', 'm.tmx'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('was not written: ENOENT'),
    })
  })

  it.each(['tmx', 'csv'])(
    'gives the same translations in an empty folder, for nothing, as %s [ENG-4]',
    async format => {
      const one = await place()
      // Equal short texts are lines of their own, by their keys.
      await one.correct({ status: { open: 'Open' } }, 'Abierto', 'shop-1')
      await one.correct({ menu: { open: 'Open' } }, 'Abrir', 'shop-1')
      await one.correct({ intro: LONG }, 'Lea primero la portada del manual.', 'shop-1')
      const content = { status: { open: 'Open' }, menu: { open: 'Open' }, intro: LONG, end: OTHER }
      const before = await one.read(content, 'shop-1')
      expect(before).toMatchObject({ status: { open: 'Abierto' }, menu: { open: 'Abrir' } })
      const { stdout } = await one.memory('export', '--format', format)
      const two = await place()
      const came = await two.memory('import', two.file('exported', stdout))
      expect(came).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Left out') })
      expect(came.stdout).toMatch(
        /\nFor files of these projects only: .shop-1. \d\. --without-project takes them in for all/,
      )
      expect(await two.read(content, 'shop-1')).toEqual({ ...before, asked: [], new_words: 0 })
      // What a person wrote serves its text elsewhere too; what an engine made stays in its project.
      const again = await two.read({ other: { place: LONG }, end: OTHER }, 'shop-1')
      expect(again).toMatchObject({ other: { place: 'Lea primero la portada del manual.' }, asked: [] })
      expect((await two.read({ intro: LONG, end: OTHER }, 'blog-2')).asked).toHaveLength(2)
      await two.memory('import', two.file('exported', stdout), '--without-project')
      expect(await two.read({ intro: LONG }, 'docs-3')).toMatchObject({ asked: [] })
      expect((await two.memory('export', '--project', 'shop-1', '--format', format)).stdout.split('\n')).toHaveLength(
        stdout.split('\n').length,
      )
    },
  )

  it('says of a line that came in and was corrected here who did it, and when [MCP-21]', async () => {
    const one = await place()
    await one.correct({ intro: LONG }, 'Lea primero la portada del manual.', 'shop-1')
    const { stdout } = await one.memory('export', '--format', 'csv')
    const two = await place()
    await two.memory(
      'import',
      two.file('m.csv', stdout.replaceAll(/20\d\d-[\d-]+T[\d:.]+Z/g, '2020-01-31T10:00:00.000Z')),
    )
    expect((await two.memory('export')).stdout).toMatch(/creationdate="20200131T100000Z" creationid="operator"/)
    await two.correct({ intro: LONG }, 'Lea ahora la portada del manual.', 'shop-1')
    const row = (await two.memory('export', '--format', 'csv')).stdout
      .split('\n')
      .find(line => line.includes('Lea ahora'))
    expect(row).toContain(',person,yes,')
    expect(row).not.toContain('2020-01-31')
    const kept = await two.memory('import', two.file('again.csv', stdout))
    expect(kept.stdout).toContain('2 not taken, since another translation was made here')
    expect(await two.read({ intro: LONG }, 'shop-1')).toMatchObject({ intro: 'Lea ahora la portada del manual.' })
  })

  it('wins over no correction of the same line made here, not even where that has no project [MCP-21]', async () => {
    const one = await place()
    await one.correct({ intro: LONG }, 'Lea primero la portada del manual.', 'shop-1')
    const { stdout } = await one.memory('export')
    const two = await place()
    await two.correct({ intro: LONG }, 'Lea ahora la portada del manual.')
    await two.memory('import', two.file('m.tmx', stdout))
    expect(await two.read({ intro: LONG }, 'shop-1')).toMatchObject({ intro: 'Lea ahora la portada del manual.' })
  })

  it("comes in as a person's where a person changed the work of an engine in the table and says so", async () => {
    const { memory, file, read } = await place()
    await read({ intro: LONG }, 'shop-1')
    const { stdout } = await memory('export', '--format', 'csv')
    const made = stdout.split('\n')[1]?.split(',')[3] ?? ''
    const changed = stdout.replace(made, 'Lea primero la portada del manual.')
    expect((await memory('import', file('changed.csv', changed))).stdout).toContain('1 not taken')
    const said = changed.replace(',apertium,,', ',apertium,yes,')
    expect((await memory('import', file('said.csv', said))).stdout).toContain('1 added')
    expect(await read({ intro: LONG }, 'shop-1')).toMatchObject({ intro: 'Lea primero la portada del manual.' })
  })
})
