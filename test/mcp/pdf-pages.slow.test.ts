import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { readPdf } from '../../src/formats/pdf/document.ts'
import { column, pdfOf } from '../formats/pdf/pages.ts'
import { type McpWorld, madeIn, startMcpWorld } from '../support/mcp.ts'

const KEEP = 'Keep the pages.'
const Saved = z.looseObject({
  saved_to: z.string(),
  saved: z.array(z.looseObject({ language: z.string(), saved_to: z.string() })).default([]),
})

let world: McpWorld
beforeAll(async () => {
  world = await startMcpWorld()
})

/** Translates a PDF of one sentence, and tells where the results lie. */
async function finished(name: string, target_languages: readonly string[], instruction = KEEP, more = {}) {
  const path = join(world.folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, pdfOf([column([`The garden of ${name} is open to everybody.`])]))
  const host = await world.open({ answers: [{ action: 'accept' }] })
  const created = await host.call('create_batch', { file_path: path, target_languages, instruction })
  const { id, approval } = madeIn(created)
  await host.call('approve_batch', approval)
  const told = await host.call('get_result', { batch_id: id, wait_seconds: 20, ...more })
  return { created, told }
}

async function places(...given: Parameters<typeof finished>): Promise<string[]> {
  const { told } = await finished(...given)
  expect(told.failed, told.text).toBe(false)
  const { saved_to, saved } = Saved.parse(told.data)
  const all = saved.length > 0 ? saved.map(one => one.saved_to) : [saved_to]
  return all.map(place => place.slice(world.folder.length + 1))
}

describe('a PDF whose pages are kept', () => {
  it('is saved beside its source under the name of a PDF, and holds the translation [RES-1]', async () => {
    expect(await places('one/report.pdf', ['de'])).toEqual(['one/report.de.pdf'])
    const { pages } = await readPdf(readFileSync(join(world.folder, 'one/report.de.pdf')))
    expect(pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text))).toEqual([
      expect.stringMatching(/^\[de Ţĥéé ĝåŕðééñ/),
    ])
  })

  it('goes to the folder of its language [MCP-10]', async () => {
    expect(await places('docs/en/report.pdf', ['de'])).toEqual(['docs/de/report.pdf'])
  })

  it('is a file for each language [RES-1]', async () => {
    expect(await places('two/report.pdf', ['de', 'fr'])).toEqual(['two/report.de.pdf', 'two/report.fr.pdf'])
  })

  it('goes where somebody says, as a PDF and as nothing else', async () => {
    expect(await places('three/report.pdf', ['de'], KEEP, { save_to: 'three/own.pdf' })).toEqual(['three/own.pdf'])
    const { told } = await finished('four/report.pdf', ['de'], KEEP, { save_to: 'four/own.docx' })
    expect(told.text).toMatch(/the result is a \.pdf file/)
  })

  it('is said in the plan before anything is spent', async () => {
    const { created } = await finished('five/report.pdf', ['de'])
    expect(created.text).toMatch(/The result is a PDF with the same pages/)
  })
})

describe('a PDF whose pages are not kept', () => {
  it('is a document of its text, as ever', async () => {
    expect(await places('six/report.pdf', ['de'], 'Formal tone.')).toEqual(['six/report.de.docx'])
    expect(await places('seven/report.pdf', ['de'], 'Keep the pages. No: as a Word document.')).toEqual([
      'seven/report.de.docx',
    ])
  })

  it('is one also where they cannot be kept, which the plan says', async () => {
    const { created } = await finished('eight/report.pdf', ['ar'])
    expect(created.text).toMatch(/The pages cannot be kept as you asked/)
    expect(await places('nine/report.pdf', ['ar'])).toEqual(['nine/report.ar.docx'])
  })
})
