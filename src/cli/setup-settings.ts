import * as z from 'zod'
import { about, flag } from './setting-facts.ts'

const ofSetup = { ...flag, commands: ['setup'] } as const
const toggle = () => z.boolean().default(false)

/** What is wanted of connecting assistants. */
export const setupSettings = {
  print: toggle().register(about, { ...ofSetup, help: 'only show what would be written' }),
  remove: toggle().register(about, {
    ...ofSetup,
    help: 'take out what setup wrote; where nothing else has changed since, a file gets back the bytes that it had before',
  }),
}
