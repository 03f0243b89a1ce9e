import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { build } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { buildFolder, ROOT } from '../support/tree.ts'
import { startWorld, type World } from '../support/world.ts'

/** A program of somebody who has nothing but the client that a generator made from our document. */
const PROGRAM = `import * as api from './client.ts'

export async function useIt(baseUrl: string, key: string) {
  api.defaults.baseUrl = baseUrl
  api.defaults.headers = { authorization: \`Bearer \${key}\` }
  const account = await api.accountGet()
  if (account.status !== 200) throw new Error(account.data.error.code)
  const balance: number = account.data.data.credit_balance
  const body = { content: '{"a": "Good morning."}', filename: 'a.json', instruction: 'Into German.' }
  const made = await api.batchesCreate(body, { idempotencyKey: 'smoke' })
  if (made.status !== 201) throw new Error('not made')
  const { batch, plan } = made.data.data
  const again = await api.batchesCreate(body, { idempotencyKey: 'smoke' })
  const wrong = await api.batchesApprove(batch.id, { expected_plan_revision: 'another' })
  if (wrong.status !== 409) throw new Error('approved')
  const refused: string = wrong.data.error.code
  const approved = await api.batchesApprove(batch.id, { expected_plan_revision: plan?.plan_revision ?? '' })
  if (approved.status !== 200) throw new Error(approved.data.error.code)
  const reserved: number | null = approved.data.data.credits_reserved
  for (let tries = 0; tries < 600; tries += 1) {
    const now = await api.batchesGet(batch.id)
    if (now.status === 200 && now.data.data.status === 'completed') break
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const result = await api.batchesResult(batch.id)
  if (result.status !== 200) throw new Error(result.data.error.code)
  const text = await (await fetch(result.data.data.url)).text()
  const altered = await api.linksDownload(batch.id, 'a.json', '1', 'x')
  const upload = await api.uploadsCreate({ filename: 'b.txt' })
  if (upload.status !== 201) throw new Error(upload.data.error.code)
  const to = new URL(upload.data.data.url)
  const sent = await api.linksUpload(upload.data.data.id, to.searchParams.get('expires') ?? '', to.searchParams.get('sig') ?? '', new Blob(['Hello.']))
  const complete = await api.uploadsComplete(upload.data.data.id)
  const terms = [{ source: 'morning', target: 'Morgen' }]
  const glossary = await api.glossariesCreate({ language_pair: 'en-de', terms })
  const second = await api.glossariesCreate({ language_pair: 'en-de', terms })
  const list = await api.batchesList({ limit: 1, archived: 'false' })
  const page = list.status === 200 ? list.data.data.map(one => one.id) : []
  const unknown = await api.batchesGet('bat_none', {}, { headers: { authorization: 'Bearer none' } })
  return {
    balance, refused, reserved, text, page, made: batch.id,
    again: again.status === 200 ? again.data.data.batch.id : '',
    statuses: [altered.status, sent.status, complete.status, glossary.status, second.status, unknown.status],
    codes: [second, unknown].map(one => ('error' in one.data ? one.data.error.code : '')),
  }
}
`

let folder: string
let world: World
beforeAll(async () => {
  folder = buildFolder('generated-')
  world = await startWorld()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const Used = z.strictObject({
  balance: z.int(),
  refused: z.string(),
  reserved: z.int(),
  text: z.string(),
  page: z.array(z.string()),
  made: z.string(),
  again: z.string(),
  statuses: z.array(z.int()),
  codes: z.array(z.string()),
})

/** What the program of a stranger finds. */
async function used(program: string) {
  const { useIt } = await import(pathToFileURL(program).href)
  return Used.parse(await useIt(world.baseUrl, world.key))
}

describe('a client that a public generator makes from /openapi.json', () => {
  it('is typed for the compiler of this project, and does the whole job against the service [ENV-1, CRE-6, APR-1, RES-1]', async () => {
    const { text } = await world.send('GET', '/openapi.json', { key: null })
    writeFileSync(join(folder, 'openapi.json'), text)
    const generator = join(ROOT, 'node_modules', 'oazapfts', 'dist', 'cli.js')
    execFileSync(process.execPath, [generator, 'openapi.json', 'client.ts'], { cwd: folder, stdio: 'pipe' })
    writeFileSync(join(folder, 'program.ts'), PROGRAM)
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
    // The runtime of the generator is not written for exactOptionalPropertyTypes.
    const compilerOptions = { lib: ['ES2023', 'DOM'], exactOptionalPropertyTypes: false }
    const config = { extends: join(ROOT, 'tsconfig.json'), include: ['*.ts'], compilerOptions }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
    const check = () => spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' }).stdout
    expect(check()).toBe('')
    writeFileSync(
      join(folder, 'wrong.ts'),
      `import { batchesUpdate } from './client.ts'\nvoid batchesUpdate('x', { archived: 1 })\n`,
    )
    expect(check()).toMatch(/wrong\.ts.*TS2322/)
    const output = { file: join(folder, 'program.mjs') }
    await build({ input: join(folder, 'program.ts'), platform: 'node', logLevel: 'silent', output })
    const done = await used(output.file)
    expect(done).toEqual({
      ...{
        balance: 200_000,
        refused: 'plan_changed',
        reserved: 2,
        page: [done.made],
        made: done.made,
        again: done.made,
      },
      text: expect.stringMatching(/^\{"a": "⟦de .*⟧"\}$/),
      statuses: [404, 204, 200, 201, 409, 401],
      codes: ['glossary_already_exists', 'invalid_api_key'],
    })
  })

  it('is told the truth: what the service answers is what the document declares [ENV-2]', async () => {
    const document = z
      .looseObject({
        paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
        components: z.looseObject({}),
      })
      .parse(JSON.parse((await world.send('GET', '/openapi.json')).text))
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const answer = z.looseObject({
      responses: z.record(
        z.string(),
        z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.looseObject({}) })) }),
      ),
    })
    const reads = [
      'account',
      'credits',
      'usage',
      'languages',
      'batches',
      'glossaries',
      'batches/none',
      'glossaries/en-de',
      'usage?from=x',
    ]
    for (const read of reads) {
      const { status, text } = await world.send('GET', `/v1/${read}`)
      const path = `/v1/${read.split('?')[0]}`.replace('/none', '/{batch_id}').replace('/en-de', '/{language_pair}')
      const { schema } = answer.parse(document.paths[path]?.get).responses[status]?.content['application/json'] ?? {}
      const check = ajv.compile({ ...schema, components: document.components })
      expect(check(JSON.parse(text)), `${read}: ${JSON.stringify(check.errors)}`).toBe(true)
    }
    expect(readFileSync(join(folder, 'client.ts'), 'utf8')).toContain('Idempotency-Key')
  })
})
