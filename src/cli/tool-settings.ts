import * as z from 'zod'
import { about, both } from './setting-facts.ts'

const SERVERS = ['stdio', 'http'] as const

/** Words separated by commas or spaces. Which tools there are is known where a server is composed. */
function toolNames() {
  return z
    .string()
    .prefault('')
    .transform(given => given.split(/[\s,]+/).filter(Boolean))
}

/** Which tools assistants may use. */
export const toolSettings = {
  read_only: z
    .boolean('on or off')
    .default(false)
    .register(about, {
      ...both,
      commands: SERVERS,
      help: 'only tools that change nothing, spend nothing and write no file; outranks --tools',
    }),
  tools: toolNames().register(about, {
    ...both,
    value: 'NAMES',
    commands: SERVERS,
    help: 'only these tools for assistants, separated by commas',
    unset: 'all',
  }),
  exclude: toolNames().register(about, {
    ...both,
    value: 'NAMES',
    commands: SERVERS,
    help: 'without these tools, separated by commas; outranks --tools',
    unset: 'none',
  }),
} as const
