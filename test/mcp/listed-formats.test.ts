import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ACCOUNT, batch } from '../support/answers.ts'
import { cannedParts, found } from '../support/canned.ts'
import { openHost } from '../support/mcp.ts'

/** A file of this name is given to a service that lists these formats. */
async function create(name: string, supported_formats: readonly string[], content = 'Good morning') {
  const { parts, faults } = await cannedParts({
    'GET /v1/account': { ...ACCOUNT, capabilities: { ...ACCOUNT.capabilities, supported_formats } },
    'POST /v1/batches': () => found({ batch: batch() }, 201),
  })
  const [folder = ''] = await parts.folders.allowed()
  const file_path = join(folder, name)
  writeFileSync(file_path, content)
  const { text } = await (await openHost(parts)).call('create_batch', { file_path, target_languages: ['de'] })
  return { text, sent: faults.seen.some(({ path }) => path === '/v1/batches') }
}

it.each([
  ['film.mov', ['txt', 'md', 'json']],
  ['tool.exe', ['.txt', '.MD']],
  ['table.csv', ['txt', 'md', 'json']],
])(
  '%s is not sent to a service that lists %j: it is refused before, with what is accepted [CRE-5, MCP-7]',
  async (name, formats) => {
    const { text, sent } = await create(name, formats)
    expect(text).toContain(`files are not accepted, so it was not sent. Accepted: ${formats.join(', ')}.`)
    expect(text).toContain('(unsupported_format)')
    expect(text).toContain('Nothing was changed or spent.')
    expect(sent).toBe(false)
  },
)

it.each([
  [
    'app.toml',
    ['.JSON', 'yaml'],
    'In place of a .toml file: put its texts, each under its key, into a json or yaml file.',
  ],
  ['Prices.XLSX', ['csv', 'txt'], 'In place of a .xlsx file: save each of its sheets as a csv file.'],
  ['letter.docx', ['md', 'txt', 'html'], 'In place of a .docx file: save it as a html, md or txt file.'],
  [
    'messages.de',
    ['json'],
    'messages files of Play are not accepted, so it was not sent. In place of a messages file of Play: put its texts, each under its key, into a json file.',
  ],
  ['film.mov', ['txt'], undefined],
  ['letter.docx', ['csv'], undefined],
])('of %s, which is near to %j, it is said what would do: %s [CRE-5, MCP-7]', async (name, formats, instead) => {
  const { text } = await create(name, formats)
  expect(text).toContain(instead ?? 'files are not accepted')
  if (instead === undefined) expect(text).not.toContain('In place of')
})

it.each([
  ['Menu.JSON', ['txt', 'json']],
  ['menu.yaml', ['json']],
  ['menu.pot', ['text', 'po']],
  ['notes', ['txt']],
  ['film.mov', ['txt', 'video/quicktime']],
  ['film.mov', []],
  ['film.mov', ['mov']],
])('%s is sent to a service that lists %j: it may take it [CRE-5, ENV-4]', async (name, formats) => {
  expect(await create(name, formats)).toMatchObject({ sent: true })
})

it('names what an unknown file is near to by its first 64 kB, and lists no others then [CRE-5, MCP-7]', async () => {
  const formats = ['txt', 'json', 'csv']
  const near = await create('menu.quux', formats, `{"a": "${'x'.repeat(100_000)}"}`)
  expect(near.text).toContain('Nearest of what is accepted: json (it reads like JSON).')
  expect(near.text).not.toContain('Accepted:')
  expect(near.sent).toBe(false)
  const far = await create('menu.quux', formats, `${' '.repeat(70_000)}{"a": "One"}`)
  expect(far.text).toContain('Accepted: txt, json, csv.')
})
