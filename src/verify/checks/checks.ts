import { envelopes, everyAnswer } from './answers.ts'
import { approvals } from './approvals.ts'
import { assumed } from './assumed.ts'
import { creation } from './creation.ts'
import { credential } from './credential.ts'
import { glossaries } from './glossaries.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { others } from './others.ts'
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
  'other workspaces': others,
  approvals,
  assumed,
  glossaries,
  limits,
  every: everyAnswer,
} as const
