import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod'
import { createApprovalPage } from '../../src/cli/approval-page.ts'
import { inviteMember } from '../../src/service/admin/members.ts'
import { openDesks } from '../../src/service/admin/questions.ts'
import { closeChromium, expectUsable, HAS_CHROMIUM, openPage } from '../support/chromium.ts'
import { withDisplay } from '../support/display.ts'
import { callTool } from '../support/http.ts'
import { madeIn } from '../support/mcp.ts'
import { dataDirIn, makePlace, type Place, runProgram, startProgram, TYPED } from '../support/program.ts'
import { openProgram } from '../support/program-host.ts'
import { discovered, signIn } from '../support/sign-in.ts'
import { temporaryFolder } from '../support/world.ts'

afterAll(closeChromium)

const ENGINE = { TRANSLATION_ENGINE: 'pseudo' }
const PASSWORD = 'another horse battery staple'

const openedIn = (place: Place): string[] => {
  const file = join(place.home, 'opened')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
}

describe.skipIf(!HAS_CHROMIUM)('the page that the program opens in the browser of this machine', () => {
  it('shows what the dialog would, and the waiting call goes on after her yes [MCP-9]', async () => {
    const place = makePlace()
    const host = await openProgram(place, { ...ENGINE, ...withDisplay(place) })
    writeFileSync(join(place.work, 'notes.txt'), 'Good morning, everybody.\n')
    const made = madeIn(await host.call('create_batch', { file_path: 'notes.txt', target_languages: ['de'] }))
    const call = host.call('approve_batch', made.approval)
    await expect.poll(() => openedIn(place), { timeout: 10_000 }).toHaveLength(1)
    const [address = ''] = openedIn(place)
    const { page, complaints } = await openPage()
    await page.goto(address)
    expect(page.url()).not.toContain(address.split('/').at(-1) ?? '')
    const text = await page.innerText('main')
    for (const words of ['May this be spent?', 'Translate «notes.txt» for 3 credits?', 'German (de)', 'Left out']) {
      expect(text).toContain(words)
    }
    await expectUsable(page)
    await page.getByRole('button', { name: 'Yes, spend it' }).click()
    await page.getByText('You agreed.').waitFor()
    const told = await call
    expect(told.failed, told.text).toBe(false)
    expect(complaints).toEqual([])
    const again = await openPage()
    await again.page.goto(address)
    expect(await again.page.innerText('main')).toContain('expired')
  })

  it('says what was not understood, and nothing that was applied as if it were not [MCP-9, MCP-14]', async () => {
    const place = makePlace()
    const host = await openProgram(place, { ...ENGINE, ...withDisplay(place) })
    const instruction =
      'Fill in what is missing in French. Leave out the Legal section. Skip the Prices unless they changed.'
    const content = '# Shop\n\nGood morning.\n\n## Legal\n\nAll rights reserved.\n\n## Prices\n\nThey are low.\n'
    const made = madeIn(await host.call('create_batch', { content, filename: 'shop.md', instruction }))
    const call = host.call('approve_batch', made.approval)
    await expect.poll(() => openedIn(place), { timeout: 10_000 }).toHaveLength(1)
    const { page } = await openPage()
    await page.goto(openedIn(place)[0] ?? '')
    const text = await page.innerText('main')
    expect(text).toContain('English (en) (detected) into French (fr).')
    expect(text).toContain('- «Legal» (4 words): left out because you asked')
    expect(text.match(/Not understood.*/g)).toEqual([
      'Not understood, so not applied: «Skip the Prices unless they changed».',
    ])
    await expectUsable(page)
    await page.getByRole('button', { name: 'No', exact: true }).click()
    expect((await call).text).toContain('The person declined')
  })

  it('has a button for a sample alone, which the waiting call shows [MCP-9, APR-3]', async () => {
    const place = makePlace()
    const host = await openProgram(place, { ...ENGINE, ...withDisplay(place) })
    const texts = Object.fromEntries(Array.from({ length: 301 }, (_, at) => [`k${at}`, `Text ${at} of the file`]))
    const source = { content: JSON.stringify(texts), filename: 'large.json', target_languages: ['de'] }
    const made = madeIn(await host.call('create_batch', source))
    const call = host.call('approve_batch', made.approval)
    await expect.poll(() => openedIn(place), { timeout: 10_000 }).toHaveLength(1)
    const { page, complaints } = await openPage()
    await page.goto(openedIn(place)[0] ?? '')
    await expectUsable(page)
    await page.getByRole('button', { name: /^Sample first, for \d+ credits$/ }).click()
    await page.getByText('You agreed to the sample alone.').waitFor()
    const told = await call
    expect(told.failed, told.text).toBe(false)
    expect(told.text.match(/→ \d/g)).toHaveLength(5)
    const { batch } = (await host.call('get_batch', { batch_id: made.id, wait_seconds: 0 })).data
    expect(batch).toMatchObject({ status: 'awaiting_review' })
    expect(complaints).toEqual([])
  })

  it('takes her no, and nothing opens again by itself [MCP-9]', async () => {
    const place = makePlace()
    const host = await openProgram(place, { ...ENGINE, ...withDisplay(place) })
    const source = { content: 'Good morning, everybody.', filename: 'n.txt', target_languages: ['de'] }
    const made = madeIn(await host.call('create_batch', source))
    const call = host.call('approve_batch', made.approval)
    await expect.poll(() => openedIn(place), { timeout: 10_000 }).toHaveLength(1)
    const { page } = await openPage()
    await page.goto(openedIn(place)[0] ?? '')
    await page.getByRole('button', { name: 'No', exact: true }).click()
    await page.getByText('You declined.').waitFor()
    expect((await call).text).toContain('The person declined')
    expect((await host.call('approve_batch', made.approval)).text).toContain(`${TYPED} approve --data-dir`)
    expect(openedIn(place)).toHaveLength(1)
  })
})

it.skipIf(!HAS_CHROMIUM)('a file that leads to the page, as on macOS, opens it in a browser [MCP-9]', async () => {
  const folder = temporaryFolder()
  const { questions: desk, close } = await openDesks({ dataDir: folder, clock: Date.now })
  const lines = ['Translate «a.txt» for 12 credits?']
  await desk.ask({ name: 's', principal: 'local', batches: ['bat_1'], member_id: undefined, lines })
  const opened: string[] = []
  const own = createApprovalPage({
    ...{ desk: async () => desk, clock: Date.now, folder: async () => folder, command: 'program approve' },
    ...{ machine: { platform: 'darwin', env: {} }, open: file => void opened.push(file) },
  })
  onTestFinished(async () => {
    own.close()
    await close()
  })
  expect(await own.show()).toBe(true)
  const { page, complaints } = await openPage()
  await page.goto(pathToFileURL(opened[0] ?? '').href)
  await page.getByRole('button', { name: 'Yes, spend it' }).click()
  await page.getByText('You agreed.').waitFor()
  expect(complaints).toEqual([])
})

const Facts = z.object({ mcp_url: z.string() })

describe.skipIf(!HAS_CHROMIUM)('the page of a member over HTTP', () => {
  it('is named to the agent, opens to her browser session alone, and the next call goes on [MCP-9, OAU-2]', async () => {
    const place = makePlace()
    for (const name of ['ada', 'eve']) {
      await inviteMember({ dataDir: dataDirIn(place) }, { name, more: ['batches:create'] })
      const env = { TRANSLATION_MEMBER_PASSWORD: PASSWORD }
      expect((await runProgram(['members', 'password', name], { place, env })).code).toBe(0)
    }
    const running = startProgram(['http', '--port', '0', '--json'], { place, env: ENGINE })
    await running.heard('\n', 'stdout')
    const { mcp_url } = Facts.parse(JSON.parse(running.said('stdout')))
    const { origin } = new URL(mcp_url)
    const issuer = { mcp: mcp_url, api: `${origin}/v1`, client: discovered(origin) }
    const scope = 'account:read batches:read batches:create'
    const { access_token } = await signIn(issuer, { name: 'ada', password: PASSWORD, resource: mcp_url, scope })
    const call = async (tool: string, input: object) => {
      const { told, text } = await callTool(mcp_url, access_token, tool, input)
      return told ?? { text, failed: true, data: {}, links: [] }
    }
    const source = { content: 'Good morning, everybody.', filename: 'n.txt', target_languages: ['de'] }
    const made = madeIn(await call('create_batch', source))
    const told = await call('approve_batch', made.approval)
    expect(told.text).not.toContain(`${TYPED} approve`)
    const [, address = ''] = /signs in and answers: (\S+)/.exec(told.text) ?? []
    expect(address.startsWith(`${origin}/approvals#qst_`)).toBe(true)

    const stranger = await openPage()
    await stranger.page.goto(address)
    await stranger.page.getByLabel('Name').fill('eve')
    await stranger.page.getByLabel('Password').fill(PASSWORD)
    await stranger.page.getByRole('button', { name: 'Sign in' }).click()
    await stranger.page.getByText('Nothing waits for your answer').waitFor()

    const { page, complaints } = await openPage()
    await page.goto(address)
    await page.getByLabel('Name').fill('ada')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Translate «n.txt» for 3 credits?').waitFor()
    await expectUsable(page)
    await page.getByRole('button', { name: 'Yes, spend it' }).click()
    await page.getByText('You agreed.').waitFor()
    const approved = await call('approve_batch', made.approval)
    expect(approved.failed, approved.text).toBe(false)
    expect(complaints).toEqual([])
    running.child.kill('SIGTERM')
    await running.ended
  })
})
