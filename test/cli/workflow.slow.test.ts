import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FileOutcome } from '../../src/cli/translate/outcome.ts'
import { openToolSession } from '../../src/cli/translate/session.ts'
import { runWorkflow } from '../../src/cli/translate/workflow.ts'
import { api } from '../../src/contract/operations.ts'
import { BESIDE } from '../../src/mcp/several/places.ts'
import { type McpWorld, startMcpWorld } from '../support/mcp.ts'

const ABOUT = { about: 'Fresh bread every day' }
const MENU = { soup: 'Soup of the day', price: '4.50' }

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'pseudo' } })
})

const credits = async () => (await world.call(api.credits.get)).balance

interface Asked {
  readonly files: readonly string[]
  /** Of several, one a question; the last one again and again. */
  readonly answer: boolean | readonly (boolean | 'sample')[]
  readonly instruction?: string
  readonly template?: string
  readonly overwrite?: boolean
  readonly unread?: boolean
  readonly signal?: AbortSignal
  readonly whenAsked?: () => void
}

async function run(
  {
    files,
    answer,
    instruction = 'Into German.',
    template = BESIDE,
    overwrite = false,
    unread = false,
    signal = new AbortController().signal,
    whenAsked = () => undefined,
  }: Asked,
  at: McpWorld = world,
) {
  const questions: string[] = []
  const offered: boolean[] = []
  const finished: FileOutcome[] = []
  const stderr = new PassThrough()
  const session = await openToolSession(at.parts)
  try {
    const outcomes = await runWorkflow({
      session,
      order: { files, wishes: { instruction }, template },
      overwrite,
      unread,
      written: at.parts.written,
      folders: at.parts.folders,
      folder: join(at.folder, 'fetched'),
      stderr,
      signal,
      caps: {},
      agree: async (question, _total, _batches, sample) => {
        questions.push(question)
        offered.push(sample)
        whenAsked()
        return typeof answer === 'boolean' ? answer : (answer[questions.length - 1] ?? answer.at(-1) ?? false)
      },
      finished: outcome => void finished.push(outcome),
    })
    return { questions, offered, outcomes, finished, said: String(stderr.read() ?? '') }
  } finally {
    await session.close()
  }
}

describe('the workflow in a terminal', () => {
  it('spends nothing where nobody reads the plan and a part of what was asked was not understood [MCP-9]', async () => {
    const instruction = 'Into German. Frobnicate the bananas.'
    const files = [world.file('bananas.json', JSON.stringify(MENU)), world.file('plain.json', JSON.stringify(ABOUT))]
    const before = await credits()
    const { questions, outcomes, said } = await run({ files, instruction, answer: true, unread: true })
    expect(questions).toEqual([])
    expect(outcomes.map(({ error }) => error)).toEqual([1, 2].map(() => expect.stringContaining('was not understood')))
    expect(said).toContain('Not understood, so not applied: «Frobnicate the bananas»')
    expect(await credits()).toBe(before)
    const read = await run({ files, instruction, answer: true })
    expect(read.outcomes.map(({ error }) => error)).toEqual([null, null])
  })

  it('asks once for all files, with the sum and the balance, then spends exactly that [MCP-9, APR-3]', async () => {
    const files = [world.file('menu.json', JSON.stringify(MENU)), world.file('about.json', JSON.stringify(ABOUT))]
    const before = await credits()
    const { questions, outcomes, finished, said } = await run({ files, answer: true })
    const spent = outcomes.reduce((sum, { credits: cost }) => sum + (cost ?? 0), 0)
    expect(spent).toBeGreaterThan(0)
    expect(await credits()).toBe(before - spent)
    expect(questions).toEqual([
      `Translate these 2 files for ${spent} credits? The balance is ${before.toLocaleString('en-US')} and would be ${(before - spent).toLocaleString('en-US')}.`,
    ])
    expect(finished).toEqual(outcomes)
    expect(outcomes.flatMap(({ saved }) => saved.map(({ path }) => path))).toEqual([
      join(world.folder, 'menu.de.json'),
      join(world.folder, 'about.de.json'),
    ])
    expect(JSON.parse(readFileSync(join(world.folder, 'menu.de.json'), 'utf8'))).toMatchObject({ price: '4.50' })
    for (const shown of ['into German (de)', 'Cost: ', 'Left out:', 'price']) expect(said).toContain(shown)
    expect(said).toMatch(
      /menu\.json: translated by pseudo; \d segments? checked, 0 repaired, none kept its source text\./,
    )
    expect(outcomes[0]).toMatchObject({ engine: 'pseudo', quality: { kept_source: 0 } })
  })

  it('shows a sample of one large file first, by its own cost, then asks for the rest [APR-3, MCP-9]', async () => {
    const many = (name: string) =>
      world.file(
        name,
        JSON.stringify(Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`k${at}`, `${name} ${at}`]))),
      )
    const before = await credits()
    const { questions, offered, outcomes, said } = await run({ files: [many('large.json')], answer: ['sample', true] })
    expect(offered).toEqual([true, false, false])
    const cost = before - (await credits())
    const [all, own, rest] = questions.map(text => Number(/ for (\d+) credits/.exec(text)?.[1]))
    expect(questions[1]).toContain('«large.json (sample)»')
    expect([all, (own ?? 0) + (rest ?? 0)]).toEqual([cost, cost])
    expect(said).toContain('5 risky texts can be translated first as a sample')
    expect(said.match(/→ /g)).toHaveLength(5)
    expect(outcomes).toMatchObject([{ error: null, saved: [{ path: join(world.folder, 'large.de.json') }] }])

    const no = await run({ files: [many('unwanted.json')], answer: ['sample', true, false] })
    expect(no.outcomes).toMatchObject([
      { saved: [], error: expect.stringContaining('nothing was spent beside the sample') },
    ])
    const none = await run({ files: [many('a.json'), many('b.json')], answer: false })
    expect(none.offered).toEqual([false])
  })

  it('spends nothing on a no, and says so [MCP-9, APR-3]', async () => {
    const files = [world.file('no.json', JSON.stringify(MENU))]
    const before = await credits()
    const { outcomes, questions, said } = await run({ files, answer: false })
    expect(questions).toHaveLength(1)
    expect(outcomes).toMatchObject([{ credits: null, saved: [], error: 'Not approved: nothing was spent.' }])
    expect(said).toContain('Not approved: nothing was spent.')
    expect(await credits()).toBe(before)
    expect(existsSync(join(world.folder, 'no.de.json'))).toBe(false)
  })

  it('finishes, after a no, the files that an earlier run approved [CRE-10]', async () => {
    const earlier = world.file('earlier.json', JSON.stringify({ earlier: 'Agreed a while ago' }))
    await run({ files: [earlier], answer: true })
    const files = [earlier, world.file('later.json', JSON.stringify({ later: 'Not agreed yet' }))]
    const { questions, outcomes } = await run({ files, answer: false, template: '{dir}/third/{name}.{ext}' })
    expect(questions).toHaveLength(1)
    expect(questions[0]).toMatch(/^Translate this file for /)
    const byFile = new Map(outcomes.map(outcome => [outcome.file, outcome]))
    expect(byFile.get(earlier)).toMatchObject({ error: null, credits: null, saved: [{ language: 'de' }] })
    expect(byFile.get(files[1] ?? '')).toMatchObject({ error: 'Not approved: nothing was spent.', credits: null })
  })

  it('says what was spent on a file that fails after its approval', async () => {
    const files = [world.file('paid.json', JSON.stringify({ paid: 'Paid and not saved' }))]
    const before = await credits()
    const { outcomes } = await run({
      files,
      answer: true,
      whenAsked: () => mkdirSync(join(world.folder, 'paid.de.json')),
    })
    const [{ error, credits: spent }] = outcomes.length === 1 ? outcomes : [{ error: null, credits: null }]
    expect(error).toContain('paid.de.json')
    expect(spent).toBe(before - (await credits()))
    expect(spent).toBeGreaterThan(0)
  })

  it('asks nothing again for what was approved before, and fetches it [CRE-10]', async () => {
    const files = [world.file('again.json', JSON.stringify({ again: 'Once more' }))]
    await run({ files, answer: true })
    const before = await credits()
    const { questions, outcomes } = await run({ files, answer: false, template: '{dir}/second/{lang}.json' })
    expect(questions).toEqual([])
    expect(outcomes).toMatchObject([{ credits: null, error: null, saved: [{ language: 'de' }] }])
    expect(await credits()).toBe(before)
    expect(existsSync(join(world.folder, 'second', 'de.json'))).toBe(true)
  })

  it('shows what was not understood before it asks [MCP-14]', async () => {
    const files = [world.file('odd.json', JSON.stringify({ odd: 'An odd text' }))]
    const { said } = await run({ files, answer: false, instruction: 'Into German. Fold it into a paper plane.' })
    expect(said).toMatch(
      /Not understood, so not applied: «.*paper plane.*»\. --only, --leave-out, --keep, --tone and --mark-unreviewed say it exactly\./,
    )
  })

  it('takes no result of an earlier run for a source, and no translation beside its source, unless it is named alone [MCP-10]', async () => {
    const text = (name: string) => JSON.stringify({ own: `Good morning, ${name}` })
    const menu = world.file('glob/menu.json', text('menu'))
    const files = [menu, world.file('glob/menu.fr.json', '{"own":"Bonjour, menu"}')]
    const first = await run({ files, answer: true })
    expect(first.outcomes).toMatchObject([{ file: menu, error: null }])
    expect(first.said).toMatch(/Left aside: 1 file in other languages beside their sources: «.*» \(French\)\./)
    const own = join(world.folder, 'glob', 'menu.de.json')
    const elsewhere = await run({ files: [menu, own], answer: true, template: '{dir}/out/{name}-{lang}.{ext}' })
    expect(elsewhere.outcomes).toMatchObject([{ file: menu, error: null }])
    expect(elsewhere.said).toContain('Left aside: 1 file that this program wrote: «')
    const alone = await run({ files: [own], answer: true, instruction: 'Into Polish.' })
    expect(alone.outcomes).toMatchObject([{ file: own, error: null }])
  })

  it('writes results of files with the same names into folders of one folder, and none is refused for its name [MCP-10]', async () => {
    const names = ['menu', 'about'].map(folder => `same/${folder}/index.json`)
    const files = names.map(name => world.file(name, JSON.stringify({ title: `Good morning, ${name.length}` })))
    const template = `${join(world.folder, 'same', 'out')}/`
    const { outcomes } = await run({ files, answer: true, template })
    expect(outcomes.map(({ saved }) => saved[0]?.path)).toEqual([
      join(template, 'menu/index.de.json'),
      join(template, 'about/index.de.json'),
    ])
    const locales = ['es.json', 'it.json'].map(name =>
      world.file(`both/${name}`, JSON.stringify({ hello: `Buenos: ${name.slice(0, 2)} dias` })),
    )
    const both = await run({ files: locales, answer: true })
    expect(both.outcomes.map(({ error }) => error)).toEqual([null, null])
    expect(new Set(both.outcomes.map(({ saved }) => saved[0]?.path)).size).toBe(2)
  })

  it('saves several languages each in its folder; a catalogue named after the target is filled only when told [MCP-10]', async () => {
    const file = world.file('lay/locales/en/app.json', JSON.stringify({ lay: 'Good morning, layout' }))
    const { outcomes } = await run({ files: [file], answer: true, instruction: 'Into German and Polish.' })
    expect(outcomes[0]?.saved).toEqual([
      { language: 'de', path: join(world.folder, 'lay/locales/de/app.json') },
      { language: 'pl', path: join(world.folder, 'lay/locales/pl/app.json') },
    ])
    for (const { language, path } of outcomes[0]?.saved ?? [])
      expect(readFileSync(path, 'utf8')).toContain(`⟦${language}`)
    const po = world.file('lay/po/de.po', 'msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "Open it"\nmsgstr ""\n')
    const refused = await run({ files: [po], answer: true })
    expect(refused.outcomes[0]?.error).toContain(`${po} already exists. --overwrite replaces it`)
    const told = await run({ files: [po], answer: true, overwrite: true })
    expect(told.outcomes).toMatchObject([{ error: null, saved: [{ path: po }] }])
    expect(readFileSync(po, 'utf8')).toContain('⟦de')
    expect(told.said).toContain('this brings it back')
  })

  it('saves several languages of one file in a zip where --out ends in .zip, and says what a zip is for where it is not [MCP-10]', async () => {
    const file = world.file('parcel/app.json', JSON.stringify({ pack: 'Good morning, parcel' }))
    const other = world.file('parcel/other.json', JSON.stringify({ pack: 'Good evening, parcel' }))
    const template = '{dir}/out/x.ZIP'
    const both = { answer: true, instruction: 'Into German and Polish.', template }
    const { outcomes } = await run({ ...both, files: [file] })
    const place = join(world.folder, 'parcel/out/x.ZIP')
    expect(outcomes).toMatchObject([{ error: null, saved: [{ language: 'de', path: place }, { path: place }] }])
    expect(Object.keys(unzipSync(readFileSync(place))).sort()).toEqual(['app.de.json', 'app.pl.json'])
    const again = await run({ ...both, files: [file] })
    expect(again.outcomes[0]?.error).toContain(`${place} already exists. --overwrite replaces it`)
    const one = await run({ files: [file], answer: true, template: '{dir}/one.zip' })
    expect(one.outcomes[0]?.error).toContain('one.zip is refused: a zip is for several languages')
    const two = await run({ ...both, files: [file, other], template: '{dir}/two.zip' })
    for (const { error } of two.outcomes)
      expect(error).toMatch(
        /^A zip holds the languages of one file, and two would be .*two\.zip: give --out with \{name\}/,
      )
    const each = await run({ ...both, files: [file, other], template: '{dir}/{name}.zip' })
    expect(each.outcomes.map(({ saved }) => saved[0]?.path)).toEqual([
      join(world.folder, 'parcel/app.zip'),
      join(world.folder, 'parcel/other.zip'),
    ])
    expect([one, two].flatMap(({ questions }) => questions)).toEqual([])
  })

  it('tells the failure of one file in words for a person and goes on [MCP-7]', async () => {
    const files = [join(world.folder, 'missing.json'), world.file('fine.json', JSON.stringify({ fine: 'Fine words' }))]
    const { outcomes, said } = await run({ files, answer: true })
    expect(outcomes.map(({ error }) => error === null)).toEqual([false, true])
    expect(outcomes[0]?.error).toContain('There is no file')
    for (const word of ['Next: ', 'create_batch', 'file_not_found']) expect(said).not.toContain(word)
  })

  it('tells of a language that is not supported without a word about tools and addresses [MCP-7]', async () => {
    const files = [world.file('odd-language.json', JSON.stringify({ odd: 'Another text' }))]
    const { outcomes } = await run({ files, answer: true, instruction: 'Into Klingon.' })
    const [{ error }] = outcomes.length === 1 ? outcomes : [{ error: '' }]
    expect(error).toMatch(/Klingon.* Write the language in English or as a tag/)
    expect(error).not.toMatch(/create_batch|plan_batch|list_languages|\/v1\//)
  })

  it('says of a file that an interruption left unfinished just that', async () => {
    const files = [world.file('stopped.json', JSON.stringify({ stopped: 'Not now' }))]
    const { outcomes, said } = await run({ files, answer: true, signal: AbortSignal.abort() })
    expect(outcomes).toMatchObject([{ error: 'Stopped before it was finished.' }])
    expect(said).not.toContain('Abort')
  })

  it('does not wait for an assistant where a plan says that one translates [ENG-1]', async () => {
    const assisted = await startMcpWorld({ service: { engine: 'agent' } })
    const files = [assisted.file('theirs.json', JSON.stringify({ theirs: 'For somebody else' }))]
    const { outcomes, questions } = await run({ files, answer: true, signal: AbortSignal.timeout(4000) }, assisted)
    expect(outcomes).toMatchObject([{ error: expect.stringContaining('planned for an assistant'), credits: null }])
    expect(questions).toEqual([])
  })

  it('says that an instruction without languages makes no plan, and what would', async () => {
    const files = [world.file('bare.json', JSON.stringify({ bare: 'Bare words' }))]
    const { outcomes, questions } = await run({ files, answer: true, instruction: 'Friendly tone.' })
    expect(outcomes[0]?.error).toMatch(/^The instruction names no target language\. .*Nothing was spent\./)
    expect(questions).toEqual([])
  })
})
