import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { createCallerState } from '../../../src/mcp/caller-state.ts'
import { type Host, type McpWorld, madeIn, startMcpWorld } from '../../support/mcp.ts'
import { answerTo, apart, fillIn, linesOf, type Round, roundIn } from '../../support/translator.ts'

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld({ service: { engine: 'agent', memory: false } })
})

const LINES = 320

async function planned(host: Host, name: string) {
  const text = Array.from({ length: LINES }, (_, at) => `Paragraph ${at} of ${name} tells of one small thing, slowly.`)
  const told = await host.call('create_batch', {
    file_path: world.file(name, text.join('\n\n')),
    target_languages: ['de'],
  })
  return madeIn(told)
}

/** A host in a process of its own. */
const elsewhere = () => world.open({}, { callerState: createCallerState() })

const answersOf = ({ work_file }: Round) => String(work_file).replace(/\.txt$/, '.answers.txt')

it('is the one way until its language is done: the last few lines come in it too, and nothing of it is left over [MCP-15]', async () => {
  const host = await world.open()
  const { approval } = await planned(host, 'one-way.txt')
  const round = roundIn(await host.call('translate_segments', approval))
  const lines = linesOf(String(round.work_file))
  expect(lines).toHaveLength(LINES)
  // Line 7 is refused, and four lines are missing.
  const some = lines.slice(0, -4).map(line => (apart(line).id === '7' ? '7  ' : answerTo(line)))
  writeFileSync(answersOf(round), `${some.join('\n')}\n8 ${'x'.repeat(2000)}`)
  const input = { ...approval, target_language: 'de', answers_file: answersOf(round) }
  const told = await host.call('translate_segments', input)
  const rest = roundIn(told)
  expect(rest).toMatchObject({ segments: [], work_file: round.work_file, done: false })
  expect(existsSync(answersOf(round))).toBe(false)
  const open = linesOf(String(rest.work_file))
  expect(open).toHaveLength(rest.remaining)
  expect(open.map(line => apart(line).id)).toEqual(expect.arrayContaining(['7', '317', '318', '319', '320']))
  // Asked anew in the same conversation, it is the same file.
  expect(roundIn(await host.call('translate_segments', approval))).toMatchObject({ work_file: rest.work_file })
  const { next } = fillIn(told)
  expect(roundIn(await host.call(next.tool, next.input))).toMatchObject({ done: true })
  expect([rest.work_file, answersOf(rest)].filter(file => existsSync(String(file)))).toEqual([])
})

it('is given up for rounds that begin with the first line, and does not come back [MCP-15]', async () => {
  const host = await world.open()
  const { approval } = await planned(host, 'given-up.txt')
  const told = await host.call('translate_segments', approval)
  const [, json = '{}'] = /Without file tools: translate_segments (\{.*?\})/.exec(String(told.data.next_step)) ?? []
  const first = roundIn(await host.call('translate_segments', JSON.parse(json)))
  expect(apart(first.segments[0] ?? '').id).toBe('1')
  expect(existsSync(String(told.data.work_file))).toBe(false)
  const translations = first.segments.map(answerTo)
  await host.call('translate_segments', { ...approval, target_language: 'de', translations })
  // Resumed by get_batch, it goes on in rounds.
  const later = roundIn(await host.call('translate_segments', approval))
  expect(later).not.toHaveProperty('work_file')
  expect(later.segments.length).toBeGreaterThan(0)
})

it('is shared fairly by two workers: one has the file, the other gets rounds from its end, and they meet [MCP-15]', async () => {
  const [one, other] = [await elsewhere(), await elsewhere()]
  const { approval, id } = await planned(one, 'shared.txt')
  const told = await one.call('translate_segments', approval)
  const input = { ...approval, target_language: 'de' }
  const second = roundIn(await other.call('translate_segments', approval))
  expect(second.segments.map(line => Number(apart(line).id))).toEqual(Array.from({ length: 100 }, (_, at) => at + 221))
  const third = roundIn(
    await other.call('translate_segments', { ...input, translations: second.segments.map(answerTo) }),
  )
  expect(apart(third.segments[0] ?? '').id).toBe('121')
  // The first worker hands in what it has; its next file leaves out what the other is at.
  const begun = linesOf(String(told.data.work_file)).slice(0, 60).map(answerTo)
  const answers_file = world.file('shared.some.txt', begun.join('\n'))
  const rest = await one.call('translate_segments', { ...input, answers_file })
  const numbers = linesOf(String(rest.data.work_file)).map(line => Number(apart(line).id))
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, at) => at + 61))
  const { next } = fillIn(rest)
  await one.call(next.tool, next.input)
  await other.call('translate_segments', { ...input, translations: third.segments.map(answerTo) })
  const saved = await other.call('get_result', { batch_id: id })
  expect(saved.data).toMatchObject({ quality: { segments: LINES, kept_source: 0 } })
})

it('of a conversation that is over is written anew with all that is open, after a while [MCP-15]', async () => {
  const { approval } = await planned(await elsewhere(), 'over.txt')
  const round = roundIn(await (await elsewhere()).call('translate_segments', approval))
  const input = { ...approval, target_language: 'de' }
  const answers_file = world.file(
    'over.some.txt',
    linesOf(String(round.work_file)).slice(0, 50).map(answerTo).join('\n'),
  )
  await (await elsewhere()).call('translate_segments', { ...input, answers_file })
  const clock = () => Date.now() + 11 * 60_000
  const host = await world.open({}, { callerState: createCallerState(), clock })
  const later = roundIn(await host.call('translate_segments', approval))
  expect(later).toMatchObject({ work_file: round.work_file, remaining: 270 })
  expect(linesOf(String(later.work_file))).toHaveLength(270)
})

it('marks headings and kinds of a document, and says sections again in each part [MCP-15, ENG-3]', async () => {
  const host = await world.open()
  const item = (at: number) => `- Item ${at} says what to do with the tool, and why it is done so, in a few words.`
  const items = Array.from({ length: 250 }, (_, at) => item(at)).join('\n')
  const content = `# Tools\n\nSome words first.\n\n## Care\n\n${items}\n\n| Tool | Price |\n| --- | --- |\n| Saw | Cheap |\n`
  const told = await host.call('create_batch', { file_path: world.file('tools.md', content), target_languages: ['de'] })
  const { work_file } = roundIn(await host.call('translate_segments', madeIn(told).approval))
  const lines = linesOf(String(work_file))
  expect(lines.slice(0, 5)).toEqual([
    '1[h1] Tools',
    '2 Some words first.',
    '3[h2] Care',
    `4[li] ${item(0).slice(2)}`,
    `5[li] ${item(1).slice(2)}`,
  ])
  expect(lines[100]).toMatch(/^101\[Care:li\] /)
  expect(lines.slice(-2)).toEqual(['256[r2c1] Saw', '257[r2c2] Cheap'])
  expect(readFileSync(join(world.folder, 'tools.de.work.txt'), 'utf8')).toContain(
    '# […] behind a number says what the line is',
  )
})
