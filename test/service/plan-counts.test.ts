import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { beforeAll, expect, it } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { resultOf, translate } from '../support/flow.ts'
import { rounds } from '../support/seed.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})

const LANGUAGES = ['de', 'pl', 'fr', 'ja'] as const
const anyTargets = fc.uniqueArray(fc.constantFrom(...LANGUAGES), { minLength: 1, maxLength: 3 })
const word = fc.constantFrom('apple', 'pear', 'plum', 'cherry', 'quince')
const anyText = fc.array(word, { minLength: 2, maxLength: 6 }).map(words => `Buy ${words.join(' ')}.`)
const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: '' })

/** A file, with its name. Its texts are English; other languages have some of them. */
interface Sample {
  readonly filename: string
  readonly content: string
}

const tables = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom('de', 'fr', 'es'), { maxLength: 3 }),
    fc.array(fc.tuple(anyText, fc.array(maybe(fc.constant('Etwas da.')), { minLength: 3, maxLength: 3 })), {
      minLength: 2,
      maxLength: 5,
    }),
  )
  .map(([columns, rows]): Sample => {
    const lines = rows.map(([text, cells], at) => ['key_'.concat(`${at}`), text, ...cells.slice(0, columns.length)])
    return {
      filename: 'a.csv',
      content: [['key', 'en', ...columns], ...lines].map(row => `${row.join(',')}\n`).join(''),
    }
  })

const catalogues = fc
  .tuple(
    fc.constantFrom('de', 'fr', 'en'),
    fc.array(fc.tuple(anyText, maybe(fc.constant('Etwas da.')), fc.boolean()), { minLength: 1, maxLength: 5 }),
  )
  .map(([language, entries]): Sample => {
    const head = `msgid ""\nmsgstr "Language: ${language}\\nContent-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n`
    const said = entries.map(([text, translation, plural], at) => {
      const id = `${at} ${text}`
      return plural
        ? `msgid "%d ${id}"\nmsgid_plural "%d of ${id}"\nmsgstr[0] "${translation && `%d ${translation}`}"\nmsgstr[1] "${translation && `%d ${translation}`}"\n`
        : `msgid "${id}"\nmsgstr "${translation}"\n`
    })
    return { filename: 'a.po', content: [head, ...said].join('\n') }
  })

const keyed = fc.array(fc.tuple(anyText, fc.boolean()), { minLength: 1, maxLength: 4 }).map((entries): Sample => {
  const keys = entries.flatMap(([text, plural], at) =>
    plural
      ? [
          [`item${at}_one`, `{{count}} ${text}`],
          [`item${at}_other`, `{{count}} of ${text}`],
        ]
      : [[`text${at}`, text]],
  )
  return { filename: 'app.json', content: JSON.stringify(Object.fromEntries(keys), null, 2) }
})

it('what a plan counts for a language is what is written in it, whatever the file holds already [FMT-2, PLN-2, CRD-2]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(tables, catalogues, keyed), anyTargets, async ({ filename, content }, targets) => {
      const instruction = `Translate from English (en) into ${targets.map(tag => `${tag} (${tag})`).join(' and ')}.`
      const body = { content, filename, instruction }
      const made = await world.call(api.batches.create, { body }).catch(async () => {
        // Where there is nothing to translate, nothing is planned.
        const refused = await world.refuse(api.batches.create, {
          body: { ...body, idempotency_key: crypto.randomUUID() },
        })
        expect(refused.code).toBe('plan_invalid')
        return undefined
      })
      if (made === undefined) return
      await translate(world, made)
      const { file } = await resultOf(world, made.batch.id)
      const texts = file.text.startsWith('PK')
        ? Object.values(unzipSync(file.bytes)).map(bytes => Buffer.from(bytes).toString())
        : [file.text]
      for (const language of targets) {
        const row = made.plan?.by_language?.find(one => one.language === language)
        const planned = row?.segments ?? made.counts?.selected_segments
        const written = texts.join('\n').split(`⟦${language} `).length - 1
        expect([language, planned], `${content}\n${texts.join('\n')}`).toEqual([language, written])
      }
    }),
    { numRuns: rounds(60) },
  )
})
