import { envelopes, everyAnswer } from './answers.ts'
import { approvals } from './approvals.ts'
import { creation } from './creation.ts'
import { credential } from './credential.ts'
import { glossaries } from './glossaries.ts'
import { lists } from './lists.ts'
import { plans } from './plans.ts'
import { reading } from './reading.ts'
import { uploads } from './uploads.ts'

/** Every check, by area, in the order in which they run. */
export const CHECKS = {
  envelopes,
  credentials: credential,
  reading,
  lists,
  creation,
  uploads,
  plans,
  glossaries,
  approvals,
  every: everyAnswer,
} as const
