import { expect } from 'vitest'
import * as z from 'zod'
import type { Host, Told } from './mcp.ts'

const Round = z.looseObject({
  segments: z.array(z.string()),
  rejected: z.array(z.looseObject({ id: z.string(), reason: z.string() })),
  remaining: z.number(),
  done: z.boolean(),
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

/** A line translated as a scripted assistant does it: every word stays readable, nothing stays as it was. */
export function answerTo(line: string): string {
  const [, id = '', text = ''] = /^(\d+) ([\s\S]*)$/.exec(line) ?? []
  return `${id} ${text.replace(/\p{L}/u, letter => `Ü${letter.toLowerCase()}`)}`
}

interface Work {
  readonly batch_id: string
  readonly plan_revision: string
  readonly target_language?: string
}

/** Translates everything that is open, round by round, as the results say; answers with every line that was handed out. */
export async function translateAll(host: Host, work: Work, answer = answerTo): Promise<string[]> {
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
