import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { api } from '../../src/contract/operations.ts'
import { type Faults, startFaults, type Told } from '../support/faults.ts'
import { makePlace, runProgram } from '../support/program.ts'
import { startWorld, type World } from '../support/world.ts'

let world: World
let faults: Faults
beforeAll(async () => {
  world = await startWorld()
  faults = await startFaults(world.baseUrl)
})

/** Translates a file by the program, where the link of the result gives something else. */
async function translate(content: string, link: Told, announced: object = {}) {
  const files = await startFaults(() => link)
  onTestFinished(() => files.close())
  const place = makePlace()
  writeFileSync(join(place.work, 'a.json'), content)
  const body = { data: { url: `${files.url}/f`, file_name: 'a.de.json', ...announced }, request_id: 'req_1' }
  const callOff = faults.always({ kind: 'answer', status: 200, body }, ({ path }) => path.endsWith('/result'))
  onTestFinished(callOff)
  const env = { TRANSLATION_API_URL: faults.url, TRANSLATION_API_KEY: world.key }
  const args = ['translate', 'a.json', '--to', 'de', '--yes', '--max-credits', '100']
  const run = () => runProgram(args, { place, env })
  return { ...(await run()), place, run, callOff }
}

const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' }

describe('translate, where a link gives something else than the result', () => {
  it.each<[string, Told, object, RegExp]>([
    ['a page to sign in', html, {}, /a web page, such as one to sign in/],
    ['nothing', { status: 200 }, {}, /the answer is empty/],
    ['another size', { status: 200, body: '{}' }, { size_bytes: 15 }, /and 15 were announced/],
    ['half of the file', { status: 200, body: '{"a": "' }, {}, /cannot be read as \.json/],
  ])('%s: writes no file, and says what came [RES-1]', async (_, link, announced, words) => {
    const { code, stderr, place } = await translate(
      `{"a": "Good morning ${words.source}"}`.replaceAll('\\', ''),
      link,
      announced,
    )
    expect(code).toBe(1)
    expect(stderr).toMatch(words)
    expect(stderr).toContain('The same command fetches it again, and spends nothing twice.')
    expect(readdirSync(place.work)).toEqual(['a.json'])
    expect(place.written().filter(name => name.endsWith('.part') || name.endsWith('.json'))).not.toContain('a.de.json')
  })

  it('and the same command gets the file when the link leads to it again, and pays nothing twice [RES-1, CRE-10]', async () => {
    const { code, run, callOff, place } = await translate('{"a": "Good evening to all"}', html)
    expect(code).toBe(1)
    callOff()
    const { credit_balance } = await world.call(api.account.get)
    const again = await run()
    expect(again.code, again.stderr).toBe(0)
    expect((await world.call(api.account.get)).credit_balance).toBe(credit_balance)
    expect(Object.keys(JSON.parse(readFileSync(join(place.work, 'a.de.json'), 'utf8')))).toEqual(['a'])
  })
})
