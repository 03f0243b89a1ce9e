import * as z from 'zod'
import { stored } from './stored.ts'

const Term = z.object({ source: z.string(), target: z.string(), case_sensitive: z.boolean() })

const Job = z.object({
  source: z.string(),
  target: z.string(),
  tier: z.enum(['standard', 'lite']),
  glossary: z.array(Term).readonly(),
  keep: z.array(z.string()).readonly(),
  guidance: z.array(z.string()).readonly(),
})

/**
 * The conditions that the translations of a result were made and are kept under, one job for each target language. The source hashes of
 * kept translations follow from them, whatever engine, model or glossary there is by now. The order of the fields counts.
 */
export const MadeUnder = z.object({
  engine: z.object({ id: z.string(), edition: z.string().nullable(), hands: z.enum(['service', 'caller']) }),
  jobs: z.array(Job).readonly(),
})
export type MadeUnder = z.output<typeof MadeUnder>

/** The conditions of a result. */
export const madeUnderColumn = stored('results.made_under_json', 1, MadeUnder)
