/**
 * The whole workflow in a terminal, for somebody who has just cloned this: a fresh data folder, the built server over stdio, a
 * real MCP client, one sample file of each format. The demo plays the person and the assistant too, and says so.
 */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createAssistant } from './assistant.mjs'

const here = path.dirname(fileURLToPath(import.meta.url))
const server = path.join(here, '..', '..', 'dist', 'main.js')

/** What is asked for each sample of the second act, as a person would. */
const WISHES = {
  'guide.md': {
    target_languages: ['de'],
    instruction: 'Everything but the Changelog section. Keep "Meadow" untranslated.',
  },
  'messages.po': { target_languages: ['pl'] },
  'products.csv': { target_languages: ['de'], instruction: 'Only the columns name and description.' },
  'shop.json': { target_languages: ['de'], instruction: 'Skip the internal section. Keep "Meadow" untranslated.' },
  'welcome.txt': { target_languages: ['de', 'fr'], instruction: 'Keep "Meadow" untranslated. Friendly tone.' },
}

const say = text => process.stdout.write(`${text}\n`)
const bold = text => (process.stdout.isTTY ? `\x1b[1m${text}\x1b[0m` : text)
const dim = text => (process.stdout.isTTY ? `\x1b[2m${text}\x1b[0m` : text)

const folder = await mkdtemp(path.join(os.tmpdir(), 'translation-mcp-demo-'))
try {
  await run(folder)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function run(work) {
  await cp(path.join(here, 'samples'), work, { recursive: true })
  say(bold('translation-mcp demo'))
  await within(work, {}, assistantTranslates)
  await within(work, { TRANSLATION_ENGINE: 'pseudo' }, engineTranslates)
  say('')
  say(`${bold('Done.')} Every file came back in its own format; connect your own assistant as the README says.`)
}

/** Starts the built server, as a host does, for an act. */
async function within(work, settings, act) {
  const client = connectable()
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [server, '--allow', work],
      env: {
        PATH: process.env.PATH ?? '',
        HOME: work,
        TRANSLATION_DATA_DIR: path.join(work, '.data'),
        ...settings,
      },
      stderr: 'inherit',
    }),
  )
  try {
    await act(client, work)
  } finally {
    await client.close()
  }
}

async function assistantTranslates(client, work) {
  const { tools } = await client.listTools()
  say(
    `The server runs over stdio on a fresh data folder with ${tools.length} tools, no account and no engine configured.`,
  )
  say('')
  say(bold('Act 1: your assistant translates, and the server checks every line and writes the file'))
  say('(A dictionary of four sentences plays the assistant here. It makes one mistake on purpose.)')
  const answersTo = createAssistant()
  const file = path.join(work, 'menu.json')
  const created = await call(client, 'create_batch', { file_path: file, target_languages: ['de'] })
  show(created)
  const approval = { batch_id: created.data.batch.id, plan_revision: created.data.plan.plan_revision }
  let round = await call(client, 'translate_segments', approval)
  for (show(round); !round.data.done; show(round)) {
    const translations = answersTo(round.data.segments)
    for (const line of translations) say(`  the assistant answers: ${line}`)
    round = await call(client, 'translate_segments', { ...approval, target_language: 'de', translations })
  }
  const result = await call(client, 'get_result', { batch_id: approval.batch_id, wait_seconds: 45 })
  show(result)
  await compare(file, result.data.saved_to)
}

async function engineTranslates(client, work) {
  say('')
  say(bold('Act 2: an engine translates, for credits that a person approves'))
  say(
    'Its engine is "pseudo": accents instead of a translation, so that you see what a translator would get and what stays.',
  )
  const account = await call(client, 'get_account', {})
  say(dim(account.lines[0]))
  for (const name of Object.keys(WISHES)) await translate(client, work, name)
}

function connectable() {
  const client = new Client({ name: 'demo', version: '1.0.0' }, { capabilities: { elicitation: {} } })
  client.setRequestHandler('elicitation/create', request => {
    say(bold('  The host asks the person:'))
    for (const line of request.params.message.split('\n')) say(`  | ${line}`)
    say('  (the demo answers yes)')
    return { action: 'accept', content: {} }
  })
  return client
}

async function translate(client, work, name) {
  const file = path.join(work, name)
  say('')
  say(bold(`── ${name}`))
  const created = await call(client, 'create_batch', { file_path: file, ...WISHES[name] })
  show(created)
  const { batch, plan } = created.data
  if (!plan) throw new Error(`no plan for ${name}`)
  show(await call(client, 'approve_batch', { batch_id: batch.id, plan_revision: plan.plan_revision }))
  const result = await call(client, 'get_result', { batch_id: batch.id, wait_seconds: 45 })
  show(result)
  for (const { saved_to } of result.data.saved ?? [result.data]) await compare(file, saved_to)
}

async function call(client, name, args) {
  const result = await client.callTool({ name, arguments: args })
  const text = result.content.find(block => block.type === 'text')?.text ?? ''
  if (result.isError) throw new Error(text)
  return { name, data: result.structuredContent, lines: text.split('\n') }
}

function show({ name, lines }) {
  say(bold(`> ${name}`))
  for (const line of lines) say(`  ${line}`)
}

async function compare(before, after) {
  const [old, now] = await Promise.all([before, after].map(async file => (await readFile(file, 'utf8')).split('\n')))
  say(bold('  before / after (lines that changed)'))
  // Each line beside its own where there are as many; else those that the other file has not.
  const beside = old.length === now.length
  const gone = old.filter((line, at) => (beside ? line !== now[at] : !now.includes(line)))
  const come = now.filter((line, at) => (beside ? line !== old[at] : !old.includes(line)))
  for (let row = 0; row < Math.max(gone.length, come.length); row += 1) {
    if (row < gone.length) say(`  - ${gone[row].trim()}`)
    if (row < come.length) say(`  + ${come[row].trim()}`)
  }
}
