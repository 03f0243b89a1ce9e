import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readArguments } from '../../../src/cli/arguments.ts'
import { readSettings } from '../../../src/cli/config.ts'
import { learnProject } from '../../../src/cli/sync/learn.ts'
import type { ServerParts } from '../../../src/mcp/context.ts'
import type { Choice } from '../../stranger/choices.ts'
import { partsOver } from '../../stranger/job.ts'
import { startStranger } from '../../stranger/stranger.ts'
import { openHost } from '../../support/mcp.ts'

const PROJECT = { source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] } }

/** A repository, and a host whose server works with a service that somebody else wrote. */
async function opened(choices: readonly Choice[], project: object = {}) {
  const stranger = await startStranger(choices)
  const { parts, folder } = partsOver(stranger)
  const hosted = readSettings(readArguments([]), { TRANSLATION_API_URL: stranger.url, TRANSLATION_API_KEY: 'key' })
  onTestFinished(async () => {
    await parts.client.close()
    await stranger.close()
  })
  mkdirSync(path.join(folder, '.git'))
  mkdirSync(path.join(folder, 'locales'))
  writeFileSync(path.join(folder, 'translation-mcp.json'), JSON.stringify({ ...PROJECT, ...project }))
  writeFileSync(path.join(folder, 'terms.csv'), 'en,de\nfile,Datei\n')
  writeFileSync(path.join(folder, 'locales/en.json'), '{"open": "Open the file", "save": "Save it again"}')
  writeFileSync(path.join(folder, 'locales/de.json'), '{"open": "Datei aufmachen"}')
  const learn: ServerParts['learn'] = known => learnProject(known, hosted)
  const host = await openHost({ ...parts, learn }, { answers: [{ action: 'accept' }] })
  const planned = await host.call('plan_sync', { path: '.' })
  const sync_revision = String(planned.data.sync_revision)
  const read = () => JSON.parse(readFileSync(path.join(folder, 'locales/de.json'), 'utf8'))
  return { host, planned, sync_revision, read, stranger }
}

const CHOICES: readonly (readonly Choice[])[] = [
  [],
  [{ dimension: 'creation', option: 'id' }],
  [{ dimension: 'creation', option: 'id_only' }],
  [{ dimension: 'creation', option: 'flat' }],
  [{ dimension: 'read_plan', option: 'absent' }],
  [{ dimension: 'statuses', option: 'accepted' }],
]

describe('with a service that somebody else wrote', () => {
  it.each(
    CHOICES.map(
      choices =>
        [
          choices.map(({ dimension, option }) => `${dimension} ${option}`).join(', ') || 'the plain one',
          choices,
        ] as const,
    ),
  )('locale files are kept in step, and only what is missing is sent: %s [SYN-1]', async (_name, choices) => {
    const { host, planned, sync_revision, read, stranger } = await opened(choices)
    expect(planned.data).toMatchObject({ totals: { to_translate: 1 }, cost: { words: 3 } })
    const made = await host.call('create_batch', { sync_revision })
    expect(made.failed, made.text).toBe(false)
    expect(made.data.next_step).toContain('approve_batch')
    const approved = await host.call('approve_batch', { sync_revision })
    expect(approved.failed, approved.text).toBe(false)
    let told = await host.call('get_result', { sync_revision })
    for (let look = 0; look < 5 && told.data.written === 0; look += 1)
      told = await host.call('get_result', { sync_revision })
    expect(told.data).toMatchObject({ written: 1 })
    expect(read()).toEqual({ open: 'Datei aufmachen', save: 'de: Save it again' })
    const sent = stranger.seen.filter(({ method, path: place }) => method === 'POST' && place === '/v1/batches')
    expect(sent.map(({ body }) => body).join('')).not.toContain('Open the file')
  })

  it.each<[string, readonly Choice[]]>([
    ['of a project', []],
    ['at all', [{ dimension: 'glossary', option: 'absent' }]],
  ])(
    'that it has no glossaries %s, and cannot be told of translations, is said before the cost is [SYN-1]',
    async (_, choices) => {
      const { host, sync_revision } = await opened(choices, { glossary: 'terms.csv' })
      const made = await host.call('create_batch', { sync_revision })
      expect(made.failed, made.text).toBe(false)
      expect(made.data).not.toHaveProperty('learned')
      for (const words of [
        'does not offer glossaries of a project: the terms of terms.csv do not go along.',
        'The memory of a hosted service cannot be told',
      ])
        expect(made.data.warnings).toContainEqual(expect.stringContaining(words))
      expect(made.data.next_step).toContain('approve_batch')
    },
  )

  it('what it does not have is said by name: lines for an assistant [SYN-1]', async () => {
    const { host, sync_revision } = await opened([])
    await host.call('create_batch', { sync_revision })
    const told = await host.call('translate_segments', { sync_revision })
    expect(told.failed).toBe(true)
    expect(told.text).toContain('another engine translates this plan, not you')
  })
})
