import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { makePlace, type Place, runProgram } from '../support/program.ts'

export const SHOP = { title: 'Welcome to the shop', items: '{{count}} items', version: '1.2' }
export const PSEUDO = { TRANSLATION_ENGINE: 'pseudo' }
/** Agrees ahead, up to a cap that no test reaches. */
export const YES = ['--yes', '--max-credits', '1000'] as const

export function shop(): Place {
  const place = makePlace()
  mkdirSync(join(place.work, 'locales'))
  writeFileSync(join(place.work, 'locales', 'en.json'), `${JSON.stringify(SHOP, null, 2)}\n`)
  writeFileSync(join(place.work, 'notes.txt'), 'Good morning.\n\nHave a nice day.\n')
  return place
}

export const translate = (place: Place, ...args: string[]) => runProgram(['translate', ...args], { place, env: PSEUDO })
export const read = (place: Place, ...name: string[]) => readFileSync(join(place.work, ...name), 'utf8')
export const Report = z.object({
  files: z.array(
    z.object({
      file: z.string(),
      batch_id: z.string().nullable(),
      credits: z.number().nullable(),
      saved: z.array(z.object({ language: z.string(), path: z.string() })),
      error: z.string().nullable(),
    }),
  ),
})
