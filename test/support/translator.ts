import { readFileSync, writeFileSync } from 'node:fs'
import { expect } from 'vitest'
import * as z from 'zod'
import type { Told } from './mcp.ts'
import { translated } from './segments.ts'

/** Whoever calls tools: what a scripted assistant needs of a host. */
export interface Caller {
  call(tool: string, input?: Record<string, unknown>): Promise<Told>
}

const Round = z.looseObject({
  segments: z.array(z.string()),
  rejected: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
  remaining: z.number(),
  done: z.boolean(),
  notes: z.array(z.string()).optional(),
  begin: z.string().optional(),
  end: z.string().optional(),
  work_file: z.string().nullish(),
  next_step: z.string(),
  warnings: z.array(z.string()).default([]),
})
export type Round = z.output<typeof Round>

/** What translate_segments gave back, which must not be a failure. */
export function roundIn(told: Told): Round {
  expect(told.failed, told.text).toBe(false)
  return Round.parse(told.data)
}

/** The call that a result names as the next one, as the agent would make it. */
export function nextCall(told: Told): { tool: string; input: Record<string, unknown> } {
  const [, tool = '', json = '{}'] = /^(\w+) (\{.*?\})(?: |$)/.exec(String(told.data.next_step)) ?? []
  return { tool, input: z.record(z.string(), z.unknown()).parse(JSON.parse(json)) }
}

/** A line translated as a scripted assistant does it: every word is another, placeholders and tags stay as they are. */
export function answerTo(line: string): string {
  const { id, text } = apart(line)
  return `${id} ${translated(text)}`
}

/** The number of a line, and its text without the label between the two. */
export function apart(line: string): { id: string; text: string } {
  const [, id = '', text = ''] = /^(\d+)(?:\[[^\]]*\])? ([\s\S]*)$/.exec(line) ?? []
  return { id, text }
}

interface Work {
  readonly batch_id: string
  readonly plan_revision: string
  readonly target_language?: string
}

/** Translates everything that is open, round by round, as the results say; answers with every line that was handed out. */
export async function translateAll(host: Caller, work: Work, answer = answerTo): Promise<string[]> {
  const lines: string[] = []
  let told = await host.call('translate_segments', { ...work, translations: [] })
  for (;;) {
    const round = roundIn(told)
    lines.push(...round.segments)
    const next = nextCall(told)
    if (next.tool !== 'translate_segments') return lines
    expect(round.segments.length > 0 || next.input.target_language !== told.data.target_language, told.text).toBe(true)
    const translations = round.segments.map(answer)
    told = await host.call('translate_segments', { ...next.input, translations })
  }
}

/** What an assistant did: the result that names the file, how often it called, and every line it was given. */
export interface Assisted {
  readonly saved: Told
  readonly calls: number
  readonly lines: readonly string[]
}

/**
 * An assistant that reads nothing but structured results, and does what each `next_step` says until the file is there. Long
 * texts it translates in their work file.
 */
export async function assist(
  host: Caller,
  wish: Record<string, unknown>,
  answer: (line: string) => string = answerTo,
): Promise<Assisted> {
  const lines: string[] = []
  let told = await host.call('create_batch', wish)
  for (let calls = 1; ; calls += 1) {
    expect(told.failed, told.text).toBe(false)
    const next = nextCall(told)
    if (next.tool === '') return { saved: told, calls, lines }
    expect(calls, told.text).toBeLessThan(200)
    const given = 'segments' in told.data ? roundIn(told).segments : []
    lines.push(...given)
    told = await host.call(
      next.tool,
      given.length === 0 ? next.input : { ...next.input, translations: given.map(answer) },
    )
    while (typeof told.data.work_file === 'string') {
      const filled = fillIn(told, answer)
      lines.push(...filled.lines)
      told = await host.call(filled.next.tool, filled.next.input)
    }
  }
}

/** Does the work that a work file asks for, and gives the call that hands it in. */
export function fillIn(told: Told, answer = answerTo) {
  const { work_file, next_step } = roundIn(told)
  const [, json = '{}'] = /then translate_segments (\{.*?\})\. Without/.exec(next_step) ?? []
  const input = z.looseObject({ answers_file: z.string() }).parse(JSON.parse(json))
  const lines = linesOf(work_file ?? '')
  writeFileSync(input.answers_file, lines.map(answer).join('\n'))
  return { lines, next: { tool: 'translate_segments', input } }
}

/** The segments in a work file. */
export function linesOf(workFile: string): string[] {
  return readFileSync(workFile, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
}
