import { describe, expect, it } from 'vitest'
import { planSummary, stateLines } from '../../../src/cli/sync/report.ts'
import { countsOf, type StateOfText, type TextState } from '../../../src/sync/states.ts'
import { FilesInMemory, wishesOf } from '../../sync/support.ts'

type Json = Readonly<Record<string, unknown>>

/** A project whose translation follows this source. */
async function inStep(source: Json): Promise<FilesInMemory> {
  const project = new FilesInMemory({ 'en.json': JSON.stringify(source) })
  await project.run()
  return project
}

const put = (project: FilesInMemory, name: string, texts: Json) => project.files.set(name, JSON.stringify(texts))
const stateOf = (key: string, state: TextState): StateOfText => ({ path: `json:/${key}`, key, state })

describe('what a run says of its plan', () => {
  it('is nothing where all is in step [SYN-1]', async () => {
    const plan = await (await inStep({ a: 'Open the door' })).plan()
    expect([...stateLines(plan), ...planSummary(plan)]).toEqual([])
  })

  it('is how many texts of a file are in which state, and what is to be translated [SYN-1]', async () => {
    const project = await inStep({ a: 'Open the door', b: 'Shut the door', z: 'Wait' })
    put(project, 'en.json', { a: 'Open the window', b: 'Shut the door', c: 'One more thing' })
    const plan = await project.plan()
    expect(stateLines(plan)).toEqual(['de.json (de): 1 missing, 1 stale, 1 without a source'])
    expect(planSummary(plan)).toEqual([
      'To translate: 2 texts, 6 words.',
      'Left: 1 text without a source, which --prune removes.',
    ])
  })

  it('is what goes over without being translated, and what is removed [SYN-1]', async () => {
    const project = await inStep({ a: 'Open the door', b: 'Shut the door' })
    put(project, 'en.json', { c: 'Open the door', u: 'https://a.b/c' })
    const plan = await project.plan(wishesOf({ prune: true }))
    expect(stateLines(plan)).toEqual(['de.json (de): 1 renamed, 1 without a source'])
    expect(planSummary(plan)).toEqual([
      'To take over without translating: 2 texts.',
      'To remove: 1 text without a source.',
    ])
  })

  it('names the keys where a person’s words stay, and how to decide [SYN-2]', async () => {
    const project = await inStep({ a: 'Open the door', b: 'See {you}' })
    put(project, 'de.json', { a: 'Offen', b: 'Bis bald' })
    put(project, 'en.json', { a: 'Open the window', b: 'See {you}' })
    const plan = await project.plan()
    expect(stateLines(plan)).toEqual(['de.json (de): 1 edited and stale, 1 invalid'])
    expect(planSummary(plan)).toEqual([
      'A person’s words stay where the source changed since: a. --accept KEY says that they still fit, --keys KEY has them translated anew.',
      'A person’s words stay though a code is lost: b.',
    ])
  })

  it('says which words of a person are taken as fitting, and which are replaced [SYN-2]', async () => {
    const project = await inStep({ a: 'Open the door' })
    put(project, 'de.json', { a: 'Offen' })
    put(project, 'en.json', { a: 'Open the window' })
    expect(planSummary(await project.plan(wishesOf({ accept: ['a'] })))).toEqual(['Taken as fitting: a.'])
    expect(planSummary(await project.plan(wishesOf({ keys: ['a'] })))).toEqual([
      'To translate: 1 text, 3 words.',
      'A person’s words are replaced in de.json: a.',
    ])
  })

  it('names five keys and counts the others, each key once, and shows what hides itself', async () => {
    const plan = await new FilesInMemory({ 'en.json': '{}' }).plan()
    const keys = ['a\u202e\n', 'b', 'b', 'c', 'd', 'e', 'f', 'g']
    const states = keys.map(key => stateOf(key, 'edited_stale'))
    const [line] = planSummary({ ...plan, pairs: plan.pairs.map(pair => ({ ...pair, states })) })
    expect(line).toContain('changed since: a‹U+202E›⏎, b, c, d, e and 2 more.')
  })

  it('names a file that cannot be kept in step, and why', async () => {
    const plan = { pairs: [], problems: [{ path: 'a\u202e.md', words: 'this kind of file is not read' }] }
    expect(stateLines(plan)).toEqual(['a‹U+202E›.md: left as it is: this kind of file is not read'])
    expect(planSummary(plan)).toEqual([])
  })

  it('counts the texts of each state that there is', () => {
    const states = [stateOf('a', 'current'), stateOf('b', 'stale'), stateOf('c', 'current')]
    expect(countsOf(states)).toEqual({ current: 2, stale: 1 })
  })
})
