import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { SCOPE_NAMES } from '../../src/contract/scopes.ts'
import { databaseOf } from '../../src/service/data-folder.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { jumpingClock } from '../client/start.ts'
import { ran } from '../support/ran.ts'
import { temporaryFolder } from '../support/world.ts'

const LISTED = 'Nothing was changed. translation-mcp keys list shows what there is.'

const SECRET = /tsk_live_[\w-]{43}/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const Key = z.strictObject({
  id: z.string().regex(/^key_/),
  name: z.string(),
  prefix: z.string().regex(/^tsk_live_.{4}$/),
  scopes: z.array(z.enum(SCOPE_NAMES)),
  state: z.enum(['active', 'replaced', 'revoked', 'expired']),
  replaced_by: z.string().nullable(),
  own: z.boolean(),
  created_at: z.string().regex(MOMENT),
  expires_at: z.string().regex(MOMENT).nullable(),
})
const Grant = z.strictObject({
  id: z.string().regex(/^grt_/),
  type: z.enum(['seed', 'monthly', 'manual']),
  amount: z.int(),
  used: z.int(),
  remaining: z.int(),
  granted_at: z.string().regex(MOMENT),
  expires_at: z.string().regex(MOMENT).nullable(),
})

/** A data folder of its own, and orders to it. */
function desk() {
  const dataDir = join(temporaryFolder(), 'data')
  const env = { TRANSLATION_DATA_DIR: dataDir, TRANSLATION_MONTHLY_CREDITS: '0', TRANSLATION_SEED_CREDITS: '1000' }
  const say = async (line: string) => {
    const ended = await ran(line.split(' '), env)
    expect(ended, line).toMatchObject({ code: 0, stderr: '' })
    return ended.stdout
  }
  const json = async <Schema extends z.ZodType>(line: string, schema: Schema) => {
    const text = await say(`${line} --json`)
    expect(text.endsWith('}\n'), text).toBe(true)
    expect(text.trimEnd()).not.toContain('\n')
    return schema.parse(JSON.parse(text))
  }
  return { dataDir, env, say, json }
}

describe.concurrent('keys', () => {
  it('list is one JSON object with every key, and never a secret [KEY-1]', async () => {
    const { json, say, dataDir } = desk()
    const { keys } = await json('keys list', z.strictObject({ keys: z.array(Key) }))
    expect(keys).toMatchObject([{ own: true, state: 'active', expires_at: null, replaced_by: null }])
    expect(await say('keys list')).not.toMatch(SECRET)
    expect(existsSync(dataDir)).toBe(true)
  })

  it('create gives the key and its secret, which opens what the key says [KEY-1, SCP-1]', async () => {
    const { json, say } = desk()
    const made = z.strictObject({ key: Key, secret: z.string().regex(SECRET) })
    const named = 'keys create --name ci --scopes batches:read,account:read,batches:read --expires 2999-01-31'
    const { key, secret } = await json(named, made)
    expect(key).toMatchObject({
      ...{ name: 'ci', state: 'active', own: false, expires_at: '2999-01-31T00:00:00.000Z' },
      scopes: ['account:read', 'batches:read'],
    })
    expect(secret.startsWith(key.prefix)).toBe(true)
    expect(await say('keys list')).toContain(
      `${key.id}  active  ${key.prefix}…  "ci"  account:read,batches:read  until 2999-01-31`,
    )
  })

  it.each(['', ' --scopes ,'])('create without a scope%s gives all but what spends [SCP-1, OAU-3]', async scopes => {
    const { json } = desk()
    const { key } = await json(`keys create --name x${scopes}`, z.looseObject({ key: Key }))
    expect(key.scopes).toEqual(SCOPE_NAMES.filter(scope => scope !== 'batches:create'))
  })

  it('create for a person shows the secret once, on a line of its own [KEY-1]', async () => {
    const { say } = desk()
    const [line, secret, note, ...rest] = (await say('keys create --name laptop')).split('\n')
    expect(line).toMatch(/^key_\S+ {2}active {2}tsk_live_\S{4}… {2}"laptop" {2}account:read,/)
    expect(secret).toMatch(/^tsk_live_[\w-]{43}$/)
    expect([note, ...rest]).toEqual(['This is shown once.', ''])
    expect(line).not.toContain(secret ?? '')
  })

  it('rotate keeps name, scopes and expiry, and names the successor; revoke ends it [KEY-2]', async () => {
    const { json, say, env } = desk()
    const made = z.looseObject({ key: Key, secret: z.string() })
    const { key: first } = await json('keys create --name ci --scopes usage:read --expires 2999-01-31', made)
    const { key: second, secret } = await json(`keys rotate ${first.id}`, made)
    expect(second).toMatchObject({
      name: first.name,
      scopes: first.scopes,
      expires_at: first.expires_at,
      state: 'active',
    })
    expect(secret).toMatch(SECRET)
    expect(await say('keys list')).toContain(`${first.id}  replaced  ${first.prefix}…`)
    expect(await say('keys list')).toContain(`replaced by ${second.id}`)
    expect(await ran(['keys', 'rotate', first.id], env)).toMatchObject({
      code: 1,
      stderr: `translation-mcp: The key ${first.id} is replaced, not active.\n${LISTED}\n`,
    })
    expect(await say(`keys revoke ${second.id}`)).toBe(`${second.id} is revoked.\n`)
    expect(await ran(['keys', 'revoke', second.id], env)).toMatchObject({
      code: 1,
      stderr: `translation-mcp: The key ${second.id} is revoked, not active.\n${LISTED}\n`,
    })
  })

  it('rotate of the key this program uses itself goes on with the new one, kept for its owner alone [KEY-2, KEY-3]', async () => {
    const { json, dataDir } = desk()
    const { keys } = await json('keys list', z.strictObject({ keys: z.array(Key) }))
    const own = keys.find(key => key.own)
    const { secret, key } = await json(`keys rotate ${own?.id}`, z.looseObject({ key: Key, secret: z.string() }))
    expect(key.own).toBe(true)
    const file = join(dataDir, 'key')
    expect(readFileSync(file, 'utf8').trim()).toBe(secret)
    expect(statSync(file).mode & 0o077).toBe(0)
  })
})

describe.concurrent('credits', () => {
  it('show is the balance and its grants, as JSON and in words [CRD-1]', async () => {
    const { json, say } = desk()
    const shown = await json('credits show', z.strictObject({ balance: z.int(), grants: z.array(Grant) }))
    expect(shown).toMatchObject({ balance: 1000, grants: [{ type: 'seed', amount: 1000, used: 0, remaining: 1000 }] })
    expect(await say('credits show')).toBe(
      `1,000 credits in 1 grant.\n${shown.grants[0]?.id}  seed  1,000 of 1,000 left, does not expire\n`,
    )
  })

  it('show says what approved work holds, which the grants still count [CRD-1]', async () => {
    const { say, dataDir } = desk()
    await say('credits show')
    const db = openDatabase(databaseOf(dataDir))
    await db.updateTable('credit_grants').set({ reserved: 40 }).execute()
    await db.destroy()
    const told = await say('credits show')
    expect(told).toContain('960 credits in 1 grant, and 40 reserved by approved work.')
    expect(told).toContain('1,000 of 1,000 left')
  })

  it('grant adds exactly what it says, until when it says [CRD-3]', async () => {
    const { json, say } = desk()
    const made = await json('credits grant 250 --expires 2999-12-31T12:00:00+01:00', z.strictObject({ grant: Grant }))
    expect(made.grant).toMatchObject({
      type: 'manual',
      amount: 250,
      remaining: 250,
      expires_at: '2999-12-31T11:00:00.000Z',
    })
    expect(await say('credits grant 1')).toMatch(/^Granted\.\ngrt_\S+ {2}manual {2}1 of 1 left, does not expire\n$/)
    const told = await say('credits show')
    expect(told).toContain('1,251 credits in 3 grants.')
    expect(told).toContain('manual  250 of 250 left, until 2999-12-31 11:00 UTC')
  })

  it('of one workspace are not those of another [ENV-5]', async () => {
    const { json, say } = desk()
    await say('workspaces create Acme --slug acme')
    await say('credits grant 7 --workspace acme')
    const balance = z.looseObject({ balance: z.int() })
    const [here, there] = [await json('credits show', balance), await json('credits show --workspace acme', balance)]
    expect(here.balance).toBe(1000)
    expect(there.balance).not.toBe(here.balance)
    expect(await say('credits show --workspace acme')).toContain('manual  7 of 7 left')
    expect(await say('keys list --workspace acme')).not.toContain('used by this program itself')
  })
})

describe.concurrent('memory', () => {
  const Held = z.strictObject({ translations: z.int(), characters: z.int() })

  it('show and clear say how much there is and was, of an empty one too', async () => {
    const { json, say } = desk()
    expect(await json('memory show', z.strictObject({ memory: Held, projects: z.tuple([]) }))).toEqual({
      memory: { translations: 0, characters: 0 },
      projects: [],
    })
    expect(await json('memory clear', z.strictObject({ forgotten: Held }))).toEqual({
      forgotten: { translations: 0, characters: 0 },
    })
    expect(await say('memory show')).toBe('0 translations, 0 characters.\n')
    expect(await say('memory clear')).toBe('Forgotten: 0 translations, 0 characters.\n')
  })
})

describe.concurrent('the audit log', () => {
  it('has what the operator did to members, newest first, in words and as lines of JSON', async () => {
    const { say, env } = desk()
    await say('members invite Ada --role admin')
    await say('members set Ada --scopes account:read')
    const Entry = z.looseObject({ at: z.string(), kind: z.string() })
    const printed = (await say('audit --json')).trimEnd().split('\n')
    const events = printed.map(line => Entry.parse(JSON.parse(line)))
    const moments = events.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted().toReversed())
    expect(events.map(({ kind }) => kind)).toContain('ceiling_changed')
    const lines = (await say('audit')).trimEnd().split('\n')
    expect(lines).toHaveLength(events.length)
    for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ {2}[a-z_]+ {2}by operator {2}/)
    const none = await ran(['audit', '--since', '2999-01-01'], env)
    expect(none).toEqual({ code: 0, stdout: '', stderr: 'Nothing happened in that time.\n' })
  })
})

describe.concurrent('status', () => {
  const Status = z.looseObject({
    version: z.string(),
    node: z.string(),
    service: z.enum(['embedded', 'hosted']),
    api_url: z.string().nullable(),
    credential: z.string(),
    data_dir: z.string(),
    consent: z.enum(['ask', 'required']),
    max_credits: z.int().nullable(),
    sign_in: z.null(),
    allowed_folders: z.array(z.string()),
  })

  it('of a hosted service names the address without its path, the kind of credential, and why it is not reached [KEY-3]', async () => {
    const folder = temporaryFolder()
    const line = `status --json --api-url http://127.0.0.1:1/base?token=hush --data-dir ${join(folder, 'data')} --allow ${folder} --consent required`
    const { code, stdout, stderr } = await ran(
      line.split(' '),
      { TRANSLATION_API_KEY: 'tsk_live_hush' },
      jumpingClock(),
    )
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(stdout).not.toContain('hush')
    const told = Status.extend({ error: z.strictObject({ code: z.string(), message: z.string() }) }).parse(
      JSON.parse(stdout),
    )
    expect(told).toMatchObject({
      ...{ service: 'hosted', api_url: 'http://127.0.0.1:1', credential: 'TRANSLATION_API_KEY', consent: 'required' },
      ...{ max_credits: null, allowed_folders: [folder], engines: null, error: { code: 'network_error' } },
    })
    expect(existsSync(join(folder, 'data'))).toBe(false)
  })

  it('in words says how spending is bound and that the service cannot be reached, line by line', async () => {
    const line = `status --api-url http://127.0.0.1:1 --data-dir ${join(temporaryFolder(), 'd')} --consent required --max-credits 1500`
    const { stdout } = await ran(line.split(' '), { TRANSLATION_API_KEY: 'tsk_live_hush' }, jumpingClock())
    const facts = new Map(
      stdout
        .trimEnd()
        .split('\n')
        .map(text => [text.slice(0, 17).trim(), text.slice(17)]),
    )
    expect(Object.fromEntries(facts)).toMatchObject({
      'service:': 'http://127.0.0.1:1, with TRANSLATION_API_KEY',
      'engine:': 'as the service chooses',
      'spending:': 'only where a person can be asked, at most 1,500 credits at once',
      'reached:': expect.stringMatching(/^no \(network_error\): /),
    })
  })
})
