import { describe, expect, it } from 'vitest'
import { type ExactWishes, writeExactWishes } from '../../../src/contract/exact-wishes.ts'
import { openZip } from '../../../src/formats/bytes/zip/index.ts'
import { docx } from '../../../src/formats/docx/docx.ts'
import { verdict } from '../../../src/service/planner/selection.ts'
import { survey } from '../../../src/service/planner/survey.ts'
import { intentOf } from '../../service/planner/files.ts'
import { createdIn, resultOf, sendForm, translate } from '../../support/flow.ts'
import { startWorld } from '../../support/world.ts'
import { opened } from '../bytes/zip/zips.ts'
import { bytesOf, unitsOf } from '../files.ts'
import { MANUAL } from './manual.ts'

const UNITS = await unitsOf(docx, opened(MANUAL))
const SURVEY = (await survey(UNITS, 'manual.docx')).survey
const DE = { target_languages: ['de'] } as const

/** The texts that an instruction takes. Each word of it is understood. */
function taken(...instructions: readonly string[]): string[] {
  const { selection, not_understood, guidance } = intentOf(SURVEY, ...instructions)
  expect([...not_understood, ...guidance]).toEqual([])
  return UNITS.filter(unit => verdict(selection, unit).included).map(({ text }) => text)
}

const FRONT = ['Read this first']
const SAFETY = ['Safety', 'Wear gloves now']
const TOOLS = ['Tools', 'Keep knives sharp']
const CARE = ['Care', 'Wash it weekly']
const MARGINS = ['Above each page', 'Below each page']
const NOTES = ['A note below']
const COMMENTS = ['Is it so']
const TEXT = [...FRONT, ...SAFETY, ...TOOLS, ...CARE]
const ALL = [...TEXT, ...MARGINS, ...NOTES]

describe('people say in words what of a document is translated [PLN-1]', () => {
  it.each<[string, string[]]>([
    ['Translate into German.', ALL],
    ['Translate into German, also translate the comments.', [...ALL, ...COMMENTS]],
    ['Translate into German. Also translate the comments.', [...ALL, ...COMMENTS]],
    ['Translate into German without the footnotes.', [...TEXT, ...MARGINS]],
    ['Translate only the chapter Safety into German.', [...SAFETY, ...TOOLS]],
    ['Ins Deutsche übersetzen. Kopf- und Fußzeilen auslassen.', [...TEXT, ...NOTES]],
    ['Translate into German, but not the headers and footers.', [...TEXT, ...NOTES]],
    ['Traduire en français, sans les en-têtes et pieds de page.', [...TEXT, ...NOTES]],
    ['Translate into German. Translate the comments, too.', [...ALL, ...COMMENTS]],
    ['Translate into German with the comments.', [...ALL, ...COMMENTS]],
    ['Translate only the tables into German.', ['Wash it weekly']],
    ['Translate into German, leave out the section Care.', [...FRONT, ...SAFETY, ...TOOLS, ...MARGINS, ...NOTES]],
  ])('%s', (instruction, texts) => {
    expect(taken(instruction)).toEqual(texts)
  })

  it('and refine it step by step', () => {
    expect(taken('Translate into German.', 'Without the footnotes.', 'Also translate the comments.')).toEqual([
      ...TEXT,
      ...MARGINS,
      ...COMMENTS,
    ])
  })
})

describe('exact arguments name sections and members of a document as its plan lists them [MCP-16]', () => {
  it.each<[ExactWishes, string[]]>([
    [{ only: ['Safety'] }, SAFETY],
    [{ only: ['Safety > *'] }, TOOLS],
    [{ only: ['Safety', 'Safety > Tools'] }, [...SAFETY, ...TOOLS]],
    [{ leave_out: ['Safety > Tools'] }, [...FRONT, ...SAFETY, ...CARE, ...MARGINS, ...NOTES]],
    [{ leave_out: ['headers', 'footers', 'footnotes'] }, TEXT],
    [{ only: ['main text', 'footnotes'] }, [...FRONT, ...NOTES]],
    [{ only: ['comments'] }, COMMENTS],
  ])('%j', (wishes, texts) => {
    expect(taken(writeExactWishes({ ...DE, ...wishes }))).toEqual(texts)
  })
})

it('a plan says what stays and why; a plan that is made again takes what it then says, and so does the result [PLN-2]', async () => {
  const world = await startWorld()
  const file = { name: 'manual.docx', bytes: new Uint8Array(MANUAL) }
  const first = createdIn(await sendForm(world, file, { instruction: writeExactWishes({ ...DE, only: ['Safety'] }) }))
  expect(first.plan?.included).toMatchObject([{ part: 'Safety', segments: 2 }])
  expect(first.plan?.not_included).toContainEqual({
    part: 'comments',
    reason: 'translated where you ask for it',
    words: 3,
  })
  const instruction = 'Translate only the chapter Safety and the comments into German.'
  const created = createdIn(await sendForm(world, file, { instruction }))
  expect(created.plan?.included.map(({ part }) => part)).toEqual(['Safety', 'Safety > Tools', 'comments'])
  await translate(world, created)
  const archive = await openZip(opened((await resultOf(world, created.batch.id)).file.bytes)())
  const marked = async (name: string): Promise<number> =>
    (await bytesOf(archive.content(name))).toString().split('⟦de').length - 1
  expect(
    await Promise.all(['document', 'comments', 'footnotes', 'header1'].map(each => marked(`word/${each}.xml`))),
  ).toEqual([4, 1, 0, 0])
})
