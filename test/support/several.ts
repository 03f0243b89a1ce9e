import { expect } from 'vitest'
import * as z from 'zod'
import type { McpWorld, Told } from './mcp.ts'

export const GERMAN = { target_languages: ['de'] }

const Several = z.looseObject({
  batches: z.array(z.looseObject({ id: z.string(), file_path: z.string(), plan_revision: z.string().optional() })),
  total: z.looseObject({ files: z.number(), word_count: z.number(), credit_cost: z.number() }),
  failed: z.array(z.looseObject({ file_path: z.string(), code: z.string() })).default([]),
  not_sent: z.array(z.string()).default([]),
  left_aside: z.array(z.string()).default([]),
  warnings: z.array(z.string()).default([]),
  next_step: z.string(),
})

/** What create_batch told of several files, and what approve_batch needs for those with a plan. */
export function severalIn(told: Told) {
  expect(told.failed, told.text).toBe(false)
  const several = Several.parse(told.data)
  const approvals = several.batches.flatMap(({ id, plan_revision }) =>
    plan_revision === undefined ? [] : [{ batch_id: id, plan_revision }],
  )
  return { ...several, approvals }
}

/** Writes so many small files with words of their own, and gives their names. */
export function severalFiles(world: McpWorld, folder: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => {
    const name = `${folder}/f${String(at).padStart(2, '0')}.json`
    world.file(name, JSON.stringify({ a: `Good morning number ${at} of ${folder}`, b: 'See you soon' }))
    return name
  })
}
