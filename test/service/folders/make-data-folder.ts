/**
 * Makes the data folder that every later build must open: a workspace with members, a connection, a glossary, a memory and a batch
 * in every state. Run it with `npm run make:folder` in the change that adds a migration, and commit the new `schema-N.zip` with it; the ones of
 * other schemas stay as they are, and none is ever made again.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { api } from '../../../src/contract/operations.ts'
import { SCHEMA_VERSION } from '../../../src/service/store/migrations.ts'
import { follow, reaches, resultOf } from '../../support/flow.ts'
import { agentWorld, answer, answersTo, approved, completed, next } from '../../support/segments.ts'
import { signIn, startOAuthWorld } from '../../support/sign-in.ts'
import { temporaryFolder, type World } from '../../support/world.ts'
import { keepFolder, LASTING } from './folder.ts'

const LARGEST = 300_000

/** So long that closing the service interrupts it. */
const LONG = Array.from({ length: 1000 }, (_, at) => `Paragraph number ${at} of a long text.`).join('\n\n')

function create(world: World, content: string, filename: string, instruction?: string) {
  return world.call(api.batches.create, {
    body: { content, filename, ...(instruction !== undefined && { instruction }) },
  })
}

function approve(world: World, batch_id: string) {
  return world.call(api.batches.approve, { params: { batch_id }, body: {} })
}

/** Approves a batch whose file was damaged on the disk: its work fails, and its credits are given back. */
async function failing(world: World): Promise<string> {
  const files = join(world.dataDir, 'files')
  const before = new Set(readdirSync(files))
  const { batch } = await create(world, 'A text gets damaged.', 'damaged.txt', 'Translate from English into German.')
  for (const name of readdirSync(files)) if (!before.has(name)) writeFileSync(join(files, name), Buffer.alloc(20, 0xff))
  await approve(world, batch.id)
  await reaches(world, batch.id, 'failed')
  return batch.id
}

/** What the pseudo engine does for credits; the last batch is interrupted when this closes the service. */
async function withCredits(dataDir: string) {
  const world = await startOAuthWorld({ dataDir, settings: LASTING })
  await signIn(world, { member: 'olga', scope: 'account:read batches:read batches:create' })
  await world.issueKey(['account:read'])
  const idempotency_key = 'first-of-the-folder'
  const menu = { content: '{"open": "Open the drawer", "take": "Take a spoon, {name}"}', filename: 'menu.json' }
  const instruction = 'Translate from English into German.'
  const first = await world.call(api.batches.create, { body: { ...menu, instruction, idempotency_key } })
  await approve(world, first.batch.id)
  await reaches(world, first.batch.id, 'completed')
  const { file } = await resultOf(world, first.batch.id)

  const old = await create(
    world,
    'id,text\n1,An old table\n',
    'old.csv',
    'Translate the text column from English into French.',
  )
  await approve(world, old.batch.id)
  await reaches(world, old.batch.id, 'completed')
  await world.call(api.batches.update, {
    params: { batch_id: old.batch.id },
    body: { name: 'The old table', archived: true },
  })

  const words =
    'Translate from English into German and French. Leave out the notes. Keep “Acme” untranslated. Be polite.'
  const table = 'id,text,notes\n1,A spoon of Acme,not for readers\n2,A fork,neither\n'
  const reviewed = await create(world, table, 'table.csv', words)
  const unplanned = await create(world, '# A title\n\nSome **bold** words.\n', 'note.md')
  const failed = await failing(world)
  const { id: upload_id, url } = await world.call(api.uploads.create, { body: { filename: 'sent.txt' } })
  expect((await follow(url, { method: 'PUT', body: 'A text that was sent.' })).status).toBe(204)
  await world.call(api.uploads.complete, { params: { upload_id } })

  const interrupted = await create(world, LONG, 'long.txt', instruction)
  await approve(world, interrupted.batch.id)
  await world.close()
  const costs = [first, old, interrupted].map(({ credit_cost }) => credit_cost ?? 0)
  const [menuCost = 0, tableCost = 0, reserved = 0] = costs
  return {
    key: world.key,
    credits: { spent: menuCost + tableCost, reserved },
    batches: {
      completed: first.batch.id,
      archived: old.batch.id,
      reviewed: reviewed.batch.id,
      unplanned: unplanned.batch.id,
      interrupted: interrupted.batch.id,
      failed,
    },
    reviewed: reviewed.plan_revision ?? '',
    result: file.text,
    upload_id,
    idempotency_key,
  }
}

/** A glossary, and what an assistant's own model does: one file wholly, which is remembered; of another one language and a half. */
async function withAgent(dataDir: string) {
  // A round that was not answered is open again at once.
  const world = await agentWorld({ dataDir, settings: { ...LASTING, segment_minutes: 0 } })
  const terms = [{ source: 'spoon', target: 'Löffel', note: 'for soup', case_sensitive: false }]
  const body = { language_pair: 'en-de', name: 'Kitchen', terms }
  await world.call(api.glossaries.create, { body })
  const { update } = api.project_glossaries
  const own = { terms: [{ source: 'fork', target: 'Gabel' }] }
  await world.call(update, { params: { language_pair: 'en-de' }, project: 'kitchen-1', body: own })
  const into = async (content: string, filename: string, instruction: string) => {
    const { batch, plan } = await create(world, content, filename, instruction)
    return approved(world, batch.id, plan?.plan_revision ?? '', plan?.target_languages ?? [])
  }
  const whole = await into(
    'Remember this sentence.\n\nAnd this one, too.\n',
    'memory.txt',
    'Translate from English into German.',
  )
  await completed(world, whole)
  const sentences = ['The first lamp shines.', 'The second lamp is dark.', 'The third lamp is gone.']
  const half = await into(sentences.join('\n\n'), 'lamps.txt', 'Translate from English into German and French.')
  const { segments } = await next(world, half)
  await answer(world, half, answersTo(segments))
  const french = await next(world, half, { target_language: 'fr' })
  await answer(world, half, answersTo(french.segments.slice(0, 1)), { target_language: 'fr' })
  await world.close()
  return { remembered: whole.batch_id, answered: half.batch_id, revision: half.plan_revision }
}

it('makes a data folder that later builds must open', async () => {
  const dataDir = join(temporaryFolder(), 'data')
  // First, since a service that translates by itself would go on with what the other one leaves.
  const agent = await withAgent(dataDir)
  const { reviewed, batches, ...made } = await withCredits(dataDir)
  const bytes = keepFolder(dataDir, {
    ...made,
    schema: SCHEMA_VERSION,
    batches: { ...batches, answered: agent.answered, remembered: agent.remembered },
    revisions: { reviewed, answered: agent.revision },
  })
  expect(bytes).toBeLessThan(LARGEST)
})
