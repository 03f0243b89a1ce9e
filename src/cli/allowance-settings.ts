import * as z from 'zod'
import { money, someText, whole } from './kinds.ts'
import { about, flag } from './setting-facts.ts'

const amount = (unit: string) =>
  whole(1, 1_000_000_000_000)
    .optional()
    .register(about, { ...flag, value: 'N', commands: ['allow'], help: `${unit} that may be spent without a question` })

/** Settings of `allow`: what may be spent without a question. */
export const allowanceSettings = {
  credits: amount('credits of the workspace'),
  characters: amount('characters of an account with an engine'),
  tokens: amount('tokens of an account with an engine'),
  money: money()
    .optional()
    .register(about, {
      ...flag,
      value: '"N CURRENCY"',
      commands: ['allow'],
      help: 'money that may be spent without a question, where a price is set',
    }),
  day: z
    .boolean()
    .default(false)
    .register(about, {
      ...flag,
      commands: ['allow'],
      help: 'the amount is for each day (UTC), not for all time',
    }),
  folder: someText()
    .optional()
    .register(about, {
      ...flag,
      value: 'DIR',
      commands: ['allow'],
      help: 'only for files in this folder',
      unset: 'every file',
    }),
}
