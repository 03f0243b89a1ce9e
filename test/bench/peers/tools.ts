/** The programs that are run beside ours, in the versions that were first measured, and how each is set up for one repository. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** What a tool is started with in a repository of `locales/en.json` and `locales/de.json`. */
export interface ToolCommand {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface Tool {
  readonly name: string
  /** Files of its own in the repository. */
  files(endpoint: string): Readonly<Record<string, string>>
  sync(endpoint: string): ToolCommand
  /** Its check, for those that have one that works offline. */
  readonly check?: ToolCommand
}

interface PeerPackage {
  readonly name: string
  readonly version: string
  /** Packages that stand in for those that no registry has. */
  readonly overrides?: object
  readonly bin: string
  readonly args: readonly string[]
  readonly files?: (endpoint: string) => Readonly<Record<string, string>>
  readonly env: (endpoint: string) => Readonly<Record<string, string>>
}

const KEY = 'sk-none'
const MODEL = 'gpt-4o-mini'
const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`

const PEERS: readonly PeerPackage[] = [
  {
    name: 'lingo.dev',
    version: '0.138.8',
    bin: 'lingo.dev',
    args: ['run'],
    files: endpoint => ({
      'i18n.json': json({
        version: '1.10',
        locale: { source: 'en', targets: ['de'] },
        buckets: { json: { include: ['locales/[locale].json'] } },
        provider: { id: 'openai', model: MODEL, prompt: 'Translate from {source} to {target}.', baseUrl: endpoint },
      }),
    }),
    env: () => ({ OPENAI_API_KEY: KEY, DO_NOT_TRACK: '1' }),
  },
  {
    name: 'i18n-ai-translate',
    version: '5.1.0',
    bin: 'i18n-ai-translate',
    args: [
      ...['translate', '-i', 'locales/en.json', '-o', 'de', '-e', 'chatgpt', '-m', MODEL, '-k', KEY],
      ...['--prompt-mode', 'json', '-p', '{', '-s', '}', '--cache'],
    ],
    env: endpoint => ({ OPENAI_BASE_URL: endpoint, OPENAI_API_KEY: KEY }),
  },
  {
    name: 'attranslate',
    version: '2.3.1',
    overrides: { xml2js: '0.6.2' },
    bin: 'attranslate',
    args: [
      ...['--srcFile=locales/en.json', '--srcLng=en', '--srcFormat=nested-json', '--targetFile=locales/de.json'],
      ...['--targetLng=de', '--targetFormat=nested-json', '--service=typechat'],
    ],
    env: endpoint => ({ OPENAI_ENDPOINT: `${endpoint}/chat/completions`, OPENAI_API_KEY: KEY }),
  },
  {
    name: '@lobehub/i18n-cli',
    version: '1.27.0',
    bin: 'lobe-i18n',
    args: [],
    files: () => ({
      '.i18nrc.json': json({
        ...{ entry: 'locales/en.json', entryLocale: 'en', output: 'locales', outputLocales: ['de'], modelName: MODEL },
      }),
    }),
    env: endpoint => ({ OPENAI_API_KEY: KEY, OPENAI_PROXY_URL: endpoint }),
  },
]

/** Our own program, with the engine that asks the same endpoint. */
export function ownTool(root: string): Tool {
  const program = path.join(root, 'dist', 'main.js')
  return {
    name: 'translation-mcp',
    files: () => ({
      'translation-mcp.json': json({
        ...{ source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] } },
      }),
    }),
    sync: endpoint => ({
      // With a key, as the others: what is paid for is kept answer by answer, and has a cap.
      args: [program, 'sync', '--yes', '--max-tokens', '10000000'],
      env: {
        ...{ TRANSLATION_ENGINE: 'openai', TRANSLATION_OPENAI_BASE_URL: endpoint, TRANSLATION_OPENAI_MODEL: MODEL },
        TRANSLATION_OPENAI_API_KEY: KEY,
      },
    }),
    check: { args: [program, 'check'], env: {} },
  }
}

const run = promisify(execFile)

/** The others, each installed on its own outside of the repository; or the name of one that cannot be, and why. */
export async function* peerTools(): AsyncGenerator<Tool | { readonly name: string; readonly missing: string }> {
  for (const peer of PEERS) {
    const { name, version, bin, args, env, files = () => ({}) } = peer
    const shown = `${name} ${version}`
    const folder = path.join(tmpdir(), 'translation-mcp-bench', `${name.replace('/', '+')}-${version}`)
    const missing = await installed(peer, folder)
    if (missing !== undefined) yield { name: shown, missing }
    else {
      const program = path.join(folder, 'node_modules', '.bin', bin)
      yield { name: shown, files, sync: endpoint => ({ args: [program, ...args], env: env(endpoint) }) }
    }
  }
}

/** Why a package cannot be installed; undefined where it is. */
async function installed({ name, version, overrides }: PeerPackage, folder: string): Promise<string | undefined> {
  if (existsSync(path.join(folder, 'done'))) return undefined
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const manifest = { private: true, dependencies: { [name]: version }, ...(overrides && { overrides }) }
  writeFileSync(path.join(folder, 'package.json'), json(manifest))
  try {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', ['install', ...flags], { cwd: folder, timeout: 300_000 })
  } catch (error) {
    const code = /npm error code (\w+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return `it cannot be installed here${code === undefined ? '' : ` (${code})`}`
  }
  writeFileSync(path.join(folder, 'done'), '')
  return undefined
}
