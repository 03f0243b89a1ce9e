import { existsSync, realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parse } from 'jsonc-parser'
import * as z from 'zod'
import type { Environment } from '../config.ts'
import type { ServerEntry } from './entry.ts'

/** How this program was started. */
export interface Started {
  /** The file that Node was given, without links. */
  readonly program: string
  /** A path of Node that stays where it is. */
  readonly node: string
  readonly platform: NodeJS.Platform
  /** Where `npx` started it. */
  readonly npx: { readonly cli: string; readonly spec: string } | undefined
}

/** How an assistant starts this program, so that it works where no shell has set a path. */
export function launchOf({ program, node, platform, npx }: Started, settings: ServerEntry['env']): ServerEntry {
  if (npx === undefined) return { command: node, args: [program], env: settings }
  // The program that npx starts looks for Node on the path, which an assistant of a desktop may not have.
  const folder = path.posix.dirname(node)
  const isFound = platform === 'win32' || SYSTEM_FOLDERS.includes(folder)
  const env = isFound ? settings : { PATH: [folder, ...SYSTEM_FOLDERS].join(':'), ...settings }
  return { command: node, args: [npx.cli, '-y', npx.spec], env }
}

const SYSTEM_FOLDERS = ['/usr/bin', '/bin']

/** Links to Node that a package manager keeps, while the file that they lead to has its version in its path. */
const KEPT = ['/usr/bin/node', '/usr/local/bin/node', '/opt/homebrew/bin/node', '/home/linuxbrew/.linuxbrew/bin/node']

/** @throws {Error} Node was given no file */
export async function startedHere(env: Environment, file: string | undefined = process.argv[1]): Promise<Started> {
  if (file === undefined) throw new Error('It cannot be told which file of this program runs.')
  const node = KEPT.find(link => linksTo(link, process.execPath)) ?? process.execPath
  return { program: realpathSync(file), node, platform: process.platform, npx: await npxOf(file, node, env) }
}

function linksTo(link: string, file: string): boolean {
  try {
    return realpathSync(link) === realpathSync(file)
  } catch {
    return false
  }
}

const NpxFolder = z.looseObject({
  dependencies: z.record(z.string(), z.string()).default({}),
  _npx: z.looseObject({ packages: z.array(z.string()).default([]) }).default({ packages: [] }),
})

/** What `npx` was told to start, where it did: the folder that it made for that says so. */
async function npxOf(file: string, node: string, env: Environment): Promise<Started['npx']> {
  const [, folder] = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(path.resolve(file)) ?? []
  if (folder === undefined) return undefined
  const manifest = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}')
  return { cli: npxCli(node, env), spec: npxSpec(folder, manifest) }
}

const PACKAGE = 'translation-mcp'

/** The package as `npx` finds it from any folder. `manifest` is the package.json that npx wrote. */
export function npxSpec(folder: string, manifest: string): string {
  const parsed = NpxFolder.safeParse(parse(manifest))
  const { dependencies, _npx } = parsed.success ? parsed.data : NpxFolder.parse({})
  const wanted = dependencies[PACKAGE] ?? Object.values(dependencies)[0]
  if (wanted?.startsWith('file:')) return `file:${path.resolve(folder, wanted.slice('file:'.length))}`
  // It may have been told of several packages.
  const own = _npx.packages.find(spec => spec === PACKAGE || spec.startsWith(`${PACKAGE}@`))
  return own ?? _npx.packages[0] ?? PACKAGE
}

/** The script of `npx`: its file that is no script cannot be started without a shell on Windows. */
function npxCli(node: string, env: Environment): string {
  const beside = path.dirname(node)
  const folders = [
    ...(env.npm_execpath === undefined ? [] : [path.dirname(env.npm_execpath)]),
    path.join(beside, 'node_modules', 'npm', 'bin'),
    path.join(beside, '..', 'lib', 'node_modules', 'npm', 'bin'),
  ]
  const found = folders.map(folder => path.join(folder, 'npx-cli.js')).find(file => existsSync(file))
  if (found === undefined) throw new Error('npx was not found beside Node. Install this program: npm install --global')
  return found
}
