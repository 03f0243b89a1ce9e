import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serveDeepl } from '../support/engines/deepl.ts'
import { type MeteringEndpoint, type Spoken, serveMetering, speaker } from '../support/engines/metering.ts'
import { createdIn, sendForm, translate } from '../support/flow.ts'
import { ROOT } from '../support/tree.ts'
import { startWorld, type World } from '../support/world.ts'

const file = (name: string) => ({
  name: name.split('/').at(-1) ?? name,
  bytes: new Uint8Array(readFileSync(join(ROOT, 'test', 'corpus', name))),
})

/** Translates a file and gives what its plan said it would take. */
async function estimated(world: World, name: string, language: string): Promise<number> {
  const created = createdIn(
    await sendForm(world, file(name), { instruction: `Translate from English into ${language}.` }),
  )
  await translate(world, created)
  return created.plan?.billing?.estimate ?? 0
}

/** How far an estimate is from what was charged, as a share of it. */
const off = (estimate: number, charged: number) => Math.abs(estimate - charged) / charged

const worldWith = (endpoint: MeteringEndpoint) =>
  startWorld({
    settings: {
      engine: 'openai',
      memory: false,
      engines: { openai: { base_url: `${endpoint.origin}/v1`, api_key: 'k', model: 'tiny' } },
    },
  })

const FILES = ['json/en.i18next.json', 'md/handbook.md', 'po/garden.pot', 'csv/products.csv', 'txt/house-rules.txt']
const LANGUAGES = {
  ...{ de: 'German', fr: 'French', fi: 'Finnish', ru: 'Russian', ja: 'Japanese' },
  zh: 'Chinese (Simplified)',
} as const satisfies Record<Spoken, string>

describe('the tokens that a plan names', () => {
  it.each(['de', 'fr', 'fi', 'ru', 'ja', 'zh'] as const)(
    'are within 15 % of what is charged, into %s [ENG-1]',
    async tag => {
      const endpoint = await serveMetering(tag)
      const world = await worldWith(endpoint)
      const found: string[] = []
      for (const name of FILES) {
        const before = endpoint.charged()
        const estimate = await estimated(world, name, LANGUAGES[tag])
        const charged = endpoint.charged() - before
        found.push(`${name}: ${estimate} of ${charged}`)
        expect(off(estimate, charged), found.join('; ')).toBeLessThan(0.15)
      }
    },
  )
})

describe('the characters that a plan names', () => {
  it('are within 15 % of what DeepL counts, for each target language [ENG-1]', async () => {
    const server = await serveDeepl(speaker('de'))
    const world = await startWorld({
      settings: { engine: 'deepl', memory: false, engines: { deepl: { api_key: 'test-key:fx', url: server.origin } } },
    })
    for (const name of FILES) {
      const before = server.billed()
      const estimate = await estimated(world, name, 'German and French')
      expect(off(estimate, server.billed() - before), `${name}: ${estimate}`).toBeLessThan(0.15)
    }
  })
})
