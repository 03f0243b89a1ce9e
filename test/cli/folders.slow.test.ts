import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { openToolSession } from '../../src/cli/translate/session.ts'
import { runWorkflow } from '../../src/cli/translate/workflow.ts'
import { BESIDE } from '../../src/mcp/several/places.ts'
import { type McpWorld, startMcpWorld } from '../support/mcp.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'pseudo' } })
})

interface Asked {
  readonly files?: readonly string[]
  readonly template?: string
  readonly answer?: boolean
  readonly to?: readonly string[]
}

/** Translates folders into French. `where`: the results from the folder of the world. */
async function run(
  names: readonly string[],
  { files = [], template = BESIDE, answer = true, to = ['fr'] }: Asked = {},
) {
  const questions: string[] = []
  const stderr = new PassThrough()
  const session = await openToolSession(world.parts)
  const folders = names.map(name => join(world.folder, name))
  try {
    const outcomes = await runWorkflow({
      session,
      order: { files, folders, wishes: { target_languages: [...to] }, template },
      overwrite: false,
      unread: false,
      written: world.parts.written,
      folders: world.parts.folders,
      folder: join(world.folder, 'fetched'),
      stderr,
      signal: new AbortController().signal,
      caps: {},
      agree: async question => {
        questions.push(question)
        return answer
      },
      finished: () => undefined,
    })
    const where = outcomes.flatMap(({ saved }) => saved.map(({ path }) => relative(world.folder, path))).sort()
    const errors = outcomes.flatMap(({ file, error }) =>
      error === null ? [] : [[relative(world.folder, file), error]],
    )
    return { outcomes, questions, where, errors, said: String(stderr.read() ?? '').replaceAll(`${world.folder}/`, '') }
  } finally {
    await session.close()
  }
}

function tree(files: Readonly<Record<string, string>>): void {
  for (const [name, content] of Object.entries(files)) world.file(name, content)
}

const SOUP = '# Soup\n\nThe soup of the day is hot.\n'

describe('translate with a folder', () => {
  it('mirrors its tree after one table and one question, and again for nothing [MCP-9, MCP-10]', async () => {
    tree({ 'one/a.md': SOUP, 'one/b/c.md': `${SOUP}\nFresh bread.\n`, 'one/img/a.png': 'x', 'one/.hidden/d.md': SOUP })
    symlinkSync('.', join(world.folder, 'one', 'loop'))
    const first = await run(['one'])
    expect(first.where).toEqual(['one.fr/a.md', 'one.fr/b/c.md'])
    expect(first.questions).toEqual([expect.stringContaining('Translate these 2 files for 18 credits?')])
    for (const shown of [
      /words +file +cost/,
      / 8 +one\/a\.md +8 credits/,
      /18 +all 2 files +18 credits/,
      /Left aside in «one»: 1 file of other formats, such as «img\/a.png»\./,
      /2 of 2 files translated, 18 credits spent\.\n/,
    ])
      expect(first.said).toMatch(shown)
    const again = await run(['one'])
    expect([again.where, again.questions]).toEqual([first.where, []])
    expect(again.outcomes.map(({ batch_id, credits }) => [batch_id, credits])).toEqual(
      first.outcomes.map(({ batch_id }) => [batch_id, null]),
    )
    expect(again.said).toContain('2 of 2 files translated, 0 credits spent.')
  })

  it('does not take what it wrote for sources, nor translations that lie in trees [MCP-10]', async () => {
    tree({ 'two/docs/a.md': SOUP, 'two/docs.de/a.md': SOUP, 'two/de/docs/a.md': SOUP })
    await run(['two/docs'])
    const around = await run(['two'])
    expect(around.outcomes.map(({ file }) => relative(world.folder, file))).toEqual(['two/docs/a.md'])
    expect(around.where).toEqual(['two/docs.fr/a.md'])
  })

  it('names each file that cannot be read with its reason, and translates the others', async () => {
    tree({ 'three/a.md': SOUP, 'three/broken.json': '{"a": ', 'three/empty.txt': '' })
    world.file('three/cut.json', Buffer.from([0x7b, 0xff, 0xfe]).toString('latin1'))
    mkdirSync(join(world.folder, 'bare'))
    const { where, errors, said } = await run(['three', 'bare'])
    expect(where).toEqual(['three.fr/a.md'])
    expect(errors.map(([file]) => file).sort()).toEqual([
      'bare',
      'three/broken.json',
      'three/cut.json',
      'three/empty.txt',
    ])
    expect(said).toContain('1 of 5 files translated, 8 credits spent; 4 not.\n')
    expect(said).toMatch(/Not translated:\n(?: {2}.*\n)* {2}three\/broken\.json: The file is not valid JSON/)
    expect(said).toContain('bare: The folder "bare" holds no file to translate.')
  })

  it('replaces its own result where the source changed, and never what somebody else wrote or changed', async () => {
    tree({ 'four/a.md': SOUP, 'four/b.md': `${SOUP}\nOne.\n`, 'four/c.md': `${SOUP}\nTwo.\n`, 'four.fr/c.md': 'mine' })
    const first = await run(['four'])
    expect(first.errors).toEqual([['four/c.md', expect.stringContaining('four.fr/c.md stays as it is')]])
    tree({ 'four/a.md': `${SOUP}\nFresh bread.\n`, 'four/b.md': `${SOUP}\nThree.\n`, 'four.fr/b.md': 'edited' })
    const next = await run(['four'])
    expect(next.where).toEqual(['four.fr/a.md'])
    expect(next.errors.map(([file]) => file)).toEqual(['four/b.md', 'four/c.md'])
    const text = (name: string) => readFileSync(join(world.folder, name), 'utf8')
    expect(text('four.fr/a.md')).toContain('ƀŕ')
    expect([text('four.fr/b.md'), text('four.fr/c.md')]).toEqual(['edited', 'mine'])
  })

  it('with more than 500 files is refused with their number and where they lie, and nothing is made', async () => {
    for (const [folder, many] of [
      ['x', 300],
      ['y', 201],
    ] as const)
      for (let at = 0; at < many; at += 1) {
        const name = join(world.folder, 'five', folder, `${at}.txt`)
        mkdirSync(join(name, '..'), { recursive: true })
        writeFileSync(name, 'Soup')
      }
    await expect(run(['five'])).rejects.toThrow(
      /^Nothing was made: these are 501 files, and one run takes at most 500\. They lie in «.*five\/x» \(300\) and «.*five\/y» \(201\)\. Name folders below/,
    )
  })

  it('gives two sources that would share a place a result each', async () => {
    tree({ 'six/en/a.json': '{"a":"Soup"}', 'six/en-US/a.json': '{"a":"Soups"}' })
    const { where, errors } = await run(['six'])
    expect(errors).toEqual([])
    expect(new Set(where).size).toBe(where.length)
  })

  it('keeps its tree in the folder that --out names, in one for each language, and spends nothing on a no', async () => {
    tree({ 'seven/a.md': SOUP, 'seven/b/a.md': `${SOUP}\nFour.\n` })
    const template = join(world.folder, 'site/{lang}/')
    const no = await run(['seven'], { template, answer: false })
    expect(no.errors.map(([, error]) => error)).toEqual([1, 2].map(() => 'Not approved: nothing was spent.'))
    const { where } = await run(['seven'], { template, to: ['fr', 'de'] })
    expect(where).toEqual(['site/de/a.md', 'site/de/b/a.md', 'site/fr/a.md', 'site/fr/b/a.md'])
  })

  it('says a no once, however many files it is about', async () => {
    tree(Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(name => [`nine/${name}.md`, `${SOUP}\n${name}\n`])))
    const { said } = await run(['nine'], { answer: false })
    expect(said).toContain('Not translated:\n  5 files: Not approved: nothing was spent.\n')
    expect(said.match(/^nine\/\w\.md: Not approved/gm)).toHaveLength(3)
  })

  it('takes a file once that is named and lies in two folders that are named', async () => {
    tree({ 'eight/a.md': SOUP, 'eight/b/c.md': `${SOUP}\nFive.\n` })
    const files = [join(world.folder, 'eight', 'a.md')]
    expect((await run(['eight', 'eight/b'], { files })).where).toEqual(['eight.fr/b/c.md', 'eight/a.fr.md'])
  })
})
