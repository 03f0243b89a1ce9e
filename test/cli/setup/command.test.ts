import { chmodSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { expectMode } from '../../support/mode.ts'
import { homeWith } from './homes.ts'

const CURSOR = '.cursor/mcp.json'
const CODEX = '.codex/config.toml'
const GEMINI = '.gemini/settings.json'
const COPY = `${CURSOR}.backup-2026-11-26`
const MINE = '\ufeff{\r\n\t"mcpServers": {\r\n\t\t// mine\r\n\t\t"docs": {"command": "x"}\r\n\t}\r\n}'
const REAL = {
  [CURSOR]: MINE,
  [CODEX]: 'model = "x" # newest\n\n[mcp_servers.docs]\ncommand = "x"',
  [GEMINI]: '{"theme": "dark"}\n',
  '.claude/CLAUDE.md': '',
}
const started = () => ({ command: expect.stringMatching(/node/), args: [expect.stringMatching(/^\/|^\w:/)] })

describe('setup', () => {
  it('writes into every assistant that it finds, keeps copies, and gives every byte back [CLI-1]', async () => {
    const { setup, files, json, text, has, at } = homeWith(REAL)
    const before = files()
    const { code, stdout, stderr } = await setup(['--yes'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    for (const called of ['Claude Code', 'Cursor', 'Codex', 'Gemini CLI']) expect(stdout).toContain(`${called}  `)
    expect(json('.claude.json')).toEqual({ mcpServers: { translation: { type: 'stdio', ...started() } } })
    expect(json(GEMINI)).toEqual({ theme: 'dark', mcpServers: { translation: started() } })
    expect(text(CURSOR)).toMatch(
      /^\ufeff\{\r\n\t"mcpServers": \{\r\n\t\t\/\/ mine\r\n\t\t"docs": \{"command": "x"\},\r\n\t\t"translation": \{\r\n/,
    )
    expect(text(CODEX)).toMatch(
      /command = "x"\n\n\[mcp_servers\.translation\]\ncommand = ".*node.*"\nargs = \[".*"\]\n$/,
    )
    expect(text(COPY)).toBe(MINE)
    expectMode(at(COPY), 0o600)
    expectMode(at('.claude.json'), 0o600)
    expect((await setup(['--yes'])).stdout).toContain('is connected already')

    const removed = await setup(['--remove', '--yes'])
    expect(removed.code).toBe(0)
    expect(files()).toEqual(before)
    expect(has('.claude.json')).toBe(false)
    expect((await setup(['--remove'])).stdout).toContain('is not connected')
  })

  it('only shows what it would write with --print, and where nobody can be asked [CLI-1]', async () => {
    const { setup, files } = homeWith(REAL)
    const before = files()
    const shown = await setup(['cursor', '--print'])
    expect(shown.code).toBe(0)
    expect(shown.stdout).toContain('      "mcpServers": {\n        "translation": {\n')
    const unasked = await setup(['cursor'])
    expect(unasked.code).toBe(2)
    expect(unasked.stdout).toContain('{ "mcpServers": { "translation": { "command": ')
    expect(unasked.stderr).toMatch(
      /Nothing was written\. There is no terminal to ask: `.* setup cursor --yes` writes it\./,
    )
    expect((await setup(['--json'])).code).toBe(0)
    expect(files()).toEqual(before)
  })

  it('keeps the mode of a file, and what else a person changed since, when the entry is taken out', async () => {
    const { setup, at, put, text } = homeWith({ [CURSOR]: MINE })
    chmodSync(at(CURSOR), 0o664)
    await setup(['--yes'])
    expectMode(at(CURSOR), 0o664)
    put(CURSOR, text(CURSOR).replace('// mine', '// mine, and changed'))
    await setup(['--remove', '--yes'])
    expect(text(CURSOR)).toBe(MINE.replace('// mine', '// mine, and changed'))
    expect(text(COPY)).toBe(MINE)
  })

  it.runIf(process.platform !== 'win32')('writes through links, which stay links', async () => {
    const { setup, at, text } = homeWith({ 'dotfiles/cursor.json': '{}\n', '.cursor/x': '', '.codex/x': '' })
    symlinkSync(at('dotfiles/cursor.json'), at(CURSOR))
    symlinkSync(at('dotfiles/codex.toml'), at(CODEX))
    expect((await setup(['--yes'])).code).toBe(0)
    for (const link of [CURSOR, CODEX]) expect(lstatSync(at(link)).isSymbolicLink()).toBe(true)
    expect(text('dotfiles/cursor.json')).toContain('translation')
    expect(text('dotfiles/codex.toml')).toContain('translation')
    await setup(['--remove', '--yes'])
    expect(text('dotfiles/cursor.json')).toBe('{}\n')
  })

  it('changes an entry of this program that starts another file, and leaves those of others alone', async () => {
    const old = { mcpServers: { translation: { command: 'npx', args: ['-y', 'translation-mcp'], env: { A: 'b' } } } }
    const other = '{"mcpServers": {"translation": {"command": "uvx", "args": ["deep", "--key=s3cret"]}}}'
    const { setup, json, text, steps } = homeWith({ [CURSOR]: JSON.stringify(old), [GEMINI]: other })
    expect(await steps([])).toEqual({ cursor: 'change', gemini: 'foreign' })
    const { code, stdout } = await setup(['--yes'])
    expect(code).toBe(1)
    expect(stdout).toContain('changes what it starts, which is: npx -y translation-mcp')
    expect(stdout).toContain('has another server called translation, which stays: it starts uvx')
    expect(stdout).not.toContain('s3cret')
    expect(json(CURSOR).mcpServers.translation).toEqual({ ...started(), env: { A: 'b' } })
    expect(text(GEMINI)).toBe(other)
    expect(await steps(['--remove'])).toEqual({ cursor: 'remove', gemini: 'foreign' })
    expect((await setup(['--remove', '--yes'])).code).toBe(0)
    expect(json(CURSOR)).toEqual({ mcpServers: {} })
  })

  it('names the line of a file that cannot be read, leaves it, and writes the others [CLI-1]', async () => {
    const broken = '{\n  "a": 1,,\n}\n'
    const utf16 = `\ufffe${'{}'.split('').join('\0')}\0`
    const { setup, text, put, at, json } = homeWith({ [CURSOR]: broken, '.codex/x': '' })
    put(GEMINI, '')
    writeFileSync(at(GEMINI), Buffer.from(utf16, 'latin1'))
    writeFileSync(at(CODEX), 'a = 1\nb\n')
    put('.claude.json', '{}')
    const { code, stdout } = await setup(['--yes'])
    expect(code).toBe(1)
    expect(stdout).toContain('stays as it is. Line 2: This is no JSON: property name expected.')
    expect(stdout).toContain('stays as it is. Line 2: This is no TOML: Expected "=" here.')
    expect(stdout).toContain('stays as it is. This is not encoded as UTF-8.')
    expect(stdout).toContain('or paste this into it:\n    [mcp_servers.translation]\n')
    expect([text(CURSOR), text(CODEX)]).toEqual([broken, 'a = 1\nb\n'])
    expect(json('.claude.json').mcpServers.translation).toBeDefined()
  })

  it('passes settings on, and says where a key goes, which it never writes [CLI-1]', async () => {
    const { setup, json, home } = homeWith({ [CURSOR]: '{}' })
    const secret = { TRANSLATION_DEEPL_KEY: 's3cret', TRANSLATION_API_KEY: 's3cret' }
    const argv = ['--engine', 'deepl', '--allow', 'work', '--data-dir', 'data', '--consent', 'required', '--yes']
    const { stdout } = await setup(argv, secret)
    expect(json(CURSOR).mcpServers.translation.env).toEqual({
      TRANSLATION_ENGINE: 'deepl',
      TRANSLATION_ALLOW: `${home}/work`,
      TRANSLATION_DATA_DIR: `${home}/data`,
      TRANSLATION_CONSENT: 'required',
    })
    expect(stdout).toMatch(
      /The key for deepl goes into this system's keyring, and into no file: .* engine-keys set deepl/,
    )
    expect(stdout).not.toContain('s3cret')
    // Later settings join what is there.
    await setup(['--engine', 'openai', '--yes'])
    expect(json(CURSOR).mcpServers.translation.env).toMatchObject({
      TRANSLATION_ENGINE: 'openai',
      TRANSLATION_CONSENT: 'required',
    })
  })

  it('writes for an assistant that is named where none is found, and knows which there are', async () => {
    const { setup, json } = homeWith()
    const nobody = await setup([])
    expect(nobody.code).toBe(1)
    expect(nobody.stdout).toContain(
      'No assistant was found. Named, each of these is written for all the same: claude-code,',
    )
    expect(nobody.stdout).toMatch(/Any other that takes MCP servers starts this: \S*node/)
    expect((await setup(['cursor', '--yes'])).code).toBe(0)
    expect(json(CURSOR).mcpServers.translation).toEqual(started())
    const mistyped = await setup(['cursr'])
    expect(mistyped.code).toBe(2)
    expect(mistyped.stderr).toMatch(/^translation-mcp: setup knows no assistant "cursr"\. Did you mean cursor\?\n/)
    expect(mistyped.stderr).toContain('Nothing was changed or spent.')
  })

  it.runIf(process.getuid?.() !== 0 && process.platform !== 'win32')('says what could not be written', async () => {
    const { setup, at, text } = homeWith({ [CURSOR]: '{}' })
    chmodSync(at('.cursor'), 0o555)
    const { code, stderr } = await setup(['--yes'])
    chmodSync(at('.cursor'), 0o755)
    expect(code).toBe(1)
    expect(stderr).toContain(`${at(CURSOR)} was not written: EACCES.`)
    expect(text(CURSOR)).toBe('{}')
  })
})

/** A program that writes down how it was called, and then does this with the file of a home. */
const program = (file: string, body: string) => `
const fs = require('node:fs'); const path = require('node:path')
const args = process.argv.slice(2); const file = path.join(process.env.HOME, ${JSON.stringify(file)})
fs.appendFileSync(path.join(process.env.HOME, 'called'), JSON.stringify([path.basename(process.argv[1]), process.cwd(), ...args]) + '\\n')
const there = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
const keep = () => { fs.mkdirSync(path.dirname(file), { recursive: true }); fs.writeFileSync(file, JSON.stringify(there, null, '\\t')) }
${body}`
const CLAUDE = program(
  '.claude.json',
  `there.mcpServers ??= {}
if (args[1] === 'add-json') there.mcpServers[args[4]] = JSON.parse(args[5])
else delete there.mcpServers[args[4]]
keep()`,
)
const code = (file: string) =>
  program(
    file,
    `const { name, ...server } = JSON.parse(args[1]); there.servers = { ...there.servers, [name]: { type: 'stdio', ...server } }; keep()`,
  )
const USER_FOLDER = process.platform === 'darwin' ? 'Library/Application Support' : '.config'
const CODE = `${USER_FOLDER}/Code/User/mcp.json`

describe.runIf(process.platform !== 'win32')('setup calls the command of an assistant that has one', () => {
  const called = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))

  it('with its arguments in a list, and takes the entry out by it [CLI-1]', async () => {
    const { setup, home, json, text } = homeWith({ '.claude.json': '{"numStartups": 3}' }, { claude: CLAUDE })
    expect((await setup(['--print'])).stdout).toMatch(
      /adds, by its own command:\n {4}\S+\/claude mcp add-json --scope user translation '\{/,
    )
    expect((await setup(['--yes'])).code).toBe(0)
    expect(json('.claude.json')).toEqual({
      numStartups: 3,
      mcpServers: { translation: { type: 'stdio', ...started() } },
    })
    expect(text('.claude.json.backup-2026-11-26')).toBe('{"numStartups": 3}')
    // Claude Code itself goes on writing the file.
    const now = json('.claude.json')
    writeFileSync(`${home}/.claude.json`, JSON.stringify({ ...now, numStartups: 4 }))
    expect((await setup(['--remove', '--yes'])).code).toBe(0)
    expect(json('.claude.json')).toEqual({ numStartups: 4, mcpServers: {} })
    expect(called(text('called'))).toEqual([
      ['claude', home, 'mcp', 'add-json', '--scope', 'user', 'translation', expect.stringContaining('"type":"stdio"')],
      ['claude', home, 'mcp', 'remove', '--scope', 'user', 'translation'],
    ])
  })

  it('but not that of VS Code where its file has something to lose [CLI-1]', async () => {
    const fresh = homeWith({}, { code: code(CODE) })
    expect((await fresh.setup(['--yes'])).code).toBe(0)
    expect(called(fresh.text('called'))).toEqual([
      ['code', fresh.home, '--add-mcp', expect.stringMatching(/^\{"name":"translation","command":/)],
    ])
    expect(fresh.json(CODE).servers.translation).toEqual({ type: 'stdio', ...started() })
    await fresh.setup(['--remove', '--yes'])
    expect(fresh.has(CODE)).toBe(false)

    const { setup, text, has } = homeWith({ [CODE]: '{\n\t// mine\n\t"servers": {}\n}\n' }, { code: code(CODE) })
    expect((await setup(['--yes'])).code).toBe(0)
    expect(has('called')).toBe(false)
    expect(text(CODE)).toContain('// mine')
    await setup(['--remove', '--yes'])
    expect(text(CODE)).toBe('{\n\t// mine\n\t"servers": {}\n}\n')
  })

  it('and writes the file where that command does not', async () => {
    const fails = 'process.stderr.write("\\nnot allowed here\\n"); process.exit(3)'
    const { setup, json, home } = homeWith({ '.claude.json': '{"a": 1}' }, { claude: fails, code: code('elsewhere') })
    const { code: status, stderr } = await setup(['--yes'])
    expect(status).toBe(0)
    expect(stderr).toContain('claude did not do it (not allowed here), so the file was written.')
    expect(stderr).toContain('code did not do it (its configuration has stayed as it was), so the file was written.')
    expect(json('.claude.json').mcpServers.translation).toEqual({ type: 'stdio', ...started() })
    expect(json(CODE).servers.translation).toEqual({ type: 'stdio', ...started() })
    expect(readFileSync(`${home}/.claude.json.backup-2026-11-26`, 'utf8')).toBe('{"a": 1}')
  })

  it('keeps a second copy of a day where the file was changed between, and the first once', async () => {
    const { setup, put, text, has } = homeWith({ [CURSOR]: '{}' })
    await setup(['--yes'])
    await setup(['--engine', 'pseudo', '--yes'])
    expect(text(COPY)).toBe('{}')
    expect(text(`${COPY}-2`)).toContain('translation')
    await setup(['--remove', '--yes'])
    expect(text(CURSOR)).toBe('{}')
    expect(has(COPY)).toBe(false)
    put(CURSOR, '{ }')
    await setup(['--yes'])
    expect(text(COPY)).toBe('{ }')
  })
})
